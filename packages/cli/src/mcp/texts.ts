import type { ControlResponse } from '@inrgate/mock-gateway/control';

/** Describes an order of the wire API or the control API: `Pay-in ORDER-1 (PI…) is pending`. */
export function orderSentence(noun: string, order: object): string {
  const { orderNo, linkCode, mchOrderNo, clientRef, status, amount } = order as Readonly<
    Record<string, unknown>
  >;
  const own = mchOrderNo ?? clientRef;
  const number = String(orderNo ?? linkCode);
  const named = typeof own === 'string' && own !== '' ? `${own} (${number})` : number;
  return `${noun} ${named} is ${String(status)}, amount ${String(amount)}.`;
}

/** States the number of items, for example `3 callbacks`, and how to read further items. */
export function countSentence(what: string, { items, nextCursor, stoppedAfter }: Counted): string {
  const stopped = stoppedAfter === undefined ? '' : ` The search stopped after ${stoppedAfter} entries.`;
  const more = nextCursor ? ' For the next page, pass nextCursor as cursor.' : '';
  const found = items.length === 0 ? `No ${what}.` : `${items.length} ${what}, newest first.`;
  return found + stopped + more;
}

interface Counted {
  readonly items: readonly unknown[];
  readonly nextCursor?: string | null;
  readonly stoppedAfter?: number | undefined;
}

export function callbackSentence({ event, state, attempts, url }: ControlResponse<'Callback'>): string {
  const last = attempts.at(-1);
  const response = last === undefined ? '' : `, last response ${last.status ?? 'none'}`;
  const why = last?.reason ? ` (${last.reason})` : '';
  const where = url === null ? 'no callback URL is saved' : `to ${url}`;
  return `Callback ${event} is ${state}, ${where}, ${attempts.length} attempts${response}${why}.`;
}
