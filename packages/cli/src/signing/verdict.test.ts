import { alternativeSign, sign } from '@inrgate/sdk/protocol';
import { expect, test } from 'vitest';
import { certainKey, likelyKey } from './detect.ts';
import { verdictOn } from './verdict.ts';

const keys = { mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
const payin = { mchId: 'SHOP1', mchOrderNo: 'O-1', tradeType: 'INRUPI', amount: '500.00' };
const payout = { mchId: 'SHOP1', mchOrderNo: 'W-1', upiId: 'asha@okhdfcbank', amount: '500.00' };
const query = { mchId: 'SHOP1', mchOrderNo: 'O-1' };

function verdict(params: Readonly<Record<string, string>>, known: Partial<typeof keys> = keys) {
  return verdictOn(new Map(Object.entries(params)), known);
}

test.each([
  ['a pay-in', payin, 'mchKey', 'mchKey'],
  ['a payout', payout, 'mchSecret', 'mchSecret'],
  ['a link', { api_key: 'k', amount: '5' }, 'mchSecret', 'mchSecret'],
  ['a query', query, undefined, 'mchKey'],
  ['the balance', { mchId: 'SHOP1' }, undefined, 'mchSecret'],
  ['fields of both', { ...payin, ...payout }, undefined, 'mchKey'],
])('the fields of %s determine its signing key', (_case, fields, certain, likely) => {
  const params = new Map(Object.entries(fields));
  expect([certainKey(params), likelyKey(params)]).toEqual([certain, likely]);
});

test('a payout signature made with mchSecret is valid', () => {
  const signed = sign(payout, keys.mchSecret);
  expect(verdict({ ...payout, sign: signed })).toMatchObject({ valid: true, reason: null, key: 'mchSecret' });
});

test('a query signed with either key is valid', () => {
  for (const name of ['mchKey', 'mchSecret'] as const) {
    expect(verdict({ ...query, sign: sign(query, keys[name]) })).toMatchObject({ valid: true, key: name });
  }
});

test('a payout signature made with mchKey is invalid', () => {
  const signed = sign(payout, keys.mchKey);
  expect(verdict({ ...payout, sign: signed })).toMatchObject({
    valid: false,
    reason: 'wrong_key',
    key: 'mchKey',
  });
});

test.each([
  ['missing_sign', {}],
  ['missing_sign', { sign: '' }],
  ['invalid_signature', { sign: 'abc' }],
  ['invalid_signature', { sign: sign(payin, 'a key of somebody else') }],
])('the verdict rejects a signature with the reason %s', (reason, fields) => {
  const found = verdict({ ...payin, ...fields });
  expect(found).toMatchObject({ valid: false, reason, key: null, signature: null });
  expect(found.expected).toMatchObject({ key: 'mchKey', sign: sign(payin, keys.mchKey) });
});

test('without mchKey, the expected signature of a pay-in uses mchSecret', () => {
  const found = verdict({ ...payin, sign: 'abc' }, { mchSecret: keys.mchSecret });
  expect(found.expected).toMatchObject({ key: 'mchSecret', sign: sign(payin, keys.mchSecret) });
});

test('the alternative signature is valid only with mchKey', () => {
  const fields = { merchant_id: 'SHOP1', amount: '500.00', merchant_order_no: 'O-1' };
  expect(verdict({ ...fields, sign: alternativeSign(fields, keys.mchKey) })).toMatchObject({
    valid: true,
    key: 'mchKey',
    signature: 'alternative',
  });
  expect(verdict({ ...fields, sign: alternativeSign(fields, keys.mchSecret) }).valid).toBe(false);
});

test('the canonical string contains no part of two overlapping keys', () => {
  const params = new Map([
    ['mchId', 'M'],
    ['extra', 'xabcdefghix'],
  ]);
  const { canonical } = verdictOn(params, { mchKey: 'abcdef', mchSecret: 'defghi' }).expected;
  expect(canonical).toBe('extra=x***x&mchId=M&key=***');
});

test('the verdict masks a key in every field', () => {
  const text = verdict({ ...payin, extra: `see ${keys.mchKey}`, api_key: 'another-key' }).expected.canonical;
  expect(text).toBe(
    'amount=500.00&api_key=***&extra=see ***&mchId=SHOP1&mchOrderNo=O-1&tradeType=INRUPI&key=***',
  );
});
