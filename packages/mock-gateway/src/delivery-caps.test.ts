import { expect, it } from 'vitest';
import { checkedCaps } from './delivery-caps.ts';
import { createMockGateway } from './gateway.ts';

it('by default 32 callbacks are delivered at once, and 4 to a receiver', () => {
  expect(checkedCaps({})).toEqual({ maxDeliveries: 32, maxPerReceiver: 4 });
  expect(checkedCaps({ maxDeliveries: 1 })).toEqual({ maxDeliveries: 1, maxPerReceiver: 4 });
});

it.each([
  ['maxDeliveries', 0],
  ['maxDeliveries', Number.NaN],
  ['maxPerReceiver', 1.5],
  ['maxPerReceiver', 10_001],
])('the cap %s cannot be %s', async (key, value) => {
  await expect(createMockGateway({ [key]: value })).rejects.toMatchObject({
    name: 'ConfigurationError',
    key,
  });
});
