import type { GatewayClient } from '@inrgate/sdk';
import { v3ErrorInfo } from '@inrgate/sdk/protocol';
import type { Journal } from './journal.ts';
import type { Answer } from './journal-entry.ts';
import { pay } from './pay.ts';
import type { PayoutRow } from './rows.ts';

export interface Run {
  readonly client: GatewayClient;
  readonly journal: Journal;
  /** Whether any row that is not paid ends the run. */
  readonly stopOnError: boolean;
  /** No further row is sent. */
  readonly stop: AbortSignal;
  /** The row that is on its way is not waited for any longer. */
  readonly abort: AbortSignal;
  /** Told before a row is sent. */
  readonly onRow: (row: PayoutRow, index: number) => void;
}

/** Why a run ended before the last row. */
export type Stop =
  | { readonly kind: 'interrupted' }
  /** Nobody answered, several times in a row. */
  | { readonly kind: 'no_answer' }
  /** The gateway refused what it would refuse for every row after it. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'error'; readonly mchOrderNo: string };

/** Rows without an answer, one after the other, after which there is nobody to talk to. */
const patience = 3;

/**
 * Sends the rows one by one: one at a time, so that it is always clear which came before a limit.
 *
 * @returns why it stopped; undefined when all were sent
 */
export async function sendAll(rows: readonly PayoutRow[], run: Run): Promise<Stop | undefined> {
  let unanswered = 0;
  for (const [index, row] of rows.entries()) {
    if (run.stop.aborted) return { kind: 'interrupted' };
    run.onRow(row, index);
    const answer = await send(row, run);
    unanswered = isAnswered(answer) ? 0 : unanswered + 1;
    const last = index === rows.length - 1;
    const reason = last ? undefined : stopAfter(row, answer, { run, unanswered });
    if (reason !== undefined) return reason;
  }
  return undefined;
}

async function send(row: PayoutRow, { client, journal, abort }: Run): Promise<Answer> {
  const open = journal.states.get(row.mchOrderNo)?.open ?? false;
  await journal.intend(row);
  const answer = await pay(client, row, { open, signal: abort });
  await journal.answer(row, answer);
  return answer;
}

interface Standing {
  readonly run: Run;
  readonly unanswered: number;
}

function stopAfter(row: PayoutRow, answer: Answer, { run, unanswered }: Standing): Stop | undefined {
  if (run.stop.aborted) return { kind: 'interrupted' };
  if (answer.event === 'refused' && concernsAll(answer.error)) {
    return { kind: 'refused', error: answer.error };
  }
  if (unanswered === patience) return { kind: 'no_answer' };
  const failed = answer.event !== 'created' && answer.event !== 'duplicate';
  return failed && run.stopOnError ? { kind: 'error', mchOrderNo: row.mchOrderNo } : undefined;
}

function isAnswered({ event }: Answer): boolean {
  return event !== 'unknown' && event !== 'not_sent';
}

/** What is wrong with the account, the key, the caller or the address, and not with the row. */
const statusesOfAll: ReadonlySet<number | undefined> = new Set([401, 403, 404, 405, 429]);

/** Those of the money would let smaller rows through, out of their order. */
function concernsAll(code: string): boolean {
  if (code === 'insufficient_balance' || code === 'daily_limit') return true;
  return statusesOfAll.has(v3ErrorInfo(code)?.status);
}
