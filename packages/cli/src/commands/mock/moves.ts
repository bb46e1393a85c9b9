import type { Command } from 'commander';
import { type ControlAnswer, segment } from '../../control/control-api.ts';
import { callbackText } from '../../control/control-text.ts';
import { type Collection, callOnOrder } from '../../control/named-order.ts';
import { orderText } from '../../output/output.ts';
import { onCall } from '../../session/session.ts';

/** A move of the customer or the operator: `POST /<collection>/<orderNo>/<name>` of the control API. */
interface Move {
  readonly name: string;
  readonly summary: string;
  /** Where the order may be; asked in this order. */
  readonly collections: readonly Collection[];
  /** Flags and what they mean; each is a field of the request's body. */
  readonly options?: readonly (readonly [flags: string, description: string])[];
  readonly text?: (answer: ControlAnswer) => string;
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
  { name: 'approve', summary: 'the operator approves a withdrawal', collections: ['payouts'] },
  {
    name: 'complete',
    summary: 'the transfer of an approved withdrawal is completed',
    collections: ['payouts'],
    options: [['--txid <text>', 'transfer reference']],
  },
  {
    name: 'reject',
    summary: 'the operator rejects a withdrawal',
    collections: ['payouts'],
    options: [message],
  },
  { name: 'cancel', summary: 'a withdrawal is cancelled', collections: ['payouts'], options: [message] },
  {
    name: 'resend',
    summary: "send an order's latest callback once more",
    collections: ['payins', 'payouts', 'links'],
    text: callbackText,
  },
];

const titles = { payins: 'Pay-in', links: 'Link', payouts: 'Withdrawal' } as const;

/** What customers and operators do to orders. */
export function registerMoves(parent: Command): void {
  for (const move of moves) registerMove(parent.command(move.name), move);
}

function registerMove(command: Command, { name, summary, collections, options = [], text }: Move): void {
  const orderNo = collections[0] === 'payouts' ? 'WD2026112015040500000001' : 'PI2026112015040500000001';
  command
    .description(summary)
    .argument('<orderNo>', "the service's order number, a link code, or the merchant's own number");
  for (const [flags, description] of options) command.option(flags, description);
  command.addHelpText(
    'after',
    `\nExamples:\n  $ inrgate mock ${name} ${orderNo}\n  $ inrgate mock ${name} ORDER-1`,
  );
  onCall<{ readonly mchId?: string }>(command, async (session, { mchId }, [order = '']) => {
    const control = session.control();
    const found = await callOnOrder(
      control,
      { collections, order, mchId },
      ({ collection, orderNo: number }) =>
        control.post(`/${collection}/${segment(number)}/${name}`, command.opts()),
    );
    session.output.data(found.answer, () =>
      text === undefined ? orderText(titles[found.collection], found.answer) : text(found.answer),
    );
  });
}
