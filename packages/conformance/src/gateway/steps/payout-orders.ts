import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import { paiseOf } from '../../traffic/money.ts';
import type { Params } from '../merchant.ts';
import { firstOf, type Reply } from '../reply.ts';
import type { Run } from '../run.ts';
import type { Step } from './step.ts';

const shown = [
  'spec:payout.fields',
  'spec:payout.order-no',
  'spec:payout.fee',
  'spec:payout.held',
  'spec:payout.idempotent',
  'spec:payout.conflict',
  'spec:payout.detection',
  'spec:query.payout',
];

/** Step that creates a payout for the minimum amount. Only this step costs money. */
export const payoutOrders: Step = {
  title: 'a payout: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    const { payoutUpi, payoutAmount: amount } = run.setup;
    if (run.payouts !== null) return run.board.unseen(shown, run.payouts);
    if (payoutUpi === undefined) return run.board.unseen(shown, 'payoutUpi (--payout-upi) is not set');
    const order = { mchOrderNo: run.number(), amount, upiId: payoutUpi };
    const before = await balance(run);
    const made = await run.probe({
      what: 'a payout for the minimum amount',
      outgoing: run.merchant.v3('payout', order),
      answer: ['200', '422 insufficient_balance', '422 amount_range', '422 daily_limit'],
      shows: [],
    });
    if (made === null || made.data === null) {
      return run.board.unseen(shown, `the gateway rejected the payout: ${made?.error ?? 'not sent'}`);
    }
    run.see(made, firstOf(made, 'spec:payout.idempotent'));
    const after = await balance(run);
    const again = await repeats(run, order);
    const isPending = again?.data?.['status'] === 'pending';
    const held = isHeld(made, before, after) || (isPending ? tooLittleFrozen(made, after) : null);
    if (held === null)
      run.board.unseen(['spec:payout.held'], 'another order changed the wallet during the check');
    else run.see(after, { 'spec:payout.held': held });
    await queries(run, order.mchOrderNo, String(made.data['orderNo']));
  },
};

function balance(run: Run): Promise<Reply> {
  return run.ask({ what: 'the balance', outgoing: run.merchant.v3('check-gateway-balance', {}) });
}

/** Returns whether the gateway moved totalDebit from available to frozen. */
function isHeld(made: Reply, before: Reply, after: Reply): boolean {
  const debit = paiseOf(made.data?.['totalDebit']);
  const moved = (field: string) => {
    const [was, is] = [paiseOf(before.data?.[field]), paiseOf(after.data?.[field])];
    return was === null || is === null ? null : is - was;
  };
  return debit !== null && moved('available') === -debit && moved('frozen') === debit;
}

/** Checks that at least the debit of a pending payout is frozen, whatever other orders do. */
function tooLittleFrozen(made: Reply, after: Reply): string | null {
  const [debit, held] = [made.data?.['totalDebit'], after.data?.['frozen']];
  const [least, sum] = [paiseOf(debit), paiseOf(held)];
  return least !== null && sum !== null && sum < least
    ? `frozen is ${quoted(held)}, less than the ${quoted(debit)} of the pending payout`
    : null;
}

/** Repeats the payout and returns the response to the unchanged request. */
async function repeats(run: Run, order: Params & { readonly amount: string }): Promise<Reply | null> {
  const { merchant } = run;
  const conflict = {
    answer: '409 duplicate_order',
    shows: ['spec:payout.conflict', 'spec:errors.duplicate_order'],
  };
  const other = formatAmount(parseAmount(order.amount) + 1n);
  const again = await run.probe({
    what: 'the same payout again',
    outgoing: merchant.v3('payout', order),
    answer: '200',
    shows: ['spec:payout.idempotent', 'reading:order.11', 'reading:params.payout-repeat'],
  });
  await run.probes([
    {
      what: 'the same payout signed with mchKey',
      outgoing: merchant.v3('payout', order, { key: 'mchKey' }),
      answer: '401 wrong_key_type',
      shows: ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'],
    },
    {
      ...conflict,
      what: 'the same order number with another amount',
      outgoing: merchant.v3('payout', { ...order, amount: other }),
    },
    {
      ...conflict,
      what: 'the same order number with another pay type',
      outgoing: merchant.v3('payout', {
        mchOrderNo: order['mchOrderNo'] ?? '',
        amount: order.amount,
        ...account,
      }),
    },
  ]);
  return again;
}

const account = {
  bankCode: 'Other / Not Listed',
  accountName: 'inrgate check',
  accountNumber: '000000000000',
  ifsc: 'HDFC0000000',
};

async function queries(run: Run, mchOrderNo: string, orderNo: string): Promise<void> {
  const { merchant } = run;
  const query = 'check-order-status';
  const found = { answer: '200', shows: ['spec:query.payout', 'spec:query.either-number'] };
  const key = 'mchSecret';
  await run.probes([
    {
      ...found,
      what: 'the query of a payout by mchOrderNo',
      outgoing: merchant.v3(query, { mchOrderNo }, { key }),
    },
    {
      ...found,
      what: 'the query of a payout by orderNo',
      outgoing: merchant.v3(query, { orderNo }, { key }),
    },
    {
      what: 'the query of a payout signed with mchKey',
      outgoing: merchant.v3(query, { mchOrderNo }),
      answer: '404 order_not_found',
      shows: ['spec:query.key-selects', 'reading:params.name-spaces'],
    },
  ]);
}
