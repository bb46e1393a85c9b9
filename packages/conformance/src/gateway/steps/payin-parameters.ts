import { extraMaxLength, urlMaxLength } from '@inrgate/sdk/internal';
import type { Params } from '../merchant.ts';
import { type Run, type Step, tooLittle } from '../run.ts';

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
    for (const part of [missing, numbers, amounts, texts, accepting, queries, tradeTypes]) await part(run);
  },
};

async function missing(run: Run): Promise<void> {
  const expect = run.expecting({ instead: { ...early, '422 invalid_amount': 'reading:order.10' } });
  await expect('422 missing_param', ['spec:errors.missing_param', 'reading:order.10'], {
    'a pay-in without amount': run.tooSmall('payin', { amount: null }),
    'a pay-in without mchOrderNo': run.tooSmall('payin', { mchOrderNo: null }),
    'a pay-in without mchOrderNo and with a malformed amount': run.tooSmall('payin', {
      mchOrderNo: null,
      amount: 'abc',
    }),
  });
}

async function numbers(run: Run): Promise<void> {
  const expect = run.expecting({ instead: early });
  const payin = (mchOrderNo: string) => run.tooSmall('payin', { mchOrderNo });
  const rules = ['spec:payin.mch-order-no', 'spec:limits.mch-order-no'];
  const longest = `${run.number()}-`.padEnd(100, 'x');
  await expect('422 invalid_mch_order_no', ['spec:errors.invalid_mch_order_no', ...rules], {
    'a mchOrderNo with a space': payin('CHECK 1'),
    'a mchOrderNo of 101 characters': payin(`${longest}x`),
  });
  await expect(accepted, rules, {
    'a mchOrderNo of 100 characters': payin(longest),
    'a mchOrderNo with _ - . : # /': payin(`${run.number()}_-.:#/`),
  });
}

/** Amounts that are below the limits under every interpretation. */
const oddAmounts = ['1', '1.0', '1.000', '1e0', '01.00', ' 1.00', '+1.00', '0.00', '1,00'];

async function amounts(run: Run): Promise<void> {
  const { merchant } = run;
  const payin = (amount: string) => run.tooSmall('payin', { amount });
  const { mchId } = merchant.keys;
  const mchOrderNo = run.number();
  const sign = merchant.signOf('payin', { mchId, mchOrderNo, amount: tooLittle });
  const number = `{"mchId":"${mchId}","mchOrderNo":"${mchOrderNo}","amount":${tooLittle},"sign":"${sign}"}`;
  await run.expecting({ instead: early })('422 invalid_amount', ['spec:errors.invalid_amount'], {
    'an amount that is not a number': payin('abc'),
    'a negative amount': payin('-1.00'),
  });
  await run.expecting()('422 invalid_amount', ['reading:params.amount'], {
    ...Object.fromEntries(oddAmounts.map((text) => [`the amount ${JSON.stringify(text)}`, payin(text)])),
    'an amount that is a JSON number': merchant.bytes('payin', number),
  });
}

async function texts(run: Run): Promise<void> {
  const expect = run.expecting({ instead: early });
  const payin = (params: Params) => run.tooSmall('payin', params);
  const longest = 'x'.repeat(extraMaxLength);
  await expect('422 invalid_url', ['spec:errors.invalid_url'], {
    'an invalid notifyUrl': payin({ notifyUrl: 'shop.example' }),
  });
  await expect('422 invalid_url', ['reading:params.urls'], {
    'a returnUrl with ftp': payin({ returnUrl: 'ftp://shop.example/' }),
    'a notifyUrl with a user name': payin({ notifyUrl: 'https://a:b@shop.example/' }),
    'a notifyUrl of 2,049 characters': payin({
      notifyUrl: 'https://shop.example/'.padEnd(urlMaxLength + 1, 'x'),
    }),
  });
  await expect('422 invalid_extra', ['spec:limits.extra', 'reading:order.10'], {
    'an extra of 256 characters': payin({ extra: `${longest}x` }),
  });
  await expect(accepted, ['spec:limits.extra'], { 'an extra of 255 characters': payin({ extra: longest }) });
  await expect('422 invalid_trade_type', ['spec:errors.invalid_trade_type', 'spec:payin.trade-type'], {
    'an unknown tradeType': payin({ tradeType: 'card' }),
  });
}

async function accepting(run: Run): Promise<void> {
  const { merchant } = run;
  const expect = run.expecting();
  const snake = {
    merchant_id: merchant.keys.mchId,
    merchant_order_no: run.number(),
    amount: tooLittle,
    trade_type: 'INRUPI',
    callback_url: 'https://shop.example/callbacks',
    return_url: 'https://shop.example/thanks',
  };
  await expect(accepted, ['spec:payin.aliases', 'spec:errors.amount_range'], {
    'a pay-in below the smallest amount, with the snake_case names': merchant.exactly('payin', snake),
  });
  await expect('422 invalid_url', ['spec:payin.aliases'], {
    'a pay-in with an invalid callback_url': merchant.exactly('payin', { ...snake, callback_url: 'none' }),
  });
  const params = { mchOrderNo: run.number(), amount: tooLittle, extra: 'a+b ü' };
  await expect(accepted, ['spec:conventions.bodies', 'spec:errors.amount_range'], {
    'a pay-in below the smallest amount, as a form': merchant.v3('payin', params, { form: true }),
  });
}

async function queries(run: Run): Promise<void> {
  const expect = run.expecting();
  const query = (params: Params) => run.merchant.v3('check-order-status', params);
  await expect('422 missing_param', ['reading:params.query-both', 'spec:errors.missing_param'], {
    'the query without an order number': query({}),
  });
  await expect('422 invalid_mch_order_no', ['spec:errors.invalid_mch_order_no'], {
    'the query of a mchOrderNo with a space': query({ mchOrderNo: 'CHECK 1' }),
  });
  await expect('404 order_not_found', ['spec:query.not-found', 'spec:errors.order_not_found'], {
    'the query of an unknown orderNo': query({ orderNo: 'CHECK1' }),
  });
}

/** Checks the account's payment methods with amounts that are too small. */
async function tradeTypes(run: Run): Promise<void> {
  for (const tradeType of ['INRUPI', 'usdt']) {
    const reply = await run.expecting()([accepted, '422 method_not_allowed'], ['spec:payin.trade-type'], {
      [`a pay-in below the smallest amount, ${tradeType}`]: run.tooSmall('payin', { tradeType }),
    });
    if (reply?.error !== 'method_not_allowed') continue;
    run.see(reply, { 'spec:errors.method_not_allowed': true });
    if (tradeType === 'usdt') run.usdtEnabled = false;
  }
}
