import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GatewayClient } from '@inrgate/sdk';
import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { batchClient } from '../batch/batch-client.ts';
import type { BatchOptions } from '../batch/batch-options.ts';
import { BatchProgress } from '../batch/batch-progress.ts';
import { type Interruption, interruption } from '../batch/interruption.ts';
import { readCsv } from '../batch/read-csv.ts';
import { type RowReport, reportRows } from '../batch/report-rows.ts';
import { WaitingCalls } from '../batch/waiting-calls.ts';
import { type CsvFile, checkTarget, resultFile, writeCsv } from '../batch/write-csv.ts';
import { canAsk, confirm } from '../input/prompts.ts';
import type { ExitCode } from '../output/exit-codes.ts';
import { fields } from '../output/output.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Session } from '../session/session.ts';
import { Journal } from './journal.ts';
import { lock } from './lock.ts';
import { type Plan, planFor, refuseLeftOut, refuseRenumbered, totalsOf, withdrawnToday } from './plan.ts';
import { previewFields, warnings } from './preview.ts';
import { type ResultRow, resultColumns, resultRows } from './result.ts';
import { type AmountRange, type CheckedRows, checkRows, payoutColumns } from './rows.ts';
import { type ImportStop, sendAll } from './run.ts';
import { reportImport } from './summary.ts';

export interface ImportOptions extends AmountRange, BatchOptions {
  /** True to skip invalid rows. */
  readonly skipInvalid?: true;
  /** True to send without confirmation. */
  readonly yes?: true;
  readonly stopOnError?: true;
  /** True to pay rows that this import may have paid under an order number that is no longer in the file. */
  readonly repeat?: true;
  /** True to accept an existing payout that no run of this journal sent as the row's payout. */
  readonly acceptExisting?: true;
  readonly dailyLimit: Paise;
  /** Words of the command that continues this import, to print as advice. */
  readonly again: readonly string[];
}

interface Import {
  readonly session: Session;
  readonly file: string;
  readonly options: ImportOptions;
  readonly checked: CheckedRows;
  readonly client: GatewayClient;
  readonly progress: BatchProgress;
  readonly journal: Journal;
  readonly interruption: Interruption;
}

/**
 * Sends every row that was not sent before, and records each outcome.
 *
 * @throws {UsageError} only before the first row is sent
 * @throws {GatewayError} if the balance query fails, before the first row is sent
 */
export async function importPayouts(
  session: Session,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  await refuseStream(file);
  const checked = checkRows(await readCsv(file, payoutColumns), options);
  if (checked.bad.length > 0 && !(options.skipInvalid && checked.rows.length > 0)) {
    const problems = checked.bad.flatMap((row) => row.problems);
    return reportRows(file, problems, unpayable, session.output);
  }
  // Use the real path, so all links to the file share one journal and one lock.
  const journalFile = `${await realpath(file)}.journal`;
  const result = { file: options.output ?? resultFile(file, 'result'), columns: resultColumns };
  await checkTarget(result);
  await refuseJournal(result.file, journalFile);
  const progress = new BatchProgress(session.output.progress());
  const client = await batchClient(session, {
    requestsPerMinute: options.requestsPerMinute,
    progress,
    needed: ['mchSecret'],
  });
  const { mchId = '' } = session.settings;
  const unlock = lock(`${journalFile}.lock`);
  try {
    const payer = { baseUrl: new URL(session.settings.baseUrl).href.replace(/\/+$/, ''), mchId };
    const journal = await Journal.open(journalFile, payer);
    try {
      return await settle(
        { session, file, options, checked, client, progress, journal, interruption: interruption() },
        result,
      );
    } finally {
      await journal.close();
    }
  } finally {
    unlock();
  }
}

const unpayable: RowReport = {
  what: 'cannot be paid, so nothing was sent',
  advice: 'Fix these rows, or use --skip-invalid.',
};

/** @throws {UsageError} for a stream, because it cannot be read again and has no place for a journal */
async function refuseStream(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (file === '-' || (stats !== undefined && !stats.isFile())) {
    throw new UsageError(
      `${file} is not a regular file. The import requires a regular file, because it writes a journal next to the file`,
    );
  }
}

/** @throws {UsageError} for a result file that would replace the journal or its lock */
async function refuseJournal(file: string, journalFile: string): Promise<void> {
  const target = path.join(await realpath(path.dirname(file)), path.basename(file));
  if (target.toLowerCase().startsWith(journalFile.toLowerCase())) {
    throw new UsageError('--output is the name of the journal or of its lock file. Use another file name');
  }
}

async function settle(context: Import, result: CsvFile): Promise<ExitCode> {
  const { session, file, options, checked, journal } = context;
  refuseLeftOut(file, checked.bad, journal);
  const { repeat = false } = options;
  const plan = planFor(file, checked.rows, journal, repeat);
  if (!repeat) refuseRenumbered(file, plan, journal);
  if (plan.left.length > 0) await confirmPlan(context, plan);
  const { sent, stop } = await send(context, plan);
  const rows = resultRows(checked, journal);
  await writeResult(result, rows);
  return reportImport({ file, result: result.file, rows, sent, stop, again: options.again }, session);
}

/** @throws {Error} with the advice to repeat the import */
async function writeResult(result: CsvFile, rows: readonly ResultRow[]): Promise<void> {
  const cells = rows.map((row) => ({ ...row }));
  await writeCsv(result, cells).catch((cause: Error) => {
    const advice =
      'The journal contains every outcome. Free disk space, then run the same import again. The import pays each row only once';
    throw new Error(`${cause.message}. ${advice}`, { cause });
  });
}

/** @throws {UsageError} unless the user or `--yes` confirms */
async function confirmPlan(context: Import, plan: Plan): Promise<void> {
  const { session, file, options, client, journal, interruption } = context;
  const { output } = session;
  const totals = totalsOf(plan.left);
  const { available } = await client.balance.retrieve({ signal: interruption.stop });
  const today = withdrawnToday(plan, journal, Date.now());
  const { requestsPerMinute } = options;
  const preview = { plan, totals, available, dailyLimit: options.dailyLimit, today, requestsPerMinute };
  const lines = [
    file,
    ...fields(previewFields(preview)).split('\n'),
    ...warnings(preview).map((warning) => `warning: ${warning}`),
  ];
  const asks = !options.yes && canAsk();
  // Show the plan before a prompt, even if `--quiet` is set.
  if (asks) process.stderr.write(`${lines.join('\n')}\n`);
  else output.note(...lines);
  if (options.yes) return;
  if (!asks)
    throw new UsageError('the confirmation requires a terminal. To send without confirmation, use --yes');
  const count = plan.left.length === 1 ? 'one payout' : `${plan.left.length} payouts`;
  const question = `Send ${count}, ${formatAmount(totals.totalDebit)} INR with fees?`;
  if (!(await confirm(question, interruption.stop)))
    throw new UsageError('cancelled before the first payout');
}

interface Sent {
  /** Number of rows that this run sent. */
  readonly sent: number;
  readonly stop: ImportStop | undefined;
}

async function send(context: Import, plan: Plan): Promise<Sent> {
  const { options, client, progress, journal, interruption } = context;
  const { stopOnError = false, acceptExisting = false } = options;
  const { stop } = interruption;
  progress.begin(plan.left.length);
  let sent = 0;
  try {
    const ended = await sendAll(plan.left, {
      client,
      journal,
      stopOnError,
      acceptExisting,
      ...interruption,
      calls: new WaitingCalls((ms, why) => progress.wait(ms, why, stop), stop),
      onRow: ({ mchOrderNo }, index) => {
        sent = index + 1;
        progress.show(index, mchOrderNo);
      },
    });
    return { sent, stop: ended };
  } finally {
    progress.end();
  }
}
