import type { ControlResponse } from '@inrgate/mock-gateway/control';

/** `Pay-in ORDER-1 (PI…) is pending`, for an answer of the wire API or the control API. */
export function orderSentence(noun: string, order: object): string {
  const { orderNo, linkCode, mchOrderNo, clientRef, status, amount } = order as Readonly<
    Record<string, unknown>
  >;
  const own = mchOrderNo ?? clientRef;
  const number = String(orderNo ?? linkCode);
  const named = typeof own === 'string' && own !== '' ? `${own} (${number})` : number;
  return `${noun} ${named} is ${String(status)}, amount ${String(amount)}.`;
}

/** `3 callbacks`, and whether there are more. */
export function countSentence(
  what: string,
  { items, nextCursor }: { readonly items: readonly unknown[]; readonly nextCursor?: string | null },
): string {
  const more = nextCursor ? '; more with its nextCursor as cursor' : '';
  return items.length === 0 ? `No ${what}.` : `${items.length} ${what}, newest first${more}.`;
}

/** What happened to a callback, by its attempts. */
export function callbackSentence({ event, state, attempts, url }: ControlResponse<'Callback'>): string {
  const last = attempts.at(-1);
  const answer = last === undefined ? '' : `, last answered ${last.status ?? 'nothing'}`;
  const why = last?.reason ? ` (${last.reason})` : '';
  const where = url === null ? 'nowhere to go: no callback URL is saved' : `to ${url}`;
  return `Callback ${event} is ${state}, ${where}, ${attempts.length} attempts${answer}${why}.`;
}
