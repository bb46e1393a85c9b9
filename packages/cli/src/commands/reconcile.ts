import { type Command, Option } from 'commander';
import { oneOf } from '../input/choices.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { onCall } from '../session/session.ts';
import { addBatchOptions } from './reconcile/batch-options.ts';
import { comparedFields, orderTypes } from './reconcile/list.ts';
import { type ReconcileOptions, reconcile } from './reconcile/reconcile.ts';

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
    );
  addBatchOptions(command, 'reconciled').addHelpText('after', help);
  onCall<ReconcileOptions>(command, async (session, options, [file = '']) => {
    const code = await reconcile(session, file, options);
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}
