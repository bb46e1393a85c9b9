import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { flagOf } from '../../input/field-options.ts';
import { orNone, readBoolean } from '../../input/value-readers.ts';
import { UsageError } from '../../output/usage-error.ts';
import type { Session } from '../../session/session.ts';

const limits = {
  payinMin: 'pay-in minimum',
  payinMax: 'pay-in maximum',
  payoutMin: 'payout minimum',
  payoutMax: 'payout maximum',
  payoutDaily: 'daily payout limit',
} as const;

/** Argument for the Merchant ID. */
export const whose = ['[mchId]', 'Merchant ID (default: the current merchant)'] as const;

/** Merchant ID for a command: the named merchant, or else the current merchant. */
export function merchantOf(session: Session, named: string | undefined): string {
  const mchId = named ?? session.settings.mchId;
  if (mchId === undefined)
    throw new UsageError('the merchant is missing. Add the Merchant ID, or use --mch-id');
  return mchId;
}

/**
 * Adds a merchant's fields as options. Keys are not options, because every process on the machine can read arguments.
 */
export function addMerchantOptions(command: Command): Command {
  command
    .option('--callback-url <url>', 'callback URL, or none to remove the URL')
    .addOption(
      new Option('--callback-format <format>', 'format of callback bodies').choices(['json', 'form']),
    )
    .option(
      '--ip-allow-list <addresses>',
      'IP addresses and CIDR blocks, separated by commas, or none to remove the list',
      readList,
    )
    .option('--inr-enabled <boolean>', 'if true, allow orders in INR', readBoolean)
    .option('--usdt-enabled <boolean>', 'if true, allow orders in USDT', readBoolean)
    .option('--suspended <boolean>', 'if true, suspend the account', readBoolean);
  for (const [name, what] of Object.entries(limits)) {
    command.option(`${flagOf(name)} <amount>`, what);
  }
  return command;
}

/** Converts the options to fields of the control API. */
export function merchantFields(
  options: Readonly<Record<string, unknown>>,
): NonNullable<ControlRequest<'PATCH', '/merchants/:id'>['body']> {
  const isLimit = (name: string) => Object.hasOwn(limits, name);
  const entries = Object.entries(options);
  const own = entries.filter(([name]) => isLimit(name));
  return {
    ...Object.fromEntries(
      entries.filter(([name]) => !isLimit(name)).map(([name, value]) => [name, orNone(value)]),
    ),
    ...(own.length > 0 && { limits: Object.fromEntries(own) }),
  };
}

function readList(text: string): readonly string[] {
  if (text === 'none') return [];
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.includes(''))
    throw new InvalidArgumentError('The list contains an empty IP address. To remove the list, use none.');
  return addresses;
}
