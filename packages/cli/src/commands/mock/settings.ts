import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { orNone, readBoolean, readCount, readCountOrNone } from '../../input/value-readers.ts';
import { UsageError } from '../../output/usage-error.ts';
import { registerControl } from './control-command.ts';

/** Options that form one setting together. */
const lock = {
  lockFailures: 'failures',
  lockWindowSeconds: 'windowSeconds',
  lockSeconds: 'lockSeconds',
} as const;

export function registerSettings(parent: Command): void {
  const command = parent.command('settings').description('show or change the settings of the mock gateway');
  registerControl(command.command('get', { isDefault: true }), {
    description: 'show all settings',
    examples: ['settings get --json'],
    call: (session) => session.control().get('/settings'),
    text: 'Settings',
  });
  registerSet(command.command('set'));
}

function registerSet(command: Command): void {
  command
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
    );
  registerControl(command, {
    description: 'change settings',
    examples: [
      'settings set --maintenance true',
      'settings set --usdt-rate none --late-payments refuse',
      'settings set --rate-limit-per-minute none --lock-failures none',
    ],
    call: async (session) => {
      const body = settingsOf(command.opts());
      if (Object.keys(body).length === 0)
        throw new UsageError('the new setting is missing. Add at least one option');
      return session.control().patch('/settings', { body });
    },
    text: 'Settings',
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
