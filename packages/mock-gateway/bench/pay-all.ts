/** Pay-ins on one page of a list. */
export const page = 200;

/** Pays the newest pending pay-ins, and waits until their callbacks have been sent once. */
export async function payAll(url: string): Promise<void> {
  const answer = await fetch(new URL(`/_mock/payins?status=pending&limit=${page}`, url));
  const { items } = (await answer.json()) as { readonly items: readonly { readonly orderNo: string }[] };
  const left = items.map(({ orderNo }) => orderNo);
  const worker = async () => {
    for (let orderNo = left.pop(); orderNo !== undefined; orderNo = left.pop()) {
      const { ok } = await fetch(new URL(`/_mock/payins/${orderNo}/pay`, url), { method: 'POST' });
      if (!ok) throw new Error(`${orderNo} was not paid`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  await fetch(new URL('/_mock/callbacks/settle', url), { method: 'POST' });
}
