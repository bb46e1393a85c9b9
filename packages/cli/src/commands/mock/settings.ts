import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { orNone, readBoolean, readCount, readCountOrNone } from '../../input/value-readers.ts';
import { answerText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';

/** Options that are one setting together. */
const lock = {
  lockFailures: 'failures',
  lockWindowSeconds: 'windowSeconds',
  lockSeconds: 'lockSeconds',
} as const;

/** The settings of the gateway. */
export function registerSettings(parent: Command): void {
  const command = parent.command('settings').description('the settings of the mock gateway');
  registerGet(command.command('get', { isDefault: true }));
  registerSet(command.command('set'));
}

function registerGet(command: Command): void {
  command
    .description('all settings')
    .addHelpText('after', '\nExample:\n  $ inrgate mock settings get --json');
  onCall(command, async (session) => {
    const settings = await session.control().get('/settings');
    session.output.data(settings, () => answerText('Settings', settings));
  });
}

function registerSet(command: Command): void {
  command
    .description('change settings')
    .option('--usdt-rate <rate>', 'INR per USDT with four decimals; none: there is no rate')
    .option('--order-validity-minutes <number>', 'until a pay-in expires', readCount)
    .addOption(new Option('--late-payments <rule>', 'payments after expiry').choices(['credit', 'refuse']))
    .option('--failed-payin-callback <boolean>', "whether a pay-in's failed callback is sent", readBoolean)
    .option(
      '--rate-limit-per-minute <number>',
      'requests of a merchant from one address; none: any number',
      readCountOrNone,
    )
    .option(
      '--lock-failures <number>',
      'wrong signatures that lock an address; none: they never do',
      readCountOrNone,
    )
    .option('--lock-window-seconds <number>', 'within which they count', readCount)
    .option('--lock-seconds <number>', 'for how long', readCount)
    .option(
      '--maintenance <boolean>',
      'whether every v3 call returns 503 maintenance; v1 goes on',
      readBoolean,
    )
    .option('--provider-available <boolean>', 'whether there is a payment channel', readBoolean)
    .addHelpText(
      'after',
      `
Examples:
  $ inrgate mock settings set --maintenance true
  $ inrgate mock settings set --usdt-rate none --late-payments refuse
  $ inrgate mock settings set --rate-limit-per-minute none --lock-failures none`,
    );
  onCall(command, async (session) => {
    const patch = settingsOf(command.opts());
    if (Object.keys(patch).length === 0) throw new UsageError('nothing to change: give one of the options');
    const settings = await session.control().patch('/settings', { body: patch });
    session.output.data(settings, () => answerText('Settings', settings));
  });
}

function settingsOf(
  options: Readonly<Record<string, unknown>>,
): NonNullable<ControlRequest<'PATCH', '/settings'>['body']> {
  const isLock = (name: string): name is keyof typeof lock => Object.hasOwn(lock, name);
  const signatureLock = Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => (isLock(name) ? [[lock[name], value]] : [])),
  );
  const isOff = signatureLock['failures'] === 'none';
  if (isOff && Object.keys(signatureLock).length > 1)
    throw new UsageError('--lock-failures none goes without the other two of the lock');
  const others = Object.entries(options).filter(([name]) => !isLock(name));
  return {
    ...Object.fromEntries(others.map(([name, value]) => [name, orNone(value)])),
    ...(Object.keys(signatureLock).length > 0 && { signatureLock: isOff ? null : signatureLock }),
  };
}
