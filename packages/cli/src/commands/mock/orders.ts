import { ControlApiError, type ControlResponse } from '@inrgate/mock-gateway/control';
import type { LinkStatus, PayinStatus, PayoutStatus } from '@inrgate/sdk/internal';
import { type Command, Option } from 'commander';
import { allOf, anyOf } from '../../input/choices.ts';
import { durationText, readDuration } from '../../input/value-readers.ts';
import { answerText, callbackText, flat } from '../../mock/control-text.ts';
import { bold, orderText, printable } from '../../output/output.ts';
import { table } from '../../output/table.ts';
import { onCall } from '../../session/session.ts';
import { describe, type ListSpec, registerControl, registerList } from './command.ts';

type CollectionName = 'payins' | 'payouts' | 'links';

interface Collection extends Pick<ListSpec<`/${CollectionName}`>, 'columns'> {
  readonly title: string;
  readonly states: readonly string[];
  readonly example: string;
}

const deposits: readonly (PayinStatus & LinkStatus)[] = ['pending', 'success', 'failed', 'expired'];
const payouts = allOf<PayoutStatus>({ pending: true, processing: true, success: true, failed: true });

const collections: Readonly<Record<CollectionName, Collection>> = {
  payins: {
    title: 'Pay-in',
    states: deposits,
    columns: ['orderNo', 'mchOrderNo', 'mchId', 'amount', 'tradeType', 'status', 'createdAt'],
    example: 'PI2026112015040500000001',
  },
  payouts: {
    title: 'Payout',
    states: payouts,
    columns: ['orderNo', 'mchOrderNo', 'mchId', 'amount', 'payType', 'status', 'createdAt'],
    example: 'WD2026112015040500000001',
  },
  links: {
    title: 'Link',
    states: deposits,
    columns: ['linkCode', 'clientRef', 'mchId', 'amount', 'tradeType', 'status', 'createdAt'],
    example: '4f9d2c1ab07e',
  },
};

export function registerOrders(parent: Command): void {
  for (const [name, collection] of Object.entries(collections)) {
    registerCollection(parent.command(name), name as CollectionName, collection);
  }
}

function registerCollection(
  command: Command,
  name: CollectionName,
  { title: one, states, columns, example }: Collection,
): void {
  const title = `${one}s`;
  const description = `list ${title.toLowerCase()}, newest first`;
  const list = command.description(description).command('list', { isDefault: true });
  registerList(list, {
    title,
    path: `/${name}`,
    columns,
    byMerchant: true,
    filters: [
      ['--status <status>', `state of the orders: ${anyOf(states)}`],
      ['--mch-order-no <number>', 'order number of the merchant'],
    ],
  });
  describe(list, description, `${name} list --status pending`);
  const get = describe(command.command('get'), 'show an order with its timeline', `${name} get ${example}`);
  get.argument('<orderNo>', 'order number, gateway order number or link code');
  onCall<{ readonly mchId?: string }>(get, async (session, { mchId }, [id = '']) => {
    const answer = await session.control().get(`/${name}/:id`, { id, query: { mchId } });
    const { timeline, ...values } = answer;
    session.output.data(answer, () => `${orderText(one, flat(values))}\n${timelineText(timeline)}`);
  });
}

type Entry = ControlResponse<'TimelineEntry'>;

export function timelineText(timeline: readonly Entry[]): string {
  const rows = timeline.map((entry) => [entry.at, entry.type, what(entry)].map(printable));
  return `${bold('Timeline')}\n${table(['at', 'type', 'what'], rows)}`;
}

function what(entry: Entry): string {
  switch (entry.type) {
    case 'move':
      return `${entry.from === null ? '' : `${entry.from} -> `}${entry.to}, by the ${entry.by}`;
    case 'ledger':
      return `${entry.kind}: ${entry.postings.map(({ account, amount }) => `${account} ${amount}`).join(', ')}`;
    case 'callback':
      return `${entry.event}, ${entry.state}`;
    case 'attempt': {
      const { event, manual, number, url, status, reason, fault } = entry;
      const why = `${reason === null ? '' : `: ${reason}`}${fault === null ? '' : ` (${fault.note})`}`;
      return `${event} ${manual ? 're-send' : 'attempt'} ${number} to ${url} [${status ?? 'no response'}]${why}`;
    }
    default:
      return '';
  }
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
    columns: [
      ...(['id', 'event', 'orderNo', 'mchId', 'state', 'attempts', 'reason'] as const),
      ...(['nextAttemptAt', 'url'] as const),
    ],
    row: (callback) => ({ ...callback, reason: callback.attempts.at(-1)?.reason }),
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
