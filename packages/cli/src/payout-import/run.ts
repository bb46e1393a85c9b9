import type { GatewayClient } from '@inrgate/sdk';
import type { Interruption } from '../batch/interruption.ts';
import { type BatchStop, concernsAll, mostUnanswered } from '../batch/stop.ts';
import type { WaitingCalls } from '../batch/waiting-calls.ts';
import type { Journal } from './journal.ts';
import { type SendOutcome, settledBy } from './journal-entry.ts';
import { pay } from './pay.ts';
import type { PayoutRow } from './rows.ts';

export interface Run extends Interruption {
  readonly client: GatewayClient;
  readonly journal: Journal;
  /** True to accept an existing payout that no run of this journal sent as the row's payout. */
  readonly acceptExisting: boolean;
  /** True to end the run at the first row that was not paid. */
  readonly stopOnError: boolean;
  readonly calls: WaitingCalls;
  readonly onRow: (row: PayoutRow, index: number) => void;
}

/** Reason why a run ended before its last row. */
export type ImportStop = BatchStop | { readonly kind: 'error'; readonly mchOrderNo: string };

/**
 * Sends the rows one at a time, so it is certain which rows were sent before a limit.
 *
 * @returns the reason for an early end, or undefined if all rows were sent
 */
export async function sendAll(rows: readonly PayoutRow[], run: Run): Promise<ImportStop | undefined> {
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

async function send(row: PayoutRow, { client, journal, ...around }: Run): Promise<SendOutcome> {
  const before = journal.states.get(row.mchOrderNo);
  await journal.intend(row);
  const answer = await pay(client, row, { before, ...around });
  await journal.answer(row, answer);
  return answer;
}

interface RunState {
  readonly run: Run;
  readonly unanswered: number;
}

function stopAfter(
  row: PayoutRow,
  answer: SendOutcome,
  { run, unanswered }: RunState,
): ImportStop | undefined {
  if (run.stop.aborted) return { kind: 'interrupted' };
  if ('error' in answer && meetsAll(answer.error)) {
    return { kind: 'refused', error: answer.error };
  }
  if (unanswered === mostUnanswered) return { kind: 'no_answer' };
  return settledBy(answer) === undefined && run.stopOnError
    ? { kind: 'error', mchOrderNo: row.mchOrderNo }
    : undefined;
}

function isAnswered({ event }: SendOutcome): boolean {
  return event !== 'unknown' && event !== 'not_sent';
}

/**
 * Returns true for an error that stops the batch. Example: a money limit, after which smaller rows would be paid out of
 * order.
 */
function meetsAll(code: string): boolean {
  return code === 'insufficient_balance' || code === 'daily_limit' || concernsAll(code);
}
