import { amountPattern, v3ErrorInfo } from '@inrgate/sdk/internal';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { stopText } from '../batch/stop.ts';
import { type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { longestList, table } from '../output/table.ts';
import type { Session } from '../session/session.ts';
import type { ResultRow, RowOutcome } from './result.ts';
import type { ImportStop } from './run.ts';
import { linesText } from './wording.ts';

/** What an import has come to, all runs of it together. */
export interface Finished {
  readonly file: string;
  /** The file that tells of every row. */
  readonly result: string;
  readonly rows: readonly ResultRow[];
  /** The words of the command that goes on. */
  readonly again: readonly string[];
  /** How many rows this run has sent. */
  readonly sent: number;
  /** Why this run ended before the last row. */
  readonly stop: ImportStop | undefined;
}

const titles = {
  created: 'withdrawals created',
  duplicate: 'existed before this import',
  refused: 'refused',
  unknown: 'of unknown outcome',
  not_sent: 'not sent',
  invalid: 'left out, because they cannot be paid',
} as const satisfies Record<RowOutcome, string>;

type Counts = Readonly<Record<RowOutcome, number>>;

/** Says what became of the rows and how to go on; answers the exit code. */
export function reportImport(finished: Finished, session: Session): ExitCode {
  const { file, result, rows, sent, stop } = finished;
  const { output } = session;
  const counts = countsOf(rows);
  const again = session.commandLine(...finished.again);
  const resumable = counts.refused + counts.unknown + counts.not_sent;
  const left = resumable + rows.filter(isTaken).length;
  const unfinished = resumable > 0;
  const nothing = sent === 0 && left === 0 ? '\n\nEvery row was sent before: nothing is left to do.' : '';
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
    () => `${summaryText(rows, counts)}${nothing}\n\nEvery row: ${result}`,
  );
  if (stop !== undefined) output.note(whyStopped(stop));
  for (const remark of remarks(rows)) output.note(`note: ${remark}`);
  if (unfinished) output.note(goOn(counts), `  ${again}`);
  return exitCodeOf(counts, left);
}

function countsOf(rows: readonly ResultRow[]): Counts {
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  return {
    created: count('created'),
    duplicate: count('duplicate'),
    refused: count('refused'),
    unknown: count('unknown'),
    not_sent: count('not_sent'),
    invalid: count('invalid'),
  };
}

/** Of the withdrawals that this import has made; null where the gateway has not told one of them. */
function totalDebit(rows: readonly ResultRow[]): string | null {
  const made = rows.filter(({ outcome }) => outcome === 'created');
  if (made.some((row) => !amountPattern.test(row.totalDebit))) return null;
  return formatAmount(made.reduce((sum, row) => sum + parseAmount(row.totalDebit), 0n));
}

/** How many rows ended how, and each of those that a person has to look at. */
function summaryText(rows: readonly ResultRow[], counts: Counts): string {
  const lines = Object.entries(titles)
    .map(([outcome, title]) => ({ count: counts[outcome as RowOutcome], title }))
    .filter(({ count }) => count > 0)
    .map(({ count, title }) => `  ${String(count).padStart(5)}  ${title}`);
  // Those behind a stop are many, and all alike.
  const telling = rows.filter(({ outcome }) => outcome !== 'created' && outcome !== 'not_sent');
  if (telling.length === 0) return lines.join('\n');
  const list = table(
    ['line', 'mchOrderNo', 'outcome', 'error'],
    telling
      .slice(0, longestList)
      .map(({ line, mchOrderNo, outcome, error }) => [line, mchOrderNo, outcome, error]),
  );
  const more = telling.length > longestList ? `\n  and ${telling.length - longestList} more` : '';
  return `${lines.join('\n')}\n\n${list}${more}`;
}

function whyStopped(stop: ImportStop): string {
  return stop.kind === 'error'
    ? `stopped after ${stop.mchOrderNo}, because of --stop-on-error`
    : `stopped: ${stopText(stop)}`;
}

/** What else a person should know of what was done. */
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
      `${linesOf(existing)}: a payout of this order number existed before, so the row was not paid. If that payout is the ` +
        "row's, give --accept-existing. Otherwise give the row an order number of its own, and --repeat",
    refusedNow.length > 0 &&
      `${linesOf(refusedNow)}: the gateway now refuses the row and finds no payout of its order number, but an earlier ` +
        'attempt had no response and may still be carried out. Run the same import again later',
    duplicates.length > 0 &&
      `${linesOf(duplicates)}: a withdrawal of this number existed before; the gateway compares its amount and kind, ` +
        'not where it goes, so see that it is this one',
    failed.length > 0 &&
      `${linesOf(failed)}: the withdrawal has failed and the money is back; to try again, give the row a new number`,
    doubtful.length > 0 &&
      `${linesOf(doubtful)}: the gateway has a withdrawal of this number that is not quite the row's; see in its ` +
        'panel what it pays, before the row is given another number',
    taken.length > 0 &&
      `${linesOf(taken)}: another withdrawal has this number, and the row was not paid; see what it is, and give the ` +
        'row a number of its own',
  ];
  return found.filter((remark) => remark !== false);
}

/** Whether the gateway's code is that of a refusal. */
function isRefusal(code: string): boolean {
  return (v3ErrorInfo(code)?.status ?? 500) < 500;
}

function linesOf(rows: readonly ResultRow[]): string {
  return linesText(rows.map(({ line }) => line));
}

function goOn({ refused, unknown }: Counts): string {
  const doubt =
    unknown === 0 ? '' : 'It is not known whether some withdrawals exist: do not pay them otherwise. ';
  const again = refused === 0 ? '' : ', and tries the refused ones again: a refusal leaves nothing behind';
  return `${doubt}This goes on, pays nothing twice${again}:`;
}

/** What is not known comes first: it has to be found out. */
function exitCodeOf(counts: Counts, left: number): ExitCode {
  if (counts.unknown > 0) return exitCodes.noAnswer;
  if (left > counts.not_sent) return exitCodes.refused;
  return left > 0 ? exitCodes.noAnswer : exitCodes.done;
}

/** Whether the row was not paid, because a payout that this import did not send has its number. */
function isTaken({ outcome, errorCode }: ResultRow): boolean {
  return outcome === 'duplicate' && errorCode !== '';
}
