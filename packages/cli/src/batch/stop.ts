import { v3ErrorInfo } from '@inrgate/sdk/internal';

/** Why a batch ended before its last row. */
export type BatchStop =
  | { readonly kind: 'interrupted' }
  /** No clear answer, several times in a row. */
  | { readonly kind: 'no_answer' }
  /** The gateway refused what it would refuse for every row after it. */
  | { readonly kind: 'refused'; readonly error: string };

/** Rows without an answer, one after the other, after which there is nobody to talk to. */
export const mostUnanswered = 3;

/** What is wrong with the account, the key, the caller or the address, and not with the row. */
const statusesOfAll: ReadonlySet<number | undefined> = new Set([401, 403, 404, 405, 429]);

/** Whether a refusal would meet every row; `status` is that of a code that is not known. */
export function concernsAll(code: string, status?: number): boolean {
  return statusesOfAll.has(v3ErrorInfo(code)?.status ?? status);
}

/** The code, with what it means. */
export function explained(code: string): string {
  const meaning = v3ErrorInfo(code)?.meaning;
  return meaning === undefined ? code : `${code}: ${meaning}`;
}

/** For a person, after `stopped: `. */
export function stopText(stop: BatchStop): string {
  switch (stop.kind) {
    case 'interrupted':
      return 'it was interrupted';
    case 'no_answer':
      return 'several rows in a row had no clear answer';
    case 'refused':
      return `the rows after it would be refused too (${explained(stop.error)})`;
  }
}
