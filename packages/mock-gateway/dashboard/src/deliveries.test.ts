import { describe, expect, it } from 'vitest';
import { failuresOf, referenceOf, undelivered } from './deliveries.ts';
import type { Attempt } from './types.ts';

describe('a callback in the list', () => {
  it.each([
    ['json', '{"mchOrderNo":"INV-1","orderNo":"PI1"}', 'INV-1'],
    ['form', 'mchOrderNo=INV%2F1&orderNo=PI1', 'INV/1'],
    ['json', '{"link_code":"ab","client_ref":"BILL-7"}', 'BILL-7'],
    ['json', '{"link_code":"ab","client_ref":""}', null],
    ['json', 'cut off {', null],
  ] as const)('has the merchant’s own number, from a %s body: %s', (format, body, reference) => {
    expect(referenceOf({ format, body })).toBe(reference);
  });

  const attempts = [{ ok: false }, { ok: false }] as Attempt[];

  it('says how many attempts failed, until one is taken', () => {
    expect(failuresOf({ state: 'pending', attempts })).toBe(2);
    expect(failuresOf({ state: 'delivered', attempts })).toBe(0);
    expect(failuresOf({ state: 'undeliverable', attempts: [] })).toBe(0);
  });
});

it('callbacks that were given up, and those without an address, are what nobody received', () => {
  expect(undelivered({ callbacks: { pending: 4, failed: 2, undeliverable: 1 } })).toBe(3);
  expect(undelivered({ callbacks: { delivered: 9 } })).toBe(0);
});
