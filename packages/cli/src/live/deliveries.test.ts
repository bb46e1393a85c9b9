import { verifyCallback } from '@inrgate/sdk/callbacks';
import { signedCallback } from '@inrgate/sdk/testing';
import { expect, test } from 'vitest';
import type { Arrived } from './callback-lines.ts';
import { Deliveries } from './deliveries.ts';
import type { Delivery } from './delivery.ts';

const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

function arriving(fields: Record<string, string | boolean>): readonly [Delivery, Arrived] {
  const { body, contentType } = signedCallback('payin', demo, fields);
  const callback = verifyCallback(body, { ...demo, contentType });
  return [
    { body: Buffer.from(body), contentType },
    { verified: true, callback },
  ];
}

const order = arriving({ mchOrderNo: 'ORDER-1' });

test('one that is not received comes again, less often each time, up to its last attempt', () => {
  const deliveries = new Deliveries();
  const said = Array.from({ length: 7 }, () => deliveries.answered(...order, false));
  expect(said).toEqual([
    'it comes again, up to 5 times',
    'it comes again, up to 4 times',
    'it comes again, up to 3 times',
    'it comes again, up to 2 times',
    'it comes again once at most',
    'it has had its 6 attempts, and does not come again by itself',
    // By hand.
    'it has had its 6 attempts, and does not come again by itself',
  ]);
});

test('one that was received and is sent once more by hand does not come again', () => {
  const deliveries = new Deliveries();
  deliveries.answered(...order, true);
  expect(deliveries.answered(...order, false)).toBe(
    'it was received before, and does not come again by itself',
  );
});

test('a test does not come again, in either format', () => {
  expect(new Deliveries().answered(...arriving({ test: true }), false)).toBe('a test does not come again');
});

test('what is not verified comes again only from the gateway', () => {
  const forged: Arrived = { verified: false, reason: 'invalid_signature', message: 'no' };
  expect(new Deliveries().answered(order[0], forged, false)).toBe("it comes again if it is the gateway's");
});

test('each callback is counted by itself, and what was long ago is forgotten', () => {
  const deliveries = new Deliveries();
  deliveries.answered(...order, true);
  const [, arrived] = order;
  for (let other = 0; other < 1_000; other += 1) {
    const delivery = { body: Buffer.from(`another ${other}`), contentType: null };
    expect(deliveries.answered(delivery, arrived, false)).toBe('it comes again, up to 5 times');
  }
  expect(deliveries.answered(...order, false)).toBe('it comes again, up to 5 times');
});
