import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { orNone, readBoolean, readCount, readCountOrNone } from '../../input/value-readers.ts';
import { answerText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';

/** Options that form one setting together. */
const lock = {
  lockFailures: 'failures',
  lockWindowSeconds: 'windowSeconds',
  lockSeconds: 'lockSeconds',
} as const;

export function registerSettings(parent: Command): void {
  const command = parent.command('settings').description('show or change the settings of the mock gateway');
  registerGet(command.command('get', { isDefault: true }));
  registerSet(command.command('set'));
}

function registerGet(command: Command): void {
  command
    .description('show all settings')
    .addHelpText('after', '\nExample:\n  $ inrgate mock settings get --json');
  onCall(command, async (session) => {
    const settings = await session.control().get('/settings');
    session.output.data(settings, () => answerText('Settings', settings));
  });
}

function registerSet(command: Command): void {
  command
    .description('change settings')
    .option('--usdt-rate <rate>', 'INR per USDT with four decimals, or none to remove the rate')
    .option('--order-validity-minutes <number>', 'minutes until a pay-in expires', readCount)
    .addOption(
      new Option('--late-payments <rule>', 'what to do with a payment after expiry').choices([
        'credit',
        'refuse',
      ]),
    )
    .option('--failed-payin-callback <boolean>', 'if true, send a callback for a failed pay-in', readBoolean)
    .option(
      '--rate-limit-per-minute <number>',
      'maximum number of requests per minute for each merchant and IP address, or none to remove the limit',
      readCountOrNone,
    )
    .option(
      '--lock-failures <number>',
      'number of wrong signatures that lock an IP address, or none to turn the lock off',
      readCountOrNone,
    )
    .option(
      '--lock-window-seconds <number>',
      'period in seconds in which wrong signatures count towards the lock',
      readCount,
    )
    .option('--lock-seconds <number>', 'duration of the lock in seconds', readCount)
    .option(
      '--maintenance <boolean>',
      'if true, return 503 maintenance for every v3 request; v1 stays available',
      readBoolean,
    )
    .option(
      '--provider-available <boolean>',
      'if false, return 503 provider_unavailable for pay-ins',
      readBoolean,
    )
    .option(
      '--pay-after-seconds <number>',
      'seconds after which simulated customers settle an order, or none to turn the simulation off',
      readCountOrNone,
    )
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
    if (Object.keys(patch).length === 0)
      throw new UsageError('the new setting is missing. Add at least one option');
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
    throw new UsageError(
      '--lock-failures none cannot be combined with --lock-window-seconds or --lock-seconds',
    );
  const { payAfterSeconds, ...rest } = options;
  const others = Object.entries(rest).filter(([name]) => !isLock(name));
  const simulation = payAfterSeconds === 'none' ? null : { payAfterSeconds: Number(payAfterSeconds) };
  return {
    ...Object.fromEntries(others.map(([name, value]) => [name, orNone(value)])),
    ...(payAfterSeconds !== undefined && { simulation }),
    ...(Object.keys(signatureLock).length > 0 && { signatureLock: isOff ? null : signatureLock }),
  };
}
