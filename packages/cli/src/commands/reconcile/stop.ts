import { v3ErrorInfo } from '@inrgate/sdk/internal';

/** Reason why a batch ended before its last row. */
export type BatchStop =
  | { readonly kind: 'interrupted' }
  /** The outcome of several rows in succession was unknown. */
  | { readonly kind: 'no_answer' }
  /** The gateway rejected a row for a reason that applies to all rows. */
  | { readonly kind: 'refused'; readonly error: string };

/** Number of successive rows without a response after which the batch stops. */
export const mostUnanswered = 3;

/** Statuses that concern the account, the key, the client or the URL, but not the row. */
const statusesOfAll: ReadonlySet<number | undefined> = new Set([401, 403, 404, 405, 429]);

/** Returns true for an error that applies to every row. Uses `status` if the code is unknown. */
export function concernsAll(code: string, status?: number): boolean {
  return statusesOfAll.has(v3ErrorInfo(code)?.status ?? status);
}

export function explained(code: string): string {
  const meaning = v3ErrorInfo(code)?.meaning;
  return meaning === undefined ? code : `${code}: ${meaning}`;
}

export function stopText(stop: BatchStop): string {
  switch (stop.kind) {
    case 'interrupted':
      return 'interrupted';
    case 'no_answer':
      return 'the outcome of several consecutive rows is unknown';
    case 'refused':
      return `the gateway would reject the remaining rows for the same reason (${explained(stop.error)})`;
  }
}
