import { defaultLimits, formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { type Command, Option } from 'commander';
import { defaultRequestsPerMinute } from '../../batch/batch-client.ts';
import { readAmount, readRequestsPerMinute } from '../../batch/batch-options.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { importPayouts } from '../../payout-import/payout-import.ts';
import { onCall } from '../../session/session.ts';

interface Options {
  readonly yes?: true;
  readonly skipInvalid?: true;
  readonly stopOnError?: true;
  readonly repeat?: true;
  readonly acceptExisting?: true;
  readonly output?: string;
  readonly requestsPerMinute: number;
  readonly min: Paise;
  readonly max: Paise;
  readonly dailyLimit: Paise;
}

const { payoutMin, payoutMax, payoutDaily } = defaultLimits;

const help = `
The first line of the file names the columns, which are the parameters of a payout. Every row needs mchOrderNo, amount and
one destination:
  - upiId
  - usdtAddress
  - bankCode, accountName, accountNumber and ifsc
A row with two destinations also needs payType. In a spreadsheet, format account numbers as text, or they lose digits.

The import validates every row before it sends the first. It sends each row only under its own mchOrderNo.
FILE.csv.journal records the sent rows. After a failure, a refusal or a crash, run the same import again to continue.

Do not change a row after it was sent. You can change a refused row. A row is refused only if the gateway refused every
attempt. If the order number belongs to a payout that this import did not send, the row fails. With --accept-existing, that
payout counts as the row's.

Exit codes:
  0  Every row was sent.
  1  A row was refused, or its order number already existed.
  2  A row is invalid, or nothing was sent for another reason.
  3  The outcome of a row is unknown, or the import was interrupted. Run it again.

Examples:
  $ inrgate payout import salaries.csv
  $ inrgate payout import salaries.csv --yes --json
  $ inrgate payout import refunds.csv --skip-invalid --output refunds-done.csv`;

export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with one payout per line')
    .option('--yes', 'send without confirmation')
    .option('--skip-invalid', 'skip invalid rows')
    .option('--stop-on-error', 'stop at the first row that is refused or gets no response')
    .option('--repeat', 'pay rows again that may have been paid under an order number no longer in the file')
    .option(
      '--accept-existing',
      'accept an existing payout with the order number of a row, even if this import did not send it',
    )
    .option('--output <file>', 'result file (default: FILE.result.csv)')
    .option(
      '--requests-per-minute <number>',
      'maximum requests per minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    )
    .addOption(limit('--min', "your account's payout minimum", payoutMin))
    .addOption(limit('--max', "your account's payout maximum", payoutMax))
    .addOption(limit('--daily-limit', "your account's daily payout limit", payoutDaily))
    .addHelpText('after', help);
  onCall<Options>(command, async (session, options, [file = '']) => {
    const { yes = false, skipInvalid = false, stopOnError = false, repeat = false, ...rest } = options;
    const code = await importPayouts(session, file, {
      ...{ yes, skipInvalid, stopOnError, repeat, acceptExisting: rest.acceptExisting ?? false },
      output: rest.output,
      requestsPerMinute: rest.requestsPerMinute,
      range: { min: rest.min, max: rest.max },
      dailyLimit: rest.dailyLimit,
      again: ['payout', 'import', file, ...given(command, options)],
    });
    if (code !== exitCodes.done) throw new EndedWith(code);
  });
}

function limit(name: string, description: string, usual: Paise): Option {
  return new Option(`${name} <amount>`, description)
    .argParser(readAmount)
    .default(usual, formatAmount(usual));
}

/** Options of this command line as words. They exclude `--yes`, so the next run prompts again. */
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
