/** Names the field of a JSON body that reports a failure, for example a name that contains `success`, or null. */
export function failureInJson(text: string): string | null {
  if (!text.trimStart().startsWith('{')) return null;
  let body: Readonly<Record<string, unknown>>;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  for (const name of ['success', 'ok']) if (body[name] === false) return `${name} is false`;
  const names = ['error', 'errors', 'errorCode', 'error_code', 'exception'];
  const named = names.find((name) => !isNothing(body[name]));
  if (named !== undefined) return `it has ${named}`;
  const failed = ['status', 'result', 'code'].find((name) =>
    /^(?:error|fail|failed|failure)$/i.test(String(body[name])),
  );
  return failed === undefined ? null : `${failed} is a failure`;
}

function isNothing(value: unknown): boolean {
  return [undefined, null, false, 0, '', '0'].some((nothing) => nothing === value) || String(value) === '';
}
