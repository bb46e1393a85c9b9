import { expect, it } from 'vitest';
import { linkCallback, payinCallback, payoutCallback } from '../protocol/schemas/responses.ts';
import { v3Requests } from '../protocol/schemas/v3-requests.ts';
import { aliasPairs, otherName, rulesOf } from './operations.ts';

const sorted = (names: Iterable<string>) => [...names].filter((name) => name !== 'sign').sort();

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

it('each kind of callback lists its signing key and that lower case is valid', () => {
  expect(rulesOf('payin-callback')).toMatchObject({ keys: ['mchKey'], anyCase: true });
  expect(rulesOf('payout-callback')).toMatchObject({ keys: ['mchSecret'], anyCase: true });
  expect(rulesOf('link-callback')).toMatchObject({ keys: ['mchSecret'], anyCase: true });
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
