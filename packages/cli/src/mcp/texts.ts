import type { ControlAnswer } from '../control/control-api.ts';

/** `Pay-in ORDER-1 (PI…) is pending`, for an answer of the wire API or the control API. */
export function orderSentence(noun: string, order: object): string {
  const { orderNo, linkCode, mchOrderNo, clientRef, status, amount } = order as ControlAnswer;
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
export function callbackSentence({ event, state, attempts, url }: ControlAnswer): string {
  const tried: readonly ControlAnswer[] = Array.isArray(attempts) ? attempts : [];
  const last = tried.at(-1);
  const answer = last === undefined ? '' : `, last answered ${String(last['status'] ?? 'nothing')}`;
  const why = typeof last?.['reason'] === 'string' ? ` (${last['reason']})` : '';
  const where = url === null ? 'nowhere to go: no callback URL is saved' : `to ${String(url)}`;
  return `Callback ${String(event)} is ${String(state)}, ${where}, ${tried.length} attempts${answer}${why}.`;
}
