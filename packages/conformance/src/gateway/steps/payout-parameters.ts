import type { Params } from '../merchant.ts';
import { expects, type Probe, type Run } from '../run.ts';
import { tooLittle } from './signatures.ts';
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

function payoutOf(run: Run) {
  return (what: string, params: Params, probe: Pick<Probe, 'answer' | 'shows' | 'instead'>): Probe => ({
    what,
    outgoing: run.merchant.v3('payout', { mchOrderNo: run.number(), amount: tooLittle, ...params }),
    // This response means that the gateway checks the limits before the destination.
    instead: { '422 amount_range': 'reading:order.12' },
    ...probe,
  });
}

function destinations(run: Run): readonly Probe[] {
  const payout = payoutOf(run);
  const account = ['spec:payout.account-number', 'spec:limits.account-number'];
  const bankInvalid = { answer: '422 bank_invalid', shows: ['spec:errors.bank_invalid', ...account] };
  return [
    payout(
      'a UPI ID without a bank',
      wrongUpi,
      expects('422 upi_invalid', 'spec:errors.upi_invalid', 'spec:payout.upi', 'reading:order.12'),
    ),
    payout(
      'a UPI ID with a handle that begins with a digit',
      { upiId: 'inrgate-check@0bank' },
      expects('422 upi_invalid', 'reading:params.upi'),
    ),
    payout('an account number of 5 digits', { ...bank, accountNumber: '00000' }, bankInvalid),
    payout('an account number of 21 digits', { ...bank, accountNumber: '0'.repeat(21) }, bankInvalid),
    payout(
      'an account number that contains letters',
      { ...bank, accountNumber: 'inrgate-check' },
      bankInvalid,
    ),
    payout(
      'a blank account name',
      { ...bank, accountName: ' ' },
      expects('422 bank_invalid', 'reading:params.bank'),
    ),
    payout(
      'an IFSC code with a letter instead of the zero',
      { ...bank, ifsc: 'HDFCO000000' },
      expects('422 ifsc_invalid', 'spec:errors.ifsc_invalid', 'spec:payout.ifsc'),
    ),
    payout(
      'a USDT address that does not begin with T',
      { usdtAddress: 'inrgate-check' },
      expects(
        ['422 address_invalid', '422 method_not_allowed'],
        'spec:errors.address_invalid',
        'spec:payout.usdt',
      ),
    ),
    payout(
      'a USDT address with a wrong checksum',
      { usdtAddress: `T${'1'.repeat(33)}` },
      expects(['422 address_invalid', '422 method_not_allowed'], 'reading:params.trc20'),
    ),
  ];
}

function types(run: Run): readonly Probe[] {
  const payout = payoutOf(run);
  const early = { '422 amount_range': 'reading:order.10', '422 upi_invalid': 'reading:order.10' };
  const invalid = '422 invalid_pay_type';
  const missing = '422 missing_param';
  return [
    payout(
      'an unknown payType',
      { payType: 'cash', ...wrongUpi },
      { ...expects(invalid, 'spec:errors.invalid_pay_type'), instead: early },
    ),
    payout('two kinds of destination', { ...bank, ...wrongUpi }, expects(invalid, 'reading:params.pay-type')),
    payout('no destination', {}, expects(missing, 'reading:params.pay-type', 'spec:errors.missing_param')),
    payout(
      'a bank account without the IFSC code',
      { ...bank, ifsc: null },
      {
        ...expects(missing, 'spec:payout.destinations', 'spec:errors.missing_param', 'reading:params.bank'),
        instead: early,
      },
    ),
    payout(
      'payType bank with only a UPI ID',
      { payType: 'bank', ...wrongUpi },
      { ...expects(missing, 'spec:payout.destinations', 'spec:errors.missing_param'), instead: early },
    ),
  ];
}

function others(run: Run): readonly Probe[] {
  const { merchant } = run;
  const payout = payoutOf(run);
  const snake = { merchant_id: merchant.keys.mchId, merchant_order_no: run.number(), amount: tooLittle };
  return [
    payout(
      'a payout with an amount that is not a number',
      { ...wrongUpi, amount: 'abc' },
      {
        ...expects('422 invalid_amount', 'spec:errors.invalid_amount'),
        instead: { '422 upi_invalid': 'reading:order.10' },
      },
    ),
    payout(
      'a payout with a space in its mchOrderNo',
      { ...wrongUpi, mchOrderNo: 'CHECK 1' },
      {
        ...expects(
          '422 invalid_mch_order_no',
          'spec:errors.invalid_mch_order_no',
          'spec:limits.mch-order-no',
        ),
        instead: { '422 upi_invalid': 'reading:order.10' },
      },
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
