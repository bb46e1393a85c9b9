import { verifyCallback } from '@inrgate/sdk/callbacks';
import { signedCallback } from '@inrgate/sdk/testing';
import { expect, test } from 'vitest';
import type { Arrived } from './callback-lines.ts';
import { Deliveries } from './callback-lines.ts';
import type { Delivery } from './receiver.ts';

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

test('listen counts the arrivals of a callback, because it cannot tell a re-send from a retry', () => {
  const deliveries = new Deliveries();
  const said = Array.from({ length: 7 }, () => deliveries.answered(...order, false));
  const again = 'the gateway sends it up to 6 times, and manual re-sends besides';
  expect(said).toEqual([
    'the gateway sends it up to 6 times',
    ...[2, 3, 4, 5, 6, 7].map((arrival) => `arrival ${arrival} of this callback; ${again}`),
  ]);
});

test('listen announces no retry of an acknowledged callback that was re-sent manually', () => {
  const deliveries = new Deliveries();
  deliveries.answered(...order, true);
  expect(deliveries.answered(...order, false)).toBe(
    'the callback was acknowledged before, so the gateway does not retry it',
  );
});

test('listen announces no retry of a test callback in either format', () => {
  expect(new Deliveries().answered(...arriving({ test: true }), false)).toBe(
    'the gateway does not retry test callbacks',
  );
});

test('listen announces a retry of an unverified callback without a count', () => {
  const forged: Arrived = { verified: false, reason: 'invalid_signature', message: 'no' };
  expect(new Deliveries().answered(order[0], forged, false)).toBe('the gateway retries the callback');
});

test('listen counts the attempts of each callback separately and deletes old callbacks', () => {
  const deliveries = new Deliveries();
  deliveries.answered(...order, true);
  const [, arrived] = order;
  for (let other = 0; other < 1_000; other += 1) {
    const delivery = { body: Buffer.from(`another ${other}`), contentType: null };
    expect(deliveries.answered(delivery, arrived, false)).toBe('the gateway sends it up to 6 times');
  }
  expect(deliveries.answered(...order, false)).toBe('the gateway sends it up to 6 times');
});
