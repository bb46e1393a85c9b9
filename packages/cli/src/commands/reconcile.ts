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
The first line names the columns: mchOrderNo, type (payin or payout, unless --type says it for all), and whatever is
to be compared: ${comparedFields.join(', ')}.
An empty value is not compared. An order whose status is not listed differs when it has failed, and a pay-in whose
paidAmount is not listed differs when it was paid with another amount. The file that withdrawals were imported from is such a list.

Each order of the list is matching, differing, missing (the gateway has none of this number) or unknown (no answer).
The API lists no orders, so what is at the gateway and not in the list is not found.

Where the gateway says to wait, it is waited. What was found is written, whatever ends it: Ctrl-C, or a refusal.

Exit codes: 0 all match; 4 one differs, has failed or is missing; 3 one had no answer; 1 the gateway refused to be asked;
2 the file cannot be used.

Examples:
  $ inrgate reconcile orders.csv
  $ inrgate reconcile salaries.csv --type payout --json`;

/** `inrgate reconcile FILE.csv`. */
export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with an order on each line')
    .addOption(oneOf(new Option('--type <type>', 'of the orders that name none'), orderTypes))
    .option('--output <file>', 'where the result goes (default: FILE.reconciled.csv)')
    .option(
      '--requests-per-minute <number>',
      'requests a minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    )
    .addHelpText('after', help);
  onCall<Options>(command, async (session, { type, output, requestsPerMinute }, [file = '']) => {
    const code = await reconcile(session, file, { type, output, requestsPerMinute });
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}
