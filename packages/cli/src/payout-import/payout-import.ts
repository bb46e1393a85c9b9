import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GatewayClient } from '@inrgate/sdk';
import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { batchClient } from '../batch/batch-client.ts';
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

export interface ImportOptions {
  /** Leave out the rows that cannot be paid. */
  readonly skipInvalid: boolean;
  /** Ask nothing. */
  readonly yes: boolean;
  readonly stopOnError: boolean;
  /** Pay again what this import has paid, or may have paid, under a number that is not in the file any more. */
  readonly repeat: boolean;
  /** Count a payout that no run of this journal sent as the row's. */
  readonly acceptExisting: boolean;
  /** Where the result goes; beside the file when undefined. */
  readonly output: string | undefined;
  readonly requestsPerMinute: number;
  /** The account's limits. */
  readonly range: AmountRange;
  readonly dailyLimit: Paise;
  /** The words of the command that goes on where this one stops. */
  readonly again: readonly string[];
}

/** An import that can begin: every row is checked, and no other import is at work on the file. */
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
 * Sends every row of a file that was not sent before, and writes down what became of each.
 *
 * @throws {UsageError} before anything is sent
 * @throws {GatewayError} when the balance cannot be read; nothing is sent then
 */
export async function importPayouts(
  session: Session,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  await refuseStream(file);
  const checked = checkRows(await readCsv(file, payoutColumns), options.range);
  if (checked.bad.length > 0 && !(options.skipInvalid && checked.rows.length > 0)) {
    const problems = checked.bad.flatMap((row) => row.problems);
    return reportRows(file, problems, unpayable, session.output);
  }
  // One journal and one lock, by whatever name the file is reached.
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
  advice: 'Correct them, or pay the others with --skip-invalid.',
};

/** @throws {UsageError} for what can be read once only: there would be nothing to go on with, and nothing beside it */
async function refuseStream(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (file === '-' || (stats !== undefined && !stats.isFile())) {
    throw new UsageError(
      `${file}: is no file; the import keeps a journal beside one, to go on where it stopped`,
    );
  }
}

/** @throws {UsageError} for a result that would replace the journal or its lock, by whatever name the folder is reached */
async function refuseJournal(file: string, journalFile: string): Promise<void> {
  const target = path.join(await realpath(path.dirname(file)), path.basename(file));
  if (target.toLowerCase().startsWith(journalFile.toLowerCase())) {
    throw new UsageError('--output names the journal or its lock: name another file');
  }
}

async function settle(context: Import, result: CsvFile): Promise<ExitCode> {
  const { session, file, options, checked, journal } = context;
  refuseLeftOut(file, checked.bad, journal);
  const plan = planFor(file, checked.rows, journal, options.repeat);
  if (!options.repeat) refuseRenumbered(file, plan, journal);
  if (plan.left.length > 0) await confirmPlan(context, plan);
  const { sent, stop } = await send(context, plan);
  const rows = resultRows(checked, journal);
  await writeResult(result, rows);
  return reportImport({ file, result: result.file, rows, sent, stop, again: options.again }, session);
}

/** @throws {Error} that says where the answers are */
async function writeResult(result: CsvFile, rows: readonly ResultRow[]): Promise<void> {
  const cells = rows.map((row) => ({ ...row }));
  await writeCsv(result, cells).catch((cause: Error) => {
    const advice =
      'every answer is in the journal: make room and run the same import again, which pays nothing twice';
    throw new Error(`${cause.message}; ${advice}`, { cause });
  });
}

/** @throws {UsageError} unless a person, or --yes, says yes */
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
  // Whoever is asked has to see it, --quiet or not.
  if (asks) process.stderr.write(`${lines.join('\n')}\n`);
  else output.note(...lines);
  if (options.yes) return;
  if (!asks) throw new UsageError('there is no terminal to ask on: give --yes to send without being asked');
  const count = plan.left.length === 1 ? 'one withdrawal' : `${plan.left.length} withdrawals`;
  const question = `Send ${count}, ${formatAmount(totals.totalDebit)} INR with fees?`;
  if (!(await confirm(question, interruption.stop))) throw new UsageError('not confirmed: nothing was sent');
}

interface Sent {
  /** How many rows this run has sent. */
  readonly sent: number;
  readonly stop: ImportStop | undefined;
}

async function send(context: Import, plan: Plan): Promise<Sent> {
  const { options, client, progress, journal, interruption } = context;
  const { stopOnError, acceptExisting } = options;
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
