import { defaultLimits, formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { addBatchOptions, readAmount } from '../../batch/batch-options.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { type ImportOptions, importPayouts } from '../../payout-import/payout-import.ts';
import { onCall } from '../../session/session.ts';

type Options = Omit<ImportOptions, 'again'>;

const { payoutMin, payoutMax, payoutDaily } = defaultLimits;

const help = `
The first line of the file contains the column names, which are the parameters of a payout. Every row requires mchOrderNo,
amount and one destination:
  - upiId
  - usdtAddress
  - bankCode, accountName, accountNumber and ifsc
A row with two destinations also requires payType. In a spreadsheet, format the column accountNumber as text. Otherwise, the
spreadsheet removes leading zeros and rounds long numbers.

The import validates every row before the first request. Each row must contain a different mchOrderNo. The import records
the sent rows in FILE.csv.journal. After a failure, a rejection or a crash, run the same command again to continue.

Edit only unsent rows and rows with the outcome refused. A row has this outcome if the gateway rejected every attempt. A row
fails if its order number belongs to a payout that this import did not send. With --accept-existing, the import accepts this
payout as the result of the row.

Exit codes:
  0  The gateway accepted every row.
  1  The gateway rejected a row, or a payout with the order number of a row already existed.
  2  A row is invalid, or the import stopped before the first request for another reason.
  3  The outcome of a row is unknown, or the import was interrupted. Run the import again.

Examples:
  $ inrgate payout import salaries.csv
  $ inrgate payout import salaries.csv --yes --json
  $ inrgate payout import refunds.csv --skip-invalid --output refunds-done.csv`;

export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with one payout per row')
    .option('--yes', 'send without confirmation')
    .option('--skip-invalid', 'skip invalid rows')
    .option('--stop-on-error', 'stop at the first row that the gateway rejects or does not respond to')
    .option('--repeat', 'continue even if the gateway may have paid rows that you removed from the file')
    .option('--accept-existing', 'accept an existing payout that has the order number of a row');
  addBatchOptions(command, 'result')
    .addOption(limit('--min', "your account's payout minimum", payoutMin))
    .addOption(limit('--max', "your account's payout maximum", payoutMax))
    .addOption(limit('--daily-limit', "your account's daily payout limit", payoutDaily))
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options, [file = '']) => {
    const again = ['payout', 'import', file, ...given(command, options)];
    const code = await importPayouts(session, file, { ...options, again });
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}

function limit(name: string, description: string, usual: Paise): Option {
  return new Option(`${name} <amount>`, description)
    .argParser(readAmount)
    .default(usual, formatAmount(usual));
}

/** Options of this command line as words. Excludes `--yes`, so the next run prompts again. */
function given(command: Command, options: Options): readonly string[] {
  const own = command.options.filter((option) => {
    const name = option.attributeName();
    return name !== 'yes' && command.getOptionValueSource(name) === 'cli';
  });
  return own.flatMap((option) => {
    const value = options[option.attributeName() as keyof Options];
    const flag = option.long ?? '';
    if (value === true) return [flag];
    return [flag, typeof value === 'bigint' ? formatAmount(value) : String(value)];
  });
}
