import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { quoted } from '../../traffic/finding.ts';
import { paiseOf } from '../../traffic/schema-issues.ts';
import type { Params } from '../merchant.ts';
import { type Run, type Step, tooLittle } from '../run.ts';
import { firstOf, type Reply } from '../wire.ts';

const bank = {
  bankCode: 'Other / Not Listed',
  accountName: 'inrgate check',
  accountNumber: '000000000000',
  ifsc: 'HDFC0000000',
};
const wrongUpi = { upiId: 'inrgate-check' };
const wrongKey = ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'];

/**
 * Step about each parameter of a payout. In each request, both the destination and the amount are invalid. A gateway
 * that does not detect one of the two mistakes therefore still pays nothing.
 */
export const payoutParameters: Step = {
  title: 'the parameters of a payout',
  level: 'read-only',
  play: async (run) => {
    const first = await run.expecting({ instead: early })(
      ['422 upi_invalid', '403 ip_whitelist_required', '403 ip_not_allowed'],
      ['spec:errors.upi_invalid', 'spec:payout.upi', 'reading:order.12'],
      { 'a UPI ID without a bank': run.tooSmall('payout', wrongUpi) },
    );
    const code = first?.error ?? '';
    if (first !== null && (code === 'ip_whitelist_required' || code === 'ip_not_allowed')) {
      run.payouts = `the gateway rejects payouts (403 ${code}), because this IP address is not on a saved allow-list`;
      run.see(first, { [`spec:errors.${code}`]: true });
    }
    await destinations(run);
    await types(run);
    await others(run);
  },
};

/** This response means that the gateway checks the limits before the destination. */
const early = { '422 amount_range': 'reading:order.12' };

async function destinations(run: Run): Promise<void> {
  const expect = run.expecting({ instead: early, skip: run.payouts });
  const payout = (params: Params) => run.tooSmall('payout', params);
  const account = ['spec:errors.bank_invalid', 'spec:payout.account-number', 'spec:limits.account-number'];
  await expect('422 upi_invalid', ['reading:params.upi'], {
    'a UPI ID with a handle that begins with a digit': payout({ upiId: 'inrgate-check@0bank' }),
  });
  await expect('422 bank_invalid', account, {
    'an account number of 5 digits': payout({ ...bank, accountNumber: '00000' }),
    'an account number of 21 digits': payout({ ...bank, accountNumber: '0'.repeat(21) }),
    'an account number that contains letters': payout({ ...bank, accountNumber: 'inrgate-check' }),
  });
  await expect('422 bank_invalid', ['reading:params.bank'], {
    'a blank account name': payout({ ...bank, accountName: ' ' }),
  });
  await expect('422 ifsc_invalid', ['spec:errors.ifsc_invalid', 'spec:payout.ifsc'], {
    'an IFSC code with a letter instead of the zero': payout({ ...bank, ifsc: 'HDFCO000000' }),
  });
  const address = ['422 address_invalid', '422 method_not_allowed'];
  await expect(address, ['spec:errors.address_invalid', 'spec:payout.usdt'], {
    'a USDT address that does not begin with T': payout({ usdtAddress: 'inrgate-check' }),
  });
  await expect(address, ['reading:params.trc20'], {
    'a USDT address with a wrong checksum': payout({ usdtAddress: `T${'1'.repeat(33)}` }),
  });
}

async function types(run: Run): Promise<void> {
  const expect = run.expecting({ instead: early, skip: run.payouts });
  const inOrder = run.expecting({
    skip: run.payouts,
    instead: { '422 amount_range': 'reading:order.10', '422 upi_invalid': 'reading:order.10' },
  });
  const payout = (params: Params) => run.tooSmall('payout', params);
  const incomplete = ['spec:errors.missing_param', 'spec:payout.destinations'];
  await inOrder('422 invalid_pay_type', ['spec:errors.invalid_pay_type'], {
    'an unknown payType': payout({ payType: 'cash', ...wrongUpi }),
  });
  await expect('422 invalid_pay_type', ['reading:params.pay-type'], {
    'two kinds of destination': payout({ ...bank, ...wrongUpi }),
  });
  await expect('422 missing_param', ['spec:errors.missing_param', 'reading:params.pay-type'], {
    'no destination': payout({}),
  });
  await inOrder('422 missing_param', [...incomplete, 'reading:params.bank'], {
    'a bank account without the IFSC code': payout({ ...bank, ifsc: null }),
  });
  await inOrder('422 missing_param', incomplete, {
    'payType bank with only a UPI ID': payout({ payType: 'bank', ...wrongUpi }),
  });
}

async function others(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting({ instead: { '422 upi_invalid': 'reading:order.10' }, skip: run.payouts });
  const params = { mchOrderNo: run.number(), amount: tooLittle, ...wrongUpi };
  const snake = { merchant_id: merchant.keys.mchId, merchant_order_no: run.number(), amount: tooLittle };
  await expect('422 invalid_amount', ['spec:errors.invalid_amount'], {
    'a payout with an amount that is not a number': merchant.v3('payout', { ...params, amount: 'abc' }),
  });
  await expect('422 invalid_mch_order_no', ['spec:errors.invalid_mch_order_no', 'spec:limits.mch-order-no'], {
    'a payout with a space in its mchOrderNo': merchant.v3('payout', { ...params, mchOrderNo: 'CHECK 1' }),
  });
  const refused = ['422 upi_invalid', '422 amount_range'];
  await expect(refused, ['spec:payout.aliases'], {
    'a payout with the snake_case names': merchant.exactly('payout', { ...snake, ...wrongUpi }),
  });
  await expect(refused, ['spec:conventions.bodies'], {
    'a payout as a form': merchant.v3('payout', params, { form: true }),
  });
  await run.expecting({ instead: { '422 missing_param': 'reading:order.8' } })(
    '401 wrong_key_type',
    wrongKey,
    {
      'a payout signed with mchKey': merchant.v3('payout', { mchOrderNo: run.number() }, { key: 'mchKey' }),
    },
  );
}

const orderRules = [
  ...['spec:payout.fields', 'spec:payout.order-no', 'spec:payout.fee', 'spec:payout.held'],
  ...['spec:payout.idempotent', 'spec:payout.conflict', 'spec:payout.detection', 'spec:query.payout'],
];

/** Step that creates a payout for the minimum amount. Only this step costs money. */
export const payoutOrders: Step = {
  title: 'a payout: creation, repetition and query',
  level: 'smallest',
  play: async (run) => {
    const { payoutUpi, payoutAmount: amount } = run.setup;
    if (run.payouts !== null) return run.board.unseen(orderRules, run.payouts);
    if (payoutUpi === undefined) return run.board.unseen(orderRules, 'payoutUpi (--payout-upi) is not set');
    const order = { mchOrderNo: run.number(), amount, upiId: payoutUpi };
    const before = await balance(run);
    const answers = ['200', '422 insufficient_balance', '422 amount_range', '422 daily_limit'];
    const made = await run.expecting()(answers, [], {
      'a payout for the minimum amount': run.merchant.v3('payout', order),
    });
    if (made === null || made.data === null) {
      return run.board.unseen(orderRules, `the gateway rejected the payout: ${made?.error ?? 'not sent'}`);
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
  return run.ask('the balance', run.merchant.v3('check-gateway-balance', {}));
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

interface Payout extends Params {
  readonly mchOrderNo: string;
  readonly amount: string;
}

/** Repeats the payout and returns the response to the unchanged request. */
async function repeats(run: Run, order: Payout): Promise<Reply | null> {
  const { merchant } = run;
  const { mchOrderNo, amount } = order;
  const expect = run.expecting();
  const other = formatAmount(parseAmount(amount) + 1n);
  const repeat = ['spec:payout.idempotent', 'reading:order.11', 'reading:params.payout-repeat'];
  const again = await expect('200', repeat, { 'the same payout again': merchant.v3('payout', order) });
  await expect('401 wrong_key_type', wrongKey, {
    'the same payout signed with mchKey': merchant.v3('payout', order, { key: 'mchKey' }),
  });
  await expect('409 duplicate_order', ['spec:payout.conflict', 'spec:errors.duplicate_order'], {
    'the same order number with another amount': merchant.v3('payout', { ...order, amount: other }),
    'the same order number with another pay type': merchant.v3('payout', { mchOrderNo, amount, ...bank }),
  });
  return again;
}

async function queries(run: Run, mchOrderNo: string, orderNo: string): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const query = 'check-order-status';
  const key = 'mchSecret';
  await expect('200', ['spec:query.payout', 'spec:query.either-number'], {
    'the query of a payout by mchOrderNo': merchant.v3(query, { mchOrderNo }, { key }),
    'the query of a payout by orderNo': merchant.v3(query, { orderNo }, { key }),
  });
  await expect('404 order_not_found', ['spec:query.key-selects', 'reading:params.name-spaces'], {
    'the query of a payout signed with mchKey': merchant.v3(query, { mchOrderNo }),
  });
}
