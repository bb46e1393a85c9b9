import {
  absentFields,
  type PayType,
  payinCreated,
  payinFields,
  payinFound,
  payoutCreated,
  payoutFields,
  payoutFound,
  type V3Endpoint,
  wallet,
} from '@inrgate/sdk/internal';
import { alternativeSign, type RequestField, v3Requests } from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import { exampleOf } from '../../openapi/json-schema.ts';
import { type Example, type Examples, type Json, mapValues } from '../../openapi/parts.ts';
import { mchKey, mchSecret, signed } from '../../openapi/signed-example.ts';

/** Requests that work unchanged with the demo merchant. */
export function v3RequestExamples(): Readonly<Record<V3Endpoint, Examples>> {
  const merchant = paramsOf('check-gateway-balance');
  const payin = paramsOf('check-order-status', ['mchId', 'mchOrderNo']);
  const payinByOrderNo = paramsOf('check-order-status', ['mchId', 'orderNo']);
  const payout = paramsOf('payout', ['mchId', 'mchOrderNo']);
  return {
    payin: payinRequests(),
    'check-order-status': {
      payin: example('A pay-in, signed with mchKey', signed(payin, mchKey)),
      payinByOrderNo: example('A pay-in, by its gateway order number', signed(payinByOrderNo, mchKey)),
      payout: example('A payout, signed with mchSecret', signed(payout, mchSecret)),
    },
    payout: mapValues(destinationTitles, (title, kind) =>
      example(title, signed(destinationOnly(kind), mchSecret)),
    ),
    'check-gateway-balance': { wallet: example('The wallet', signed(merchant, mchSecret)) },
  };
}

const destinationTitles: Readonly<Record<PayType, string>> = {
  bank: 'To a bank account',
  upi: 'To a UPI ID',
  usdt: 'To a USDT address',
};

function payinRequests(): Examples {
  const upi = paramsOf('payin');
  const usdt = { ...paramsOf('payin', ['mchId', 'mchOrderNo', 'amount', 'notifyUrl']), tradeType: 'usdt' };
  const snake = underAliases('payin');
  const { merchant_id = '', amount = '', merchant_order_no = '', callback_url } = snake;
  const sign = alternativeSign({ merchant_id, amount, merchant_order_no, callback_url }, mchKey);
  return {
    upi: example('Paid by UPI, with every parameter', signed(upi, mchKey)),
    usdt: example('Paid in USDT', signed(usdt, mchKey)),
    aliases: example('With aliases, which the signature covers as sent', signed(snake, mchKey)),
    alternative: example('With the alternative signature', { ...snake, sign }),
  };
}

/** Responses to the examples of `v3RequestExamples`. */
export function v3AnswerExamples(baseUrl: string): Readonly<Record<V3Endpoint, Examples>> {
  const payUrl = new URL('/pay/3f9c0a', baseUrl).href;
  const unpaid = { ...absentFields(payinFields), pay_url: payUrl, payUrl };
  const [inr, usdt] = payinCreated.options;
  const [found] = payinFound.options;
  const order = newOrder(inr, unpaid);
  const payout = newOrder(payoutCreated, absentFields(payoutFields));
  const query = { ...exampleOf(found), pay_url: payUrl, payUrl };
  const answers: Readonly<Record<V3Endpoint, Readonly<Record<string, readonly [string, object]>>>> = {
    payin: {
      upi: ['A new order', order],
      usdt: ['A new USDT order', newOrder(usdt, unpaid)],
      duplicate: ['A repeat with the same `mchOrderNo`', { ...order, duplicate: true }],
    },
    'check-order-status': {
      payin: ['A paid pay-in', { ...query, status: 'success' }],
      expired: ['An expired pay-in', { ...query, ...unpaid, status: 'expired' }],
      payout: ['A paid payout', { ...exampleOf(payoutFound), status: 'success', txid: null }],
    },
    payout: {
      created: ['A new payout', payout],
      duplicate: ['A repeat with the same `mchOrderNo`', { ...payout, duplicate: true }],
    },
    'check-gateway-balance': { wallet: ['The wallet with a pending payout', exampleOf(wallet)] },
  };
  return mapValues(answers, (byName) =>
    mapValues(byName, ([summary, data]) =>
      example(summary, { code: 200, success: true, message: 'Success', data }),
    ),
  );
}

function newOrder(schema: z.ZodObject, fields: Json): Json {
  const { duplicate: _repeat, ...order } = exampleOf(schema);
  return { ...order, ...fields };
}

function example(summary: string, value: unknown): Example {
  return { summary, value };
}

/** Example values of the endpoint's parameters, or only of `names`. */
function paramsOf(endpoint: V3Endpoint, names?: readonly string[]): Readonly<Record<string, string>> {
  const fields = fieldsOf(endpoint).filter(({ name }) => names === undefined || names.includes(name));
  return Object.fromEntries(fields.map(({ name, example }) => [name, example]));
}

function underAliases(endpoint: V3Endpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsOf(endpoint).map(({ name, alias, example }) => [alias ?? name, example]));
}

/** A payout with one kind of destination. */
function destinationOnly(payType: PayType): Readonly<Record<string, string>> {
  const fields = fieldsOf('payout').filter(({ destination = payType }) => destination === payType);
  const names = fields.map(({ name }) => name);
  return { ...paramsOf('payout', names), payType };
}

/** The fields of an endpoint in one common type, because some fields have no alias. */
function fieldsOf(endpoint: V3Endpoint): readonly RequestField<string>[] {
  return v3Requests[endpoint].fields;
}
