import { extraMaxLength, urlMaxLength } from '@inrgate/sdk/internal';
import type { Probe, Run } from '../run.ts';
import { probesOf, tooLittle } from './parameter-probes.ts';
import type { Step } from './step.ts';

/** This response means that the gateway checks the business rules before the parameters. */
const early = { '422 amount_range': 'reading:order.10' };
/** The response to a pay-in whose only mistake is its amount. */
const accepted = '422 amount_range';

/**
 * Step about each parameter of a pay-in and of the query. The amount of every valid pay-in is too small, so the step
 * creates no order.
 */
export const payinParameters: Step = {
  title: 'the parameters of a pay-in and of the query',
  level: 'read-only',
  play: async (run) => {
    await run.probes([...missing(run), ...numbers(run), ...amounts(run)]);
    await run.probes([...texts(run), ...accepting(run), ...queries(run)]);
    await tradeTypes(run);
  },
};

function missing(run: Run): readonly Probe[] {
  const payin = probesOf(run, 'payin', { ...early, '422 invalid_amount': 'reading:order.10' });
  const refused = ['422 missing_param', 'spec:errors.missing_param', 'reading:order.10'] as const;
  return [
    payin('a pay-in without amount', { amount: null }, ...refused),
    payin('a pay-in without mchOrderNo', { mchOrderNo: null }, ...refused),
    payin(
      'a pay-in without mchOrderNo and with a malformed amount',
      { mchOrderNo: null, amount: 'abc' },
      ...refused,
    ),
  ];
}

function numbers(run: Run): readonly Probe[] {
  const payin = probesOf(run, 'payin', early);
  const shows = ['spec:payin.mch-order-no', 'spec:limits.mch-order-no'];
  const refused = ['422 invalid_mch_order_no', 'spec:errors.invalid_mch_order_no', ...shows] as const;
  const longest = `${run.number()}-`.padEnd(100, 'x');
  return [
    payin('a mchOrderNo with a space', { mchOrderNo: 'CHECK 1' }, ...refused),
    payin('a mchOrderNo of 101 characters', { mchOrderNo: `${longest}x` }, ...refused),
    payin('a mchOrderNo of 100 characters', { mchOrderNo: longest }, accepted, ...shows),
    payin('a mchOrderNo with _ - . : # /', { mchOrderNo: `${run.number()}_-.:#/` }, accepted, ...shows),
  ];
}

/** Amounts that are below the limits under every interpretation. */
const oddAmounts = ['1', '1.0', '1.000', '1e0', '01.00', ' 1.00', '+1.00', '0.00', '1,00'];

function amounts(run: Run): readonly Probe[] {
  const payin = probesOf(run, 'payin', early);
  const odd = probesOf(run, 'payin');
  const answer = '422 invalid_amount';
  const { mchId } = run.merchant.keys;
  const mchOrderNo = run.number();
  const sign = run.merchant.signOf('payin', { mchId, mchOrderNo, amount: tooLittle });
  const number = `{"mchId":"${mchId}","mchOrderNo":"${mchOrderNo}","amount":${tooLittle},"sign":"${sign}"}`;
  return [
    payin('an amount that is not a number', { amount: 'abc' }, answer, 'spec:errors.invalid_amount'),
    payin('a negative amount', { amount: '-1.00' }, answer, 'spec:errors.invalid_amount'),
    ...oddAmounts.map((amount) =>
      odd(`the amount ${JSON.stringify(amount)}`, { amount }, answer, 'reading:params.amount'),
    ),
    {
      what: 'an amount that is a JSON number',
      outgoing: run.merchant.bytes('payin', number),
      answer,
      shows: ['reading:params.amount'],
    },
  ];
}

function texts(run: Run): readonly Probe[] {
  const payin = probesOf(run, 'payin', early);
  const badUrl = ['422 invalid_url', 'reading:params.urls'] as const;
  const longUrl = 'https://shop.example/'.padEnd(urlMaxLength + 1, 'x');
  const [longest, tooLong] = ['x'.repeat(extraMaxLength), 'x'.repeat(extraMaxLength + 1)];
  const badType = ['spec:errors.invalid_trade_type', 'spec:payin.trade-type'];
  return [
    payin('an invalid notifyUrl', { notifyUrl: 'shop.example' }, badUrl[0], 'spec:errors.invalid_url'),
    payin('a returnUrl with ftp', { returnUrl: 'ftp://shop.example/' }, ...badUrl),
    payin('a notifyUrl with a user name', { notifyUrl: 'https://a:b@shop.example/' }, ...badUrl),
    payin('a notifyUrl of 2,049 characters', { notifyUrl: longUrl }, ...badUrl),
    payin(
      'an extra of 256 characters',
      { extra: tooLong },
      '422 invalid_extra',
      ...['spec:limits.extra', 'reading:order.10'],
    ),
    payin('an extra of 255 characters', { extra: longest }, accepted, 'spec:limits.extra'),
    payin('an unknown tradeType', { tradeType: 'card' }, '422 invalid_trade_type', ...badType),
  ];
}

function accepting(run: Run): readonly Probe[] {
  const { merchant } = run;
  const { mchId } = merchant.keys;
  const snake = {
    merchant_id: mchId,
    merchant_order_no: run.number(),
    amount: tooLittle,
    trade_type: 'INRUPI',
    callback_url: 'https://shop.example/callbacks',
    return_url: 'https://shop.example/thanks',
  };
  return [
    {
      what: 'a pay-in below the smallest amount, with the snake_case names',
      outgoing: merchant.exactly('payin', snake),
      answer: accepted,
      shows: ['spec:payin.aliases', 'spec:errors.amount_range'],
    },
    {
      what: 'a pay-in with an invalid callback_url',
      outgoing: merchant.exactly('payin', { ...snake, callback_url: 'none' }),
      answer: '422 invalid_url',
      shows: ['spec:payin.aliases'],
    },
    {
      what: 'a pay-in below the smallest amount, as a form',
      outgoing: merchant.v3(
        'payin',
        { mchOrderNo: run.number(), amount: tooLittle, extra: 'a+b ü' },
        { form: true },
      ),
      answer: accepted,
      shows: ['spec:conventions.bodies', 'spec:errors.amount_range'],
    },
  ];
}

function queries({ merchant }: Run): readonly Probe[] {
  return [
    {
      what: 'the query without an order number',
      outgoing: merchant.v3('check-order-status', {}),
      answer: '422 missing_param',
      shows: ['reading:params.query-both', 'spec:errors.missing_param'],
    },
    {
      what: 'the query of a mchOrderNo with a space',
      outgoing: merchant.v3('check-order-status', { mchOrderNo: 'CHECK 1' }),
      answer: '422 invalid_mch_order_no',
      shows: ['spec:errors.invalid_mch_order_no'],
    },
    {
      what: 'the query of an unknown orderNo',
      outgoing: merchant.v3('check-order-status', { orderNo: 'CHECK1' }),
      answer: '404 order_not_found',
      shows: ['spec:query.not-found', 'spec:errors.order_not_found'],
    },
  ];
}

/** Checks the account's payment methods with amounts that are too small. */
async function tradeTypes(run: Run): Promise<void> {
  const payin = probesOf(run, 'payin');
  for (const tradeType of ['INRUPI', 'usdt']) {
    const what = `a pay-in below the smallest amount, ${tradeType}`;
    const answer = [accepted, '422 method_not_allowed'];
    const reply = await run.probe(payin(what, { tradeType }, answer, 'spec:payin.trade-type'));
    if (reply?.error !== 'method_not_allowed') continue;
    run.see(reply, { 'spec:errors.method_not_allowed': true });
    if (tradeType === 'usdt') run.usdtEnabled = false;
  }
}
