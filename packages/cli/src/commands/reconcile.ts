import { type Command, Option } from 'commander';
import { defaultRequestsPerMinute } from '../batch/batch-client.ts';
import { readRequestsPerMinute } from '../batch/batch-options.ts';
import { oneOf } from '../input/choices.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { comparedFields, type OrderType, orderTypes } from '../reconcile/list.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { onCall } from '../session/session.ts';

interface Options {
  readonly type?: OrderType;
  readonly output?: string;
  readonly requestsPerMinute: number;
}

const help = `
The first line of the file names the columns. The column mchOrderNo is required. The column type is payin or payout, unless
--type sets it for all rows. Optional columns to compare: ${comparedFields.join(', ')}.
An empty value is not compared. Without a status, a failed order differs. Without a paidAmount, a pay-in paid with another
amount differs. The file of a payout import and a CSV statement also work. Of a statement, top-ups
and links are skipped.

The result of each order is matching, differing, missing (the gateway does not have it) or unknown (no response). The API
cannot list orders, so reconcile does not find orders that are missing in your file.

The command waits as long as the gateway's Retry-After requires. After Ctrl-C or a refusal it writes the results so far.

Exit codes:
  0  All orders match.
  1  The gateway refused the queries.
  2  The file is unusable.
  3  An order had no response.
  4  An order differs, failed or is missing.

Examples:
  $ inrgate reconcile orders.csv
  $ inrgate reconcile salaries.csv --type payout --json
  $ inrgate reconcile statement.csv`;

export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with one order per line')
    .addOption(oneOf(new Option('--type <type>', 'type of the orders without one'), orderTypes))
    .option('--output <file>', 'result file (default: FILE.reconciled.csv)')
    .option(
      '--requests-per-minute <number>',
      'maximum requests per minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    )
    .addHelpText('after', help);
  onCall<Options>(command, async (session, { type, output, requestsPerMinute }, [file = '']) => {
    const code = await reconcile(session, file, { type, output, requestsPerMinute });
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}
