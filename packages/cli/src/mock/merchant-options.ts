import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { orNone, readBoolean } from '../input/value-readers.ts';
import { UsageError } from '../output/usage-error.ts';
import type { Session } from '../session/session.ts';

const limits = {
  payinMin: 'smallest pay-in',
  payinMax: 'largest pay-in',
  payoutMin: 'smallest withdrawal',
  payoutMax: 'largest withdrawal',
  payoutDaily: 'withdrawals of a day',
} as const;

/** The merchant that a command is about: the one that is named, else the one that calls are made as. */
export function merchantOf(session: Session, named: string | undefined): string {
  const mchId = named ?? session.settings.mchId;
  if (mchId === undefined) throw new UsageError('which merchant? Give its mchId, or --mch-id');
  return mchId;
}

/** A merchant's fields as options; keys are none: arguments are seen by every process of the machine. */
export function addMerchantOptions(command: Command): Command {
  command
    .option('--callback-url <url>', 'where callbacks go; none takes it away')
    .addOption(new Option('--callback-format <format>', 'how they are written').choices(['json', 'form']))
    .option(
      '--ip-allow-list <addresses>',
      'addresses and CIDR blocks, with commas; none takes it away',
      readList,
    )
    .option('--inr-enabled <boolean>', 'whether INR is on', readBoolean)
    .option('--usdt-enabled <boolean>', 'whether USDT is on', readBoolean)
    .option('--suspended <boolean>', 'whether the account is suspended', readBoolean);
  for (const [name, what] of Object.entries(limits)) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${flag} <amount>`, `limit: ${what}`);
  }
  return command;
}

/** The options as the control API's fields. */
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
    throw new InvalidArgumentError('An address is missing; none takes the list away.');
  return addresses;
}
