import type { ControlClient, ControlRequest, ControlResponse } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { orNone, readBoolean, readCount, readCountOrNone } from '../../input/value-readers.ts';
import { answerText, listText } from '../../mock/control-text.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall, type Session } from '../../session/session.ts';
import { changed, describe, registerControl, registerList } from './command.ts';

export function registerGateway(parent: Command): void {
  registerControl(parent.command('health'), {
    description: 'show the state and the version of the mock gateway',
    examples: ['health --json'],
    call: (session) => session.control().get('/health'),
    text: 'Gateway',
  });
  registerControl(parent.command('ready'), {
    description:
      'check whether the gateway accepts requests from a load balancer; exit code 3 if it does not',
    examples: ['ready'],
    call: (session) => session.control().get('/ready'),
    text: () => 'ready',
  });
  const reset = describe(
    parent.command('reset'),
    'restore the configured merchants and settings; delete orders, callbacks, faults and the request log; reset the clock',
    'reset',
  );
  onCall(reset, async (session) => {
    await session.control().post('/reset');
    session.output.note('reset the gateway to its configuration');
  });
}

export function registerClock(parent: Command): void {
  registerControl(parent.command('clock'), {
    description: "show the gateway's time",
    examples: ['clock --json'],
    call: (session) => session.control().get('/clock'),
    text: 'Clock',
  });
  registerAdvance(parent.command('advance'));
  const freeze = parent
    .command('freeze')
    .option('--at <instant>', 'time at which to stop the clock, as ISO 8601 with an offset');
  registerControl<ControlResponse<'Clock'>, { readonly at?: string }>(freeze, {
    description: 'stop the clock immediately or at a later time',
    examples: ['freeze', 'freeze --at 2026-11-21T00:00:00+05:30'],
    call: (session, _args, { at }) => session.control().post('/clock/freeze', { body: { at } }),
    text: 'Clock',
  });
  registerControl(parent.command('resume'), {
    description: 'restart the clock from the time at which it stopped',
    examples: ['resume'],
    call: (session) => session.control().post('/clock/resume'),
    text: 'Clock',
  });
}

function registerAdvance(command: Command): void {
  describe(
    command,
    'move the clock forward and run every expiry and retry that becomes due',
    'advance 31m',
    'advance next',
  ).argument('<duration>', 'duration, for example 90s, 31m or 1h30m, or next for the next due timer');
  onCall(command, async (session, _options, [by = '']) => {
    const control = session.control();
    const before = session.output.json ? undefined : await attemptsOf(control);
    const clock = await (by === 'next'
      ? control.post('/clock/advance-to-next')
      : control.post('/clock/advance', { body: { by } }));
    const after = before && (await attemptsOf(control));
    const lines = before && after ? [happened(before, after)] : [];
    session.output.data(clock, () => [answerText('Clock', clock), ...lines].join('\n'));
  });
}

type Attempts = readonly { readonly ok: boolean }[];

/** Only programs create more callbacks, and programs use the JSON output. */
const mostCallbacks = 4_000;

async function attemptsOf(control: ControlClient): Promise<Attempts | undefined> {
  const callbacks = await control.items('/callbacks', { wanted: mostCallbacks });
  return callbacks.length === mostCallbacks ? undefined : callbacks.flatMap(({ attempts }) => attempts);
}

function happened(before: Attempts, after: Attempts): string {
  const tried = after.length - before.length;
  if (tried <= 0) return '  no callback fell due';
  const failures = (attempts: Attempts) => attempts.filter(({ ok }) => !ok).length;
  const failed = failures(after) - failures(before) || 'none';
  return `  ${tried} ${tried === 1 ? 'callback' : 'callbacks'} attempted, ${failed} failed`;
}

export function registerLocks(parent: Command): void {
  const list = describe(
    parent.command('locks'),
    'list the IP addresses that are locked after wrong signatures, and the end of each lock',
    'locks',
  );
  const columns = ['ip', 'failures', 'lockedUntil'] as const;
  registerList(list, { title: 'Locks', path: '/locks', columns, paged: false });
  const unlock = describe(
    parent.command('unlock'),
    'unlock an IP address, or all IP addresses, after too many wrong signatures',
    'unlock 127.0.0.1',
    'unlock',
  ).argument('[ip]', 'IP address (default: all locked IP addresses)');
  onCall(unlock, async (session, _options, [ip]) => {
    const { output } = session;
    const control = session.control();
    if (ip !== undefined) {
      await control.delete('/locks/:id', { id: ip });
      output.note(`unlocked ${ip}`);
      return;
    }
    const { items } = await control.page('/locks');
    await control.delete('/locks');
    const unlocked = items.map((lock) => `unlocked ${lock.ip}`);
    output.note(...(unlocked.length === 0 ? ['no IP address is locked'] : unlocked));
  });
}

const settingOptions: readonly (readonly [string, string, ((text: string) => unknown)?])[] = [
  ['--usdt-rate <rate>', 'INR per USDT with four decimals, or none to remove the rate'],
  ['--order-validity-minutes <number>', 'minutes until a pay-in expires', readCount],
  ['--late-payments <rule>', 'what to do with a payment after expiry'],
  ['--failed-payin-callback <boolean>', 'if true, send a callback for a failed pay-in', readBoolean],
  [
    '--rate-limit-per-minute <number>',
    'maximum number of requests per minute for each merchant and IP address, or none to remove the limit',
    readCountOrNone,
  ],
  [
    '--lock-failures <number>',
    'number of wrong signatures that lock an IP address, or none to turn the lock off',
    readCountOrNone,
  ],
  [
    '--lock-window-seconds <number>',
    'period in seconds in which wrong signatures count towards the lock',
    readCount,
  ],
  ['--lock-seconds <number>', 'duration of the lock in seconds', readCount],
  [
    '--maintenance <boolean>',
    'if true, return 503 maintenance for every v3 request; v1 stays available',
    readBoolean,
  ],
  ['--provider-available <boolean>', 'if false, return 503 provider_unavailable for pay-ins', readBoolean],
  [
    '--pay-after-seconds <number>',
    'seconds after which simulated customers settle an order, or none to turn the simulation off',
    readCountOrNone,
  ],
];

export function registerSettings(parent: Command): void {
  const command = parent.command('settings').description('show or change the settings of the mock gateway');
  registerControl(command.command('get', { isDefault: true }), {
    description: 'show all settings',
    examples: ['settings get --json'],
    call: (session) => session.control().get('/settings'),
    text: 'Settings',
  });
  const set = command.command('set');
  for (const [flags, description, read] of settingOptions) {
    const option = new Option(flags, description);
    if (flags.startsWith('--late-payments')) option.choices(['credit', 'refuse']);
    set.addOption(read === undefined ? option : option.argParser(read));
  }
  registerControl(set, {
    description: 'change settings',
    examples: [
      'settings set --maintenance true',
      'settings set --usdt-rate none --late-payments refuse',
      'settings set --rate-limit-per-minute none --lock-failures none',
    ],
    call: async (session) => session.control().patch('/settings', { body: changed(settingsOf(set.opts())) }),
    text: 'Settings',
  });
}

function settingsOf(
  options: Readonly<Record<string, unknown>>,
): NonNullable<ControlRequest<'PATCH', '/settings'>['body']> {
  const { payAfterSeconds, lockFailures, lockWindowSeconds, lockSeconds, ...others } = options;
  const lock = { failures: lockFailures, windowSeconds: lockWindowSeconds, lockSeconds };
  const isOff = lockFailures === 'none';
  if (isOff && (lockWindowSeconds ?? lockSeconds) !== undefined)
    throw new UsageError(
      '--lock-failures none cannot be combined with --lock-window-seconds or --lock-seconds',
    );
  const hasLock = Object.values(lock).some((value) => value !== undefined);
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, orNone(value)])),
    ...(payAfterSeconds !== undefined && {
      simulation: payAfterSeconds === 'none' ? null : { payAfterSeconds: Number(payAfterSeconds) },
    }),
    ...(hasLock && { signatureLock: isOff ? null : (lock as object) }),
  };
}

export function registerSnapshots(parent: Command): void {
  const snapshot = parent
    .command('snapshot')
    .description('save and restore the whole state of the mock gateway')
    .addHelpText(
      'after',
      `
A snapshot contains the orders, the ledger, the callbacks, the merchants, the settings and the clock. Snapshots require a
gateway that stores its data in memory or in a file.

Examples:
  $ inrgate mock snapshot save fixtures
  $ inrgate mock snapshot restore fixtures`,
    );
  registerSnapshot(snapshot, 'save', 'save the current state under a name', async (session, name) => {
    const saved = await session.control().post('/snapshots', { body: { name } });
    session.output.data(saved, () => `saved ${saved.name}: ${saved.orders} orders, ${saved.createdAt}`);
  });
  registerSnapshot(snapshot, 'restore', 'restore a saved state', async (session, id) => {
    await session.control().post('/snapshots/:id/restore', { id });
    session.output.data({ restored: id }, () => `restored ${id}`);
  });
  registerSnapshot(snapshot, 'remove', 'remove a saved state', async (session, id) => {
    await session.control().delete('/snapshots/:id', { id });
    session.output.data({ removed: id }, () => `removed ${id}`);
  });
  registerControl(snapshot.command('list'), {
    description: 'list the saved states',
    examples: ['snapshot list'],
    call: async (session) => ({ items: (await session.control().get('/snapshots')).items }),
    text: ({ items }) => listText('Snapshots', items, ['name', 'createdAt', 'orders']),
  });
}

function registerSnapshot(
  parent: Command,
  verb: string,
  description: string,
  work: (session: Session, name: string) => Promise<void>,
): void {
  const command = describe(parent.command(verb), description, `snapshot ${verb} fixtures`);
  command.argument('<name>', 'name of the state: 1 to 64 letters, digits, "_" and "-"');
  onCall(command, (session, _options, [name = '']) => work(session, name));
}
