import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { v3Errors } from '../error-codes.ts';
import { v1Routes, v3Routes } from '../routes.ts';
import { v1Errors } from '../v1-error-codes.ts';
import type { PayType } from './fields.ts';
import type { RequestField } from './request-field.ts';
import { payType } from './text.ts';
import { v1Requests } from './v1-requests.ts';
import { destinations, v3Requests } from './v3-requests.ts';

const endpoints = { ...v3Requests, ...v1Requests };

/** Writes the fields as `name`, as `name!` if required, or as `name|alias`, like the tables of the specification. */
function outline(fields: readonly RequestField<string>[]): string {
  return fields
    .map(({ name, alias, required }) => name + (alias ? `|${alias}` : '') + (required ? '!' : ''))
    .join(' ');
}

describe('request parameters', () => {
  it.each([
    [
      'payin',
      'mchId|merchant_id! mchOrderNo|merchant_order_no! amount! tradeType|trade_type notifyUrl|callback_url returnUrl|return_url extra sign!',
    ],
    [
      'payout',
      'mchId|merchant_id! mchOrderNo|merchant_order_no! amount! payType bankCode accountName accountNumber ifsc upiId usdtAddress sign!',
    ],
    ['check-order-status', 'mchId|merchant_id! mchOrderNo orderNo sign!'],
    ['check-gateway-balance', 'mchId|merchant_id! sign!'],
    ['create-link', 'api_key amount! note client_ref notify_url return_url currency sign!'],
    ['link-status', 'api_key! link_code! sign!'],
  ] as const)('the parameters of %s match the specification', (endpoint, expected) => {
    expect(outline(endpoints[endpoint].fields)).toBe(expected);
  });

  it('the parameters of a destination match the groups of the specification', () => {
    const { fields } = v3Requests.payout;
    const names = (kind: PayType) =>
      fields.filter(({ destination }) => destination === kind).map(({ name }) => name);
    // The payout accepts the fields of every kind. This loop finds a kind whose fields are missing.
    for (const kind of payType.options)
      expect(names(kind)).toEqual(destinations[kind].map(({ name }) => name));
    expect(names('bank')).toEqual(['bankCode', 'accountName', 'accountNumber', 'ifsc']);
    expect(names('upi')).toEqual(['upiId']);
    expect(names('usdt')).toEqual(['usdtAddress']);
  });

  it('each route has one request schema', () => {
    expect(Object.keys(v3Requests).sort()).toEqual(Object.keys(v3Routes).sort());
    expect(Object.keys(v1Requests).sort()).toEqual(Object.keys(v1Routes).sort());
  });

  it.each(Object.entries(endpoints))(
    'the parameters of %s have a known error code and a valid example',
    (endpoint, { fields }) => {
      const v1Codes: readonly string[] = v1Errors.map((error) => error.code);
      const codes = endpoint in v1Requests ? v1Codes : Object.keys(v3Errors);
      for (const field of fields as readonly RequestField<string>[]) {
        expect(codes).toContain(field.code);
        expect(field.description).toMatch(/^[A-Z].*\.( |$)/);
        expect([field.name, field.schema.safeParse(field.example).success]).toEqual([field.name, true]);
        expect([field.name, field.schema.safeParse('').success]).toEqual([
          field.name,
          field.name === 'extra' || field.name === 'note' || field.name === 'client_ref',
        ]);
        expect([field.name, field.schema.safeParse(5).success]).toEqual([field.name, false]);
      }
    },
  );
});

const badUrls = [
  'shop.example',
  '/thanks',
  '//shop.example/thanks',
  'http:shop.example',
  'http:/shop.example',
  'https://',
  'ftp://shop.example/',
  'javascript:alert(1)',
  'https://user@shop.example/',
  'https://user:password@shop.example/',
  'https://@shop.example/',
  'https://shop.example\\@evil.example/',
  ' https://shop.example/',
  'https://shop.example/a b',
  'https://shop.example/\n',
  'https://shop.example:99999/',
  'https://[::1/',
  `https://shop.example/${'x'.repeat(2_028)}`,
];
const goodUrls = [
  'https://shop.example',
  'HTTP://shop.example/',
  'http://127.0.0.1:3000/callbacks?shop=1&lang=en#top',
  'http://[::1]:3000/',
  'https://shop.example?mail=a@b.example',
  `https://shop.example/${'x'.repeat(2_027)}`,
];
const badAmounts = [
  '500',
  '500.0',
  '5e2',
  ' 500.00',
  '0500.00',
  '500.000',
  '-1.00',
  '+1.00',
  '1,000.00',
  '0.00',
  '١.٠٠',
  '１.００',
  '500.00\n',
];

describe.each<[keyof typeof endpoints, string, readonly string[], readonly string[]]>([
  ['payin', 'amount', ['0.01', '0.50', '500.00', '999999999999999999.99'], badAmounts],
  ['payout', 'amount', ['0.01', '500.00'], badAmounts],
  [
    'create-link',
    'amount',
    ['500', '500.5', '500.00', '0.01', '0.5', '0.50'],
    ['0', '0.0', '0.00', '0500', '500.', '.5', '5e2', '500.000', '-5', ' 500', '1,000'],
  ],
  ['payin', 'mchOrderNo', ['A_b-1.2:3#4/5', 'x'.repeat(100)], ['x'.repeat(101), 'a b', 'é', 'a&b', 'a\n']],
  ['payin', 'tradeType', ['INRUPI', 'usdt'], ['inrupi', 'USDT', 'bank', ' usdt']],
  ['payin', 'notifyUrl', goodUrls, badUrls],
  ['payin', 'returnUrl', goodUrls, badUrls],
  [
    'payin',
    'extra',
    ['x'.repeat(255), '👕'.repeat(255)],
    ['x'.repeat(256), '👕'.repeat(256), `${'👕'.repeat(255)}x`],
  ],
  ['payout', 'payType', ['bank', 'upi', 'usdt'], ['BANK', 'card']],
  ['payout', 'bankCode', ['HDFC Bank', 'anything'], []],
  ['payout', 'accountName', ['Asha Rao', ' A '], [' ', '\t\n', '\u00a0']],
  ['payout', 'accountNumber', ['001234'], ['12345', '123456 ']],
  ['payout', 'ifsc', ['HDFC0001234', 'sbin0000300'], ['HDFCO001234']],
  ['payout', 'upiId', ['asha@okhdfcbank'], ['asha', 'a@b']],
  ['payout', 'usdtAddress', ['TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'], ['0x00']],
  ['payin', 'sign', ['F'.repeat(32), 'f'.repeat(32)], ['F'.repeat(31), 'F'.repeat(33), 'G'.repeat(32)]],
  ['payin', 'sign', [], [` ${'F'.repeat(32)}`, `${'F'.repeat(32)} `]],
  ['payout', 'sign', ['F'.repeat(32)], ['f'.repeat(32), ` ${'F'.repeat(32)}`, `${'F'.repeat(32)} `]],
  ['create-link', 'note', ['x'.repeat(255)], ['x'.repeat(256)]],
  ['create-link', 'client_ref', ['x'.repeat(120)], ['x'.repeat(121)]],
  ['create-link', 'currency', ['INR', 'USDT'], ['inr', 'usdt', 'EUR']],
  ['create-link', 'notify_url', goodUrls, badUrls],
  ['create-link', 'return_url', goodUrls, badUrls],
])('the %s parameter %s', (endpoint, name, good, bad) => {
  const passes = (text: string) =>
    endpoints[endpoint].fields.find((field) => field.name === name)?.schema.safeParse(text).success;

  it('the parameter accepts its valid examples and rejects its invalid examples', () => {
    expect(good.filter((text) => !passes(text))).toEqual([]);
    expect(bad.filter((text) => passes(text))).toEqual([]);
  });
});

describe('the schema of a parameter', () => {
  const { mchId, amount, notifyUrl, extra } = v3Requests.payin.schema.shape;

  it('the schema of a parameter contains its description and its alias', () => {
    expect(mchId.meta()?.description).toBe('The Merchant ID. Alias: `merchant_id`.');
    expect(amount.meta()?.description).toBe('Amount in INR with two decimals, within the pay-in limits.');
  });

  it('the schema of a parameter contains its format and its maximum length', () => {
    expect(z.toJSONSchema(notifyUrl)).toMatchObject({ format: 'uri', maxLength: 2_048 });
    expect(z.toJSONSchema(extra)).toMatchObject({ maxLength: 255 });
  });

  it.each([
    [notifyUrl, 'shop.example', 'an absolute http or https URL without user info'],
    [extra, 'x'.repeat(256), 'at most 255 characters'],
  ])('the schema of a parameter describes the expected form of a value', (schema, value, message) => {
    expect(schema.safeParse(value).error?.issues).toMatchObject([{ message }]);
  });
});

describe('a whole request', () => {
  const request = { mchId: 'DEMO1001', mchOrderNo: 'ORDER-1', amount: '500.00', sign: 'F'.repeat(32) };

  it('a request needs the required parameters and accepts unknown parameters', () => {
    expect(v3Requests.payin.schema.parse({ ...request, colour: 'blue' })).toEqual({
      ...request,
      colour: 'blue',
    });
    const { amount: _left, ...without } = request;
    expect(v3Requests.payin.schema.safeParse(without).success).toBe(false);
  });

  it('the TypeScript type of a request follows its parameters', () => {
    type PayinRequest = z.output<typeof v3Requests.payin.schema>;
    expectTypeOf<PayinRequest['amount']>().toEqualTypeOf<string>();
    expectTypeOf<PayinRequest['extra']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<PayinRequest['tradeType']>().toEqualTypeOf<'INRUPI' | 'usdt' | undefined>();
  });
});

it('each kind of payout destination has a field that identifies the kind', () => {
  const telling = Object.entries(destinations).map(([kind, fields]) => [
    kind,
    ...fields.filter(({ tells }) => tells).map(({ name }) => name),
  ]);
  expect(telling).toEqual([
    ['bank', 'accountNumber', 'ifsc'],
    ['upi', 'upiId'],
    ['usdt', 'usdtAddress'],
  ]);
});
