/** Calls the mock gateway's control API: acts as the customer or the operator, or moves the clock. */
export async function control<T>(url: string, method: 'GET' | 'PATCH' | 'POST', body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
