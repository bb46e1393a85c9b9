import type { Probe, Run } from '../run.ts';
import { probesOf, tooLittle } from './parameter-probes.ts';
import type { Step } from './step.ts';

const bank = {
  bankCode: 'Other / Not Listed',
  accountName: 'inrgate check',
  accountNumber: '000000000000',
  ifsc: 'HDFC0000000',
};
const wrongUpi = { upiId: 'inrgate-check' };

/**
 * Step about each parameter of a payout. In each request, both the destination and the amount are invalid. A gateway
 * that does not detect one of the two mistakes therefore still pays nothing.
 */
export const payoutParameters: Step = {
  title: 'the parameters of a payout',
  level: 'read-only',
  play: async (run) => {
    const [first, ...rest] = [...destinations(run), ...types(run), ...others(run)];
    const reply =
      first === undefined ? null : await run.probe({ ...first, answer: [first.answer, ...noList].flat() });
    const code = reply?.error ?? '';
    if (code === 'ip_whitelist_required' || code === 'ip_not_allowed') {
      const shows = rest.flatMap((probe) => probe.shows);
      run.payouts = `the gateway rejects payouts (403 ${code}), because this IP address is not on a saved allow-list`;
      if (reply !== null) run.see(reply, { [`spec:errors.${code}`]: true });
      return run.board.unseen([...new Set(shows)], run.payouts);
    }
    await run.probes(rest);
  },
};

const noList = ['403 ip_whitelist_required', '403 ip_not_allowed'];

/** This response means that the gateway checks the limits before the destination. */
const early = { '422 amount_range': 'reading:order.12' };

function destinations(run: Run): readonly Probe[] {
  const payout = probesOf(run, 'payout', early);
  const [upi, address] = ['422 upi_invalid', ['422 address_invalid', '422 method_not_allowed']];
  const bankInvalid = [
    '422 bank_invalid',
    ...['spec:errors.bank_invalid', 'spec:payout.account-number', 'spec:limits.account-number'],
  ] as const;
  const withNumber = (accountNumber: string) => ({ ...bank, accountNumber });
  return [
    payout(
      'a UPI ID without a bank',
      wrongUpi,
      upi,
      ...['spec:errors.upi_invalid', 'spec:payout.upi', 'reading:order.12'],
    ),
    payout(
      'a UPI ID with a handle that begins with a digit',
      { upiId: 'inrgate-check@0bank' },
      upi,
      'reading:params.upi',
    ),
    payout('an account number of 5 digits', withNumber('00000'), ...bankInvalid),
    payout('an account number of 21 digits', withNumber('0'.repeat(21)), ...bankInvalid),
    payout('an account number that contains letters', withNumber('inrgate-check'), ...bankInvalid),
    payout('a blank account name', { ...bank, accountName: ' ' }, bankInvalid[0], 'reading:params.bank'),
    payout(
      'an IFSC code with a letter instead of the zero',
      { ...bank, ifsc: 'HDFCO000000' },
      '422 ifsc_invalid',
      ...['spec:errors.ifsc_invalid', 'spec:payout.ifsc'],
    ),
    payout(
      'a USDT address that does not begin with T',
      { usdtAddress: 'inrgate-check' },
      address,
      ...['spec:errors.address_invalid', 'spec:payout.usdt'],
    ),
    payout(
      'a USDT address with a wrong checksum',
      { usdtAddress: `T${'1'.repeat(33)}` },
      address,
      'reading:params.trc20',
    ),
  ];
}

function types(run: Run): readonly Probe[] {
  const payout = probesOf(run, 'payout', early);
  const inOrder = probesOf(run, 'payout', {
    '422 amount_range': 'reading:order.10',
    '422 upi_invalid': 'reading:order.10',
  });
  const invalid = '422 invalid_pay_type';
  const missing = ['422 missing_param', 'spec:errors.missing_param'] as const;
  const incomplete = [...missing, 'spec:payout.destinations'] as const;
  return [
    inOrder('an unknown payType', { payType: 'cash', ...wrongUpi }, invalid, 'spec:errors.invalid_pay_type'),
    payout('two kinds of destination', { ...bank, ...wrongUpi }, invalid, 'reading:params.pay-type'),
    payout('no destination', {}, ...missing, 'reading:params.pay-type'),
    inOrder(
      'a bank account without the IFSC code',
      { ...bank, ifsc: null },
      ...incomplete,
      'reading:params.bank',
    ),
    inOrder('payType bank with only a UPI ID', { payType: 'bank', ...wrongUpi }, ...incomplete),
  ];
}

function others(run: Run): readonly Probe[] {
  const { merchant } = run;
  const payout = probesOf(run, 'payout', { '422 upi_invalid': 'reading:order.10' });
  const snake = { merchant_id: merchant.keys.mchId, merchant_order_no: run.number(), amount: tooLittle };
  return [
    payout(
      'a payout with an amount that is not a number',
      { ...wrongUpi, amount: 'abc' },
      '422 invalid_amount',
      'spec:errors.invalid_amount',
    ),
    payout(
      'a payout with a space in its mchOrderNo',
      { ...wrongUpi, mchOrderNo: 'CHECK 1' },
      '422 invalid_mch_order_no',
      ...['spec:errors.invalid_mch_order_no', 'spec:limits.mch-order-no'],
    ),
    {
      what: 'a payout with the snake_case names',
      outgoing: merchant.exactly('payout', { ...snake, ...wrongUpi }),
      answer: ['422 upi_invalid', '422 amount_range'],
      shows: ['spec:payout.aliases'],
    },
    {
      what: 'a payout as a form',
      outgoing: merchant.v3(
        'payout',
        { mchOrderNo: run.number(), amount: tooLittle, ...wrongUpi },
        { form: true },
      ),
      answer: ['422 upi_invalid', '422 amount_range'],
      shows: ['spec:conventions.bodies'],
    },
    {
      what: 'a payout signed with mchKey',
      outgoing: merchant.v3('payout', { mchOrderNo: run.number() }, { key: 'mchKey' }),
      answer: '401 wrong_key_type',
      shows: ['spec:errors.wrong_key_type', 'spec:auth.wrong-key', 'spec:auth.keys'],
      instead: { '422 missing_param': 'reading:order.8' },
    },
  ];
}
