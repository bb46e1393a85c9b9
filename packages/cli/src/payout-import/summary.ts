import { amountPattern, v3ErrorInfo } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { stopText } from '../batch/stop.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { limitedTable } from '../output/table.ts';
import type { Session } from '../session/session.ts';
import type { ResultRow, RowOutcome } from './result.ts';
import type { ImportStop } from './run.ts';
import { linesText } from './wording.ts';

export interface Finished {
  readonly file: string;
  /** Result file with every row. */
  readonly result: string;
  readonly rows: readonly ResultRow[];
  /** Words of the command that continues the import, to print as advice. */
  readonly again: readonly string[];
  readonly sent: number;
  /** Reason why this run ended before the last row. */
  readonly stop: ImportStop | undefined;
}

const titles = {
  created: 'payouts created',
  duplicate: 'existed before this import',
  refused: 'refused',
  unknown: 'unknown outcome',
  not_sent: 'not sent',
  invalid: 'skipped as invalid',
} as const satisfies Record<RowOutcome, string>;

type Counts = Readonly<Record<RowOutcome, number>>;

/** Reports the outcomes and the next step, and returns the exit code. */
export function reportImport(finished: Finished, session: Session): ExitCode {
  const { file, result, rows, sent, stop } = finished;
  const { output } = session;
  const counts = countsOf(rows);
  const again = session.commandLine(...finished.again);
  const resumable = counts.refused + counts.unknown + counts.not_sent;
  const left = resumable + rows.filter(isTaken).length;
  const unfinished = resumable > 0;
  const nothing = sent === 0 && left === 0 ? '\n\nEvery row was already sent. The import is complete.' : '';
  output.data(
    {
      file,
      result,
      outcomes: counts,
      sent,
      left,
      totalDebit: totalDebit(rows),
      stopped: stop ?? null,
      next: unfinished ? again : null,
    },
    () => `${summaryText(rows, counts)}${nothing}\n\nResult file: ${result}`,
  );
  if (stop !== undefined) output.note(whyStopped(stop));
  for (const remark of remarks(rows)) output.note(`note: ${remark}`);
  if (unfinished) output.note(goOn(counts), `  ${again}`);
  return exitCodeOf(counts, left);
}

function countsOf(rows: readonly ResultRow[]): Counts {
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return Object.fromEntries(Object.keys(titles).map((outcome) => [outcome, count(outcome)])) as Counts;
}

/** Total debit of the created payouts in paise, or null if the gateway did not return every debit. */
function totalDebit(rows: readonly ResultRow[]): string | null {
  const made = rows.filter(({ outcome }) => outcome === 'created');
  if (made.some((row) => !amountPattern.test(row.totalDebit))) return null;
  return formatAmount(made.reduce((sum, row) => sum + parseAmount(row.totalDebit), 0n));
}

/** Formats the number of rows by outcome, and the rows that the user must check. */
function summaryText(rows: readonly ResultRow[], counts: Counts): string {
  const lines = Object.entries(titles)
    .map(([outcome, title]) => ({ count: counts[outcome as RowOutcome], title }))
    .filter(({ count }) => count > 0)
    .map(({ count, title }) => `  ${String(count).padStart(5)}  ${title}`);
  // Omit rows that were not sent, because there may be many of them.
  const telling = rows.filter(({ outcome }) => outcome !== 'created' && outcome !== 'not_sent');
  if (telling.length === 0) return lines.join('\n');
  const list = limitedTable(
    ['line', 'mchOrderNo', 'outcome', 'error'],
    telling.map(({ line, mchOrderNo, outcome, error }) => [line, mchOrderNo, outcome, error]),
  );
  return `${lines.join('\n')}\n\n${list.join('\n')}`;
}

function whyStopped(stop: ImportStop): string {
  return stop.kind === 'error'
    ? `stopped after ${stop.mchOrderNo}, because of --stop-on-error`
    : `stopped: ${stopText(stop)}`;
}

function remarks(rows: readonly ResultRow[]): readonly string[] {
  const existing = rows.filter(isTaken);
  const duplicates = rows.filter((row) => row.outcome === 'duplicate' && !isTaken(row));
  const failed = rows.filter(({ status }) => status === 'failed');
  const doubtful = rows.filter(({ outcome, orderNo }) => outcome === 'unknown' && orderNo !== '');
  const refusedNow = rows.filter(
    ({ outcome, orderNo, errorCode }) => outcome === 'unknown' && orderNo === '' && isRefusal(errorCode),
  );
  const taken = rows.filter(
    ({ outcome, errorCode }) => outcome === 'refused' && errorCode === 'duplicate_order',
  );
  const found: readonly (string | false)[] = [
    existing.length > 0 &&
      `${linesOf(existing)}: a payout with this order number already existed, so the import did not pay the row. If that payout is ` +
        'the payment of this row, use --accept-existing. Otherwise change the order number of the row and use --repeat',
    refusedNow.length > 0 &&
      `${linesOf(refusedNow)}: the gateway rejects the row and does not know its order number. An earlier ` +
        'attempt had no response and may still create the payout. Run the same import again later',
    duplicates.length > 0 &&
      `${linesOf(duplicates)}: a payout with this order number already existed. The gateway compared the amount and the type, ` +
        'but not the destination. Check that this is the same payout',
    failed.length > 0 &&
      `${linesOf(failed)}: the payout failed and the gateway returned the amount. To pay the beneficiary again, use a new order number`,
    doubtful.length > 0 &&
      `${linesOf(doubtful)}: the gateway's payout with this order number differs from the row. Check the payout in the ` +
        'merchant dashboard before you change the order number of the row',
    taken.length > 0 &&
      `${linesOf(taken)}: another payout uses this order number, so the import did not pay the row. Check that payout, and use a new ` +
        'order number for the row',
  ];
  return found.filter((remark) => remark !== false);
}

function isRefusal(code: string): boolean {
  return (v3ErrorInfo(code)?.status ?? 500) < 500;
}

function linesOf(rows: readonly ResultRow[]): string {
  return linesText(rows.map(({ line }) => line));
}

function goOn({ refused, unknown }: Counts): string {
  const doubt =
    unknown === 0 ? '' : 'The outcome of some payouts is unknown. Do not pay these rows in another way. ';
  const again = refused === 0 ? '' : ' and retries the rows with the outcome refused';
  return `${doubt}This command continues the import${again}. It pays each row only once:`;
}

/** Returns the exit code. An unknown outcome takes precedence. */
function exitCodeOf(counts: Counts, left: number): ExitCode {
  if (counts.unknown > 0) return exitCodes.noAnswer;
  if (left > counts.not_sent) return exitCodes.refused;
  return left > 0 ? exitCodes.noAnswer : exitCodes.done;
}

/** Returns true if the row was not paid because its order number belongs to an existing payout. */
function isTaken({ outcome, errorCode }: ResultRow): boolean {
  return outcome === 'duplicate' && errorCode !== '';
}
