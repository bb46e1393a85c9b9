import { expect, it } from 'vitest';
import { linkCallback, payinCallback, payoutCallback } from '../protocol/schemas/responses.ts';
import { v1Requests } from '../protocol/schemas/v1-requests.ts';
import { v3Requests } from '../protocol/schemas/v3-requests.ts';
import { aliasPairs, type Operation, otherName, rulesOf } from './operations.ts';

const sorted = (names: Iterable<string>) => [...names].filter((name) => name !== 'sign').sort();

it.each(Object.entries({ ...v3Requests, ...v1Requests }))(
  'the operation %s lists the parameters of the request schema in order',
  (name, { fields }) => {
    const names = fields.map((field) => field.name).filter((field) => field !== 'sign');
    expect(rulesOf(name as Operation).names).toEqual(names);
  },
);

it.each([
  ['payin-callback', payinCallback],
  ['payout-callback', payoutCallback],
  ['link-callback', linkCallback],
] as const)('the operation %s lists the fields of the callback schema', (name, schema) => {
  const own = new Set(rulesOf(name).names);
  const names = sorted(Object.keys(schema.shape));
  expect(names.filter((field) => !own.has(field))).toEqual([]);
  expect([...own].filter((field) => !names.includes(field) && field !== 'test')).toEqual([]);
});

it('the doctor recognizes every alias of the parameter tables', () => {
  const pairs = new Set(aliasPairs.map((pair) => pair.join()));
  for (const { fields } of Object.values(v3Requests)) {
    for (const { name, alias } of fields)
      if (alias !== undefined) expect(pairs).toContain(`${name},${alias}`);
  }
});

it('each operation lists its signing keys and whether lower case is valid', () => {
  const rules = [
    ...Object.keys({ ...v3Requests, ...v1Requests }),
    'payin-callback',
    'payout-callback',
    'link-callback',
  ];
  const described = rules.map((name) => {
    const { keys, anyCase } = rulesOf(name as Operation);
    return [name, keys.join(' or '), anyCase];
  });
  expect(described).toEqual([
    ['payin', 'mchKey', false],
    ['check-order-status', 'mchKey or mchSecret', false],
    ['payout', 'mchSecret', false],
    ['check-gateway-balance', 'mchSecret', false],
    ['create-link', 'mchSecret', false],
    ['link-status', 'mchSecret', false],
    ['payin-callback', 'mchKey', true],
    ['payout-callback', 'mchSecret', true],
    ['link-callback', 'mchSecret', true],
  ]);
  expect(rulesOf(undefined)).toEqual({ keys: ['mchKey', 'mchSecret'], names: [], anyCase: false });
});

it('each alias and its main name refer to each other', () => {
  expect(aliasPairs).toEqual([
    ['mchId', 'merchant_id'],
    ['mchOrderNo', 'merchant_order_no'],
    ['orderNo', 'gateway_order_no'],
    ['tradeType', 'trade_type'],
    ['notifyUrl', 'callback_url'],
    ['returnUrl', 'return_url'],
  ]);
  for (const [main, alias] of aliasPairs) expect([otherName(main), otherName(alias)]).toEqual([alias, main]);
  expect(otherName('amount')).toBeUndefined();
});
