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
The first line of the file names the columns. The column mchOrderNo is required. The column "type" contains payin or payout.
--type sets the type of rows without a type. Optional columns to compare: ${comparedFields.join(', ')}.
The command skips empty values. Without a status column, a failed order counts as differing. Without a paidAmount column, a
pay-in counts as differing if the customer paid another amount. You can also pass a payout import file or a CSV statement.
The command skips the top-ups and links of a statement.

The result of each order is matching, differing, missing (unknown to the gateway) or unknown (no response). The API cannot
list orders, so reconcile cannot find orders that your file omits.

The command waits as long as the gateway's Retry-After requires. After Ctrl-C or a rejection, the command writes the results
of the completed queries.

Exit codes:
  0  All orders match.
  1  The gateway rejected the queries.
  2  The file is invalid.
  3  The gateway did not respond to the query of an order.
  4  An order differs, failed or is missing.

Examples:
  $ inrgate reconcile orders.csv
  $ inrgate reconcile salaries.csv --type payout --json
  $ inrgate reconcile statement.csv`;

export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with one order per row')
    .addOption(oneOf(new Option('--type <type>', 'type of rows without a type'), orderTypes))
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
