import { GatewayClient } from '@inrgate/sdk';
import type { KeyName } from '@inrgate/sdk/internal';
import { type Command, Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { readRequestsPerMinute } from '../input/value-readers.ts';
import { EndedWith, type ExitCode, exitCodes } from '../output/exit-codes.ts';
import { onCall, type Session } from '../session/session.ts';
import { stopSignal } from '../session/stop-signal.ts';
import { askAll } from './reconcile/ask.ts';
import { comparedFields, listColumns, listedOrders, type OrderType, orderTypes } from './reconcile/list.ts';
import { BatchProgress } from './reconcile/progress.ts';
import { readCsv } from './reconcile/read-csv.ts';
import { reportReconciled, reportRows, resultColumns, resultRow } from './reconcile/report.ts';
import { checkTarget, resultFile, writeCsv } from './reconcile/write-csv.ts';

interface Options {
  readonly type?: OrderType;
  /** Result file, by default next to the input file. */
  readonly output?: string;
  readonly requestsPerMinute: number;
}

/** Below the limit of 120, because the merchant's other requests share it (spec: Limits). */
const defaultRequestsPerMinute = 110;

/** Longest wait in milliseconds, slightly longer than the minute of the gateway's rate limit. */
const longestWait = 65_000;

const help = `
The first line of the file contains the column names. The column mchOrderNo is required. Enter payin or payout in the column
"type", or set --type for all rows without a type. The command also compares these optional columns:
  ${comparedFields.join(', ')}
The command does not compare empty values. Without a status column, the result of each failed or expired order is differing.
Without a paidAmount column, the result of a pay-in is differing if the customer paid a different amount. The file can also
contain the fields of a payout's destination.

The result of each order is matching, differing, missing (the gateway has no such order) or unknown (no response). The API
cannot list orders, so the command cannot find orders that are not in your file.

If the gateway responds with Retry-After, the command waits for that time. If you press Ctrl-C or the gateway rejects a
query, the command writes the results of the completed queries.

Exit codes:
  0  All orders match.
  1  The gateway rejected the queries.
  2  The file is invalid.
  3  The gateway did not respond to a query.
  4  An order differs from the gateway's order or is missing.

Examples:
  $ inrgate reconcile orders.csv
  $ inrgate reconcile salaries.csv --type payout --json`;

export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with one order per row')
    .addOption(
      oneOf(new Option('--type <type>', 'order type of the rows that do not contain a type'), orderTypes),
    )
    .option('--output <file>', 'result file (default: FILE.reconciled.csv)')
    .option(
      '--requests-per-minute <number>',
      'maximum number of requests per minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    )
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options, [file = '']) => {
    const code = await reconcile(session, file, options);
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}

async function reconcile(session: Session, file: string, options: Options): Promise<ExitCode> {
  const { output } = session;
  const { orders, problems } = listedOrders(await readCsv(file, listColumns), options.type);
  if (problems.length > 0) return reportRows(file, problems, output);
  const result = { file: options.output ?? resultFile(file, 'reconciled'), columns: resultColumns };
  await checkTarget(result);
  const progress = new BatchProgress(output.progress(), orders.length);
  // Each type requires its own key (spec: Authentication 2).
  const needed = orderTypes
    .filter((one) => orders.some(({ type }) => type === one))
    .map((type) => keys[type]);
  const client = new GatewayClient({
    ...(await session.credentials(...needed)),
    baseUrl: session.settings.baseUrl,
    requestsPerMinute: options.requestsPerMinute,
    // The requests of a killed run still count towards the gateway's limit.
    maxRetryAfter: longestWait,
    // Includes the wait for the client's own rate limit, and two waits that the gateway requires.
    deadline: 4 * longestWait,
    hooks: {
      beforeRetry: ({ delay, retryAfter }) =>
        progress.waiting(delay, retryAfter ? 'Retry-After of the gateway' : 'no response'),
    },
  });
  const stop = stopSignal();
  const asked = await askAll(orders, {
    client,
    stop,
    wait: (ms, why) => progress.wait(ms, why, stop),
    onOrder: ({ mchOrderNo }, index) => progress.show(index, mchOrderNo),
  }).finally(() => progress.end());
  let unwritten: unknown;
  try {
    writeCsv(result, asked.reconciled.map(resultRow));
  } catch (error) {
    unwritten = error;
  }
  const written = unwritten === undefined ? result.file : null;
  const code = reportReconciled({ file, ...asked, result: written }, output);
  if (unwritten !== undefined) throw unwritten;
  return code;
}

const keys = { payin: 'mchKey', payout: 'mchSecret' } as const satisfies Record<OrderType, KeyName>;
