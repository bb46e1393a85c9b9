import { ControlApiError, type ControlResponse } from '@inrgate/mock-gateway/control';
import { type Command, Option } from 'commander';
import { allOf, anyOf } from '../../input/choices.ts';
import { durationText, readDuration } from '../../input/duration.ts';
import { answerText, callbackText } from '../../mock/control-text.ts';
import { onCall } from '../../session/session.ts';
import { describe, registerControl } from './control-command.ts';
import { registerList } from './list-command.ts';

const columns = [
  'id',
  'event',
  'orderNo',
  'mchId',
  'state',
  'attempts',
  'reason',
  'nextAttemptAt',
  'url',
] as const;

function withReason(callback: Callback) {
  return { ...callback, reason: callback.attempts.at(-1)?.reason };
}

type Callback = ControlResponse<'Callback'>;

const states = allOf<Callback['state']>({
  pending: true,
  delivering: true,
  delivered: true,
  failed: true,
  undeliverable: true,
});

export function registerCallbacks(parent: Command): void {
  const command = parent.command('callbacks').description('list callbacks and their attempts, newest first');
  const list = describe(
    command.command('list', { isDefault: true }),
    'list callbacks, newest first',
    'callbacks list --state failed',
  );
  registerList(list, {
    title: 'Callbacks',
    path: '/callbacks',
    columns,
    row: withReason,
    byMerchant: true,
    filters: [
      ['--order-no <number>', 'gateway order number or link code'],
      ['--state <state>', `state of the callbacks: ${anyOf(states)}`],
    ],
  });
  registerControl(command.command('get').argument('<id>', 'id of the callback'), {
    description: 'show a callback and its attempts; with --json, also show the exact body',
    examples: ['callbacks get cb_1 --json'],
    call: (session, [id = '']) => session.control().get('/callbacks/:id', { id }),
    text: callbackText,
  });
  registerSettle(command.command('settle'));
}

function registerSettle(command: Command): void {
  describe(
    command,
    'wait until every due delivery has ended; exit code 3 after the timeout',
    'callbacks settle --timeout 5s',
  ).addOption(
    new Option('--timeout <duration>', 'maximum waiting time').argParser(readDuration).default(30_000, '30s'),
  );
  onCall<{ readonly timeout: number }>(command, async (session, { timeout }) => {
    const settled = await session.control().post('/callbacks/settle', { body: { timeoutMs: timeout } });
    session.output.data(settled, () => answerText('Callbacks', settled));
    if (settled.settled) return;
    // Fail, because the wait reached its timeout (contract).
    throw new ControlApiError(
      `some deliveries did not end within ${durationText(timeout)}; retry with a longer --timeout`,
      { status: 504, code: 'not_settled' },
    );
  });
}
