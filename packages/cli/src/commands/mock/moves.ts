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

/** A move of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly summary: string;
  /** Where the order may be; asked in this order. */
  readonly collections: readonly Collection[];
  /** Flags and what they mean; each is a field of the request's body. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  /** The states of the orders that `--all` moves; without them there is no `--all`. */
  readonly allIn?: readonly PayoutStatus[];
}

const message = ['--message <text>', 'reason, told in the callback'] as const;

const moves: readonly Move[] = [
  {
    name: 'pay',
    summary: 'the customer pays',
    collections: ['payins', 'links'],
    options: [
      ['--paid-amount <amount>', 'amount actually paid, if not the order amount'],
      ['--utr <text>', 'bank reference'],
    ],
  },
  { name: 'fail', summary: "the customer's payment fails", collections: ['payins', 'links'] },
  {
    name: 'approve',
    summary: 'the operator approves withdrawals',
    collections: ['payouts'],
    allIn: ['pending'],
  },
  {
    name: 'complete',
    summary: 'the transfers of approved withdrawals are completed',
    collections: ['payouts'],
    allIn: ['processing'],
    options: [['--txid <text>', 'transfer reference']],
  },
  {
    name: 'reject',
    summary: 'the operator rejects withdrawals',
    collections: ['payouts'],
    allIn: ['pending', 'processing'],
    options: [message],
  },
  {
    name: 'cancel',
    summary: 'withdrawals are cancelled',
    collections: ['payouts'],
    allIn: ['pending', 'processing'],
    options: [message],
  },
];

/** Options that say what belongs to one order alone. */
const ofOneOrder = ['utr', 'txid'] as const;

const titles = { payins: 'Pay-in', links: 'Link', payouts: 'Withdrawal' } as const;
const whichOrder = "the service's order number, a link code, or the merchant's own number";

/** What customers and operators do to orders. */
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
    .argument(allIn === undefined ? '<orderNo...>' : '[orderNo...]', `one or many: ${whichOrder}`);
  for (const [flags, description] of options) command.option(flags, description);
  if (allIn !== undefined) {
    command.option('--all', `every one that is ${anyOf(allIn)}; of one merchant with --mch-id`);
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
Many are moved one after the other, with a line for each; one that is refused does not keep the others, and makes the
exit code 1. With --json that is a line {"event":"order",…} for each, and {"event":"done",…}; of one order it is the answer
alone.

Examples:
  $ inrgate mock ${name} ${first}
  $ inrgate mock ${name} ${first} ${second}${forAll}`;
}

/** @throws {UsageError} unless it is said which orders are meant */
function checkNumber(
  command: Command,
  { orders, all = false }: { readonly orders: readonly string[]; readonly all: boolean | undefined },
): void {
  if (orders.length === 0 && !all)
    throw new UsageError(`which orders? Name them, or ${command.name()} --all`);
  if (orders.length > 0 && all) throw new UsageError('--all is every order: name none beside it');
  if (orders.length === 1) return;
  const own = ofOneOrder.find((option) => command.getOptionValue(option) !== undefined);
  if (own !== undefined) throw new UsageError(`--${own} is of one order alone`);
}

function registerResend(command: Command): void {
  command
    .description("send an order's latest callback once more, to where its callbacks go now")
    .argument('<orderNo>', whichOrder)
    .option('--to <url>', 'to this address instead, this once')
    .addHelpText(
      'after',
      `
The bytes are those of the first attempt, and the schedule of the others stays.

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
