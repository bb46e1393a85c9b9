import type { LinkStatus, PayinStatus, PayoutStatus } from '@inrgate/sdk/internal';
import type { Command } from 'commander';
import { allOf, anyOf } from '../../input/choices.ts';
import type { Collection as CollectionName } from '../../mock/any-order.ts';
import { flat } from '../../mock/control-text.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';
import { type ListSpec, registerList } from './list-command.ts';
import { timelineText } from './timeline-text.ts';

interface Collection extends Pick<ListSpec<`/${CollectionName}`>, 'title' | 'columns'> {
  readonly name: CollectionName;
  readonly one: string;
  readonly states: readonly string[];
  readonly example: string;
}

const collections: readonly Collection[] = [
  {
    name: 'payins',
    title: 'Pay-ins',
    one: 'Pay-in',
    states: allOf<PayinStatus>({ pending: true, success: true, failed: true, expired: true }),
    columns: ['orderNo', 'mchOrderNo', 'mchId', 'amount', 'tradeType', 'status', 'createdAt'],
    example: 'PI2026112015040500000001',
  },
  {
    name: 'payouts',
    title: 'Payouts',
    one: 'Payout',
    states: allOf<PayoutStatus>({ pending: true, processing: true, success: true, failed: true }),
    columns: ['orderNo', 'mchOrderNo', 'mchId', 'amount', 'payType', 'status', 'createdAt'],
    example: 'WD2026112015040500000001',
  },
  {
    name: 'links',
    title: 'Links',
    one: 'Link',
    states: allOf<LinkStatus>({ pending: true, success: true, failed: true, expired: true }),
    columns: ['linkCode', 'clientRef', 'mchId', 'amount', 'tradeType', 'status', 'createdAt'],
    example: '4f9d2c1ab07e',
  },
];

export function registerOrders(parent: Command): void {
  for (const collection of collections) {
    const command = parent
      .command(collection.name)
      .description(`list ${collection.title.toLowerCase()}, newest first`);
    registerCollection(command, collection);
  }
}

function registerCollection(
  command: Command,
  { name, title, one, states, columns, example }: Collection,
): void {
  const list = command
    .command('list', { isDefault: true })
    .description(`list ${title.toLowerCase()}, newest first`);
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
  list.addHelpText('after', `\nExample:\n  $ inrgate mock ${name} list --status pending`);
  const get = command
    .command('get')
    .description('show an order with its timeline')
    .argument('<orderNo>', 'order number, gateway order number or link code');
  get.addHelpText('after', `\nExample:\n  $ inrgate mock ${name} get ${example}`);
  onCall<{ readonly mchId?: string }>(get, async (session, { mchId }, [order = '']) => {
    const answer = await session.control().get(`/${name}/:id`, { id: order, query: { mchId } });
    const { timeline, ...values } = answer;
    session.output.data(answer, () => `${orderText(one, flat(values))}\n${timelineText(timeline)}`);
  });
}
