import { describe, expect, it } from 'vitest';
import { outcomeOf, referenceOf, troubleOf, undelivered } from './deliveries.ts';
import type { Attempt } from './types.ts';

describe('callback list', () => {
  it.each([
    ['json', '{"mchOrderNo":"INV-1","orderNo":"PI1"}', 'INV-1'],
    ['form', 'mchOrderNo=INV%2F1&orderNo=PI1', 'INV/1'],
    ['json', '{"link_code":"ab","client_ref":"BILL-7"}', 'BILL-7'],
    ['json', '{"link_code":"ab","client_ref":""}', null],
    ['json', 'cut off {', null],
  ] as const)(
    'a callback in the list shows the merchant’s order number from its %s body: %s',
    (format, body, reference) => {
      expect(referenceOf({ format, body })).toBe(reference);
    },
  );

  const attempts = [{ ok: false }, { ok: false }] as Attempt[];

  it('a callback in the list shows its failed attempts until one attempt succeeds or the gateway abandons the callback', () => {
    expect(troubleOf({ kind: 'payin', state: 'pending', attempts })).toBe('2 failed');
    expect(troubleOf({ kind: 'payin', state: 'failed', attempts })).toBe('failed after 2');
    expect(troubleOf({ kind: 'payin', state: 'delivered', attempts })).toBeNull();
    expect(troubleOf({ kind: 'payin', state: 'undeliverable', attempts: [] })).toBeNull();
    expect(troubleOf({ kind: 'test', state: 'failed', attempts })).toBeNull();
  });
});

it('the count of undelivered callbacks includes abandoned callbacks and callbacks without a URL', () => {
  expect(undelivered({ callbacks: { pending: 4, failed: 2, undeliverable: 1 } })).toBe(3);
  expect(undelivered({ callbacks: { delivered: 9 } })).toBe(0);
});

describe('attempt in a timeline', () => {
  const usual = 'http://shop.example/callbacks';
  const attempt = { ok: true, status: 200, reason: null, url: usual, fault: null } as Attempt;

  it('an attempt in a timeline shows its result', () => {
    expect(outcomeOf(attempt, usual)).toBe('delivered, 200');
    expect(outcomeOf({ ...attempt, ok: false, reason: 'status 500' }, usual)).toBe('status 500');
  });

  it("an attempt in a timeline shows the effect of a fault, or a URL that differs from the callback's URL", () => {
    const note = 'sent twice, on purpose';
    const fault = { id: 'fault_1', kind: 'duplicate', sent: 2, sentBody: null, note } as const;
    expect(outcomeOf({ ...attempt, url: 'http://127.0.0.1:1/', fault }, usual)).toBe(
      'delivered, 200; to http://127.0.0.1:1/; sent twice, on purpose',
    );
  });
});
