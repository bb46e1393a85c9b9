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
The first line names the columns, by the parameters of a withdrawal: mchOrderNo and amount, and where it goes:
upiId; or usdtAddress; or bankCode, accountName, accountNumber and ifsc; payType where a row names two of them.
Format account numbers as text in a spreadsheet: as numbers they lose digits.

Every row is checked before the first is sent, and is sent under its own mchOrderNo and no other. FILE.csv.journal
keeps what was sent: run the same import again after a failure, a refusal or a kill, and it goes on where it stopped.
A row that was sent must not be changed after that; one that was refused may be. A row is refused only when the
gateway refused every attempt. An order number of an existing payout that this import did not send, such as one of
last month, fails its row; --accept-existing counts that payout as the row's.

Exit codes: 0 every row is sent; 1 one was refused, or its order number existed before; 2 a row cannot be paid, or
nothing was sent for another reason; 3 the outcome of one is not known, or the import was interrupted: run it again.

Examples:
  $ inrgate payout import salaries.csv
  $ inrgate payout import salaries.csv --yes --json
  $ inrgate payout import refunds.csv --skip-invalid --output refunds-done.csv`;

/** `inrgate payout import FILE.csv`. */
export function register(command: Command): void {
  command
    .argument('<file>', 'CSV file with a withdrawal on each line')
    .option('--yes', 'send without asking')
    .option('--skip-invalid', 'leave out the rows that cannot be paid')
    .option('--stop-on-error', 'stop at the first row that is refused or has no answer')
    .option(
      '--repeat',
      'pay again what was or may have been paid under an order number no longer in the file',
    )
    .option(
      '--accept-existing',
      'count a payout that this import did not send as the row of its order number',
    )
    .option('--output <file>', 'where the result goes (default: FILE.result.csv)')
    .option(
      '--requests-per-minute <number>',
      'requests a minute',
      readRequestsPerMinute,
      defaultRequestsPerMinute,
    )
    .addOption(limit('--min', "your account's smallest withdrawal", payoutMin))
    .addOption(limit('--max', "your account's largest withdrawal", payoutMax))
    .addOption(limit('--daily-limit', "your account's limit of a day", payoutDaily))
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

/** The options of this command line as words, but for the yes: going on is to be asked again. */
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
