import type { PayoutStatus } from '@inrgate/sdk/internal';
import type { Command } from 'commander';
import { anyOf } from '../../input/choices.ts';
import { callbackText } from '../../mock/control-text.ts';
import { moveMany, ordersIn } from '../../mock/many-orders.ts';
import { noteMissingCallback } from '../../mock/missing-callback.ts';
import { type Collection, callOnOrder, type MovePath } from '../../mock/named-order.ts';
import { orderText } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { onCall } from '../../session/session.ts';
import type { GlobalOptions } from '../../session/settings.ts';

/** Action of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly summary: string;
  /** Collections in which the command searches for the order, in this sequence. */
  readonly collections: readonly Collection[];
  /** Flags with their descriptions. The name of each flag is also a field of the request's body. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  /** States of the orders that `--all` selects. Absent if the command has no `--all`. */
  readonly allIn?: readonly PayoutStatus[];
}

const message = ['--message <text>', 'reason to include in the callback'] as const;

const moves: readonly Move[] = [
  {
    name: 'pay',
    summary: 'simulate a payment by the customer',
    collections: ['payins', 'links'],
    options: [
      ['--paid-amount <amount>', 'paid amount (default: the order amount)'],
      ['--utr <text>', 'bank reference (UTR)'],
    ],
  },
  { name: 'fail', summary: 'simulate a failed payment', collections: ['payins', 'links'] },
  {
    name: 'approve',
    summary: 'approve payouts as the operator',
    collections: ['payouts'],
    allIn: ['pending'],
  },
  {
    name: 'complete',
    summary: 'complete the transfers of approved payouts',
    collections: ['payouts'],
    allIn: ['processing'],
    options: [['--txid <text>', 'transfer reference']],
  },
  {
    name: 'reject',
    summary: 'reject payouts as the operator',
    collections: ['payouts'],
    allIn: ['pending', 'processing'],
    options: [message],
  },
  {
    name: 'cancel',
    summary: 'cancel payouts',
    collections: ['payouts'],
    allIn: ['pending', 'processing'],
    options: [message],
  },
];

/** Options that are valid only for a single order. */
const ofOneOrder = ['utr', 'txid'] as const;

const titles = { payins: 'Pay-in', links: 'Link', payouts: 'Payout' } as const;
const whichOrder = 'order number, gateway order number or link code';

export function registerMoves(parent: Command): void {
  for (const move of moves) registerMove(parent.command(move.name), move);
  registerResend(parent.command('resend'));
}

interface MoveOptions extends GlobalOptions {
  readonly all?: true;
}

function registerMove(command: Command, { name, summary, collections, options = [], allIn }: Move): void {
  const [first, second] = collections[0] === 'payouts' ? ['WD1', 'WD2'] : ['ORDER-1', 'ORDER-2'];
  command
    .description(summary)
    .argument(allIn === undefined ? '<orderNo...>' : '[orderNo...]', `one or more orders: ${whichOrder}`);
  for (const [flags, description] of options) command.option(flags, description);
  if (allIn !== undefined) {
    command.option(
      '--all',
      `select all payouts in the state ${anyOf(allIn)}; use --mch-id to select the payouts of one merchant`,
    );
  }
  command.addHelpText('after', movesHelp(name, { first, second, all: allIn !== undefined }));
  onCall<MoveOptions>(command, async (session, { mchId, all }, orders) => {
    const { all: _, ...body } = command.opts();
    checkNumber(command, { orders, all });
    const control = session.control();
    const moveOne = (order: string) =>
      callOnOrder(control, { collections, order, mchId }, ({ collection, orderNo }) =>
        control.post(`/${collection}/:id/${name}` as MovePath, { id: orderNo, body }),
      );
    const [order] = orders;
    if (order !== undefined && orders.length === 1) {
      const found = await moveOne(order);
      session.output.data(found.answer, () => orderText(titles[found.collection], found.answer));
      await noteMissingCallback(session, control, [found]);
      return;
    }
    const named = all
      ? await ordersIn(control, { collection: 'payouts', states: allIn ?? [], mchId })
      : orders;
    await moveMany(session, control, { orders: named, moveOne });
  });
}

interface HelpFacts {
  readonly first: string;
  readonly second: string;
  readonly all: boolean;
}

function movesHelp(name: string, { first, second, all }: HelpFacts): string {
  const forAll = all ? `\n  $ inrgate mock ${name} --all --mch-id DEMO1001` : '';
  return `
Processes several orders in sequence and prints one line for each order. If the gateway rejects an action, the command
continues with the next order. In this case, the exit code is 1. With --json, the command prints a line {"event":"order",…}
for each order and a final line {"event":"done",…}. For a single order, the command prints only the response.

Examples:
  $ inrgate mock ${name} ${first}
  $ inrgate mock ${name} ${first} ${second}${forAll}`;
}

/** @throws {UsageError} unless the arguments select orders */
function checkNumber(
  command: Command,
  { orders, all = false }: { readonly orders: readonly string[]; readonly all: boolean | undefined },
): void {
  if (orders.length === 0 && !all)
    throw new UsageError(
      `the order numbers are missing. Add at least one order number, or use ${command.name()} --all`,
    );
  if (orders.length > 0 && all) throw new UsageError('--all cannot be combined with order numbers');
  if (orders.length === 1) return;
  const own = ofOneOrder.find((option) => command.getOptionValue(option) !== undefined);
  if (own !== undefined) throw new UsageError(`--${own} requires exactly one order`);
}

function registerResend(command: Command): void {
  command
    .description('re-send the latest callback of an order to the current callback URL')
    .argument('<orderNo>', whichOrder)
    .option('--to <url>', 'send only this re-send to another URL')
    .addHelpText(
      'after',
      `
The re-send uses the body of the first attempt. It does not change the retry schedule.

Examples:
  $ inrgate mock resend ORDER-1
  $ inrgate mock resend ORDER-1 --to http://127.0.0.1:3001/callbacks`,
    );
  onCall<GlobalOptions & { readonly to?: string }>(command, async (session, { mchId, to }, [order = '']) => {
    const control = session.control();
    const named = { collections: ['payins', 'payouts', 'links'], order, mchId } as const;
    const { answer } = await callOnOrder(control, named, ({ collection, orderNo }) =>
      control.post(`/${collection}/:id/resend`, { id: orderNo, body: { to } }),
    );
    session.output.data(answer, () => callbackText(answer));
  });
}
