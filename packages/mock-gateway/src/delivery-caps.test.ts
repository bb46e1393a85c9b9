import { expect, it } from 'vitest';
import { checkedCaps } from './delivery-caps.ts';
import { createMockGateway } from './gateway.ts';

it('the gateway delivers at most 32 callbacks simultaneously, and at most 4 to one receiver', () => {
  expect(checkedCaps({})).toEqual({ maxDeliveries: 32, maxPerReceiver: 4 });
  expect(checkedCaps({ maxDeliveries: 1 })).toEqual({ maxDeliveries: 1, maxPerReceiver: 4 });
});

it.each([
  ['maxDeliveries', 0],
  ['maxDeliveries', Number.NaN],
  ['maxPerReceiver', 1.5],
  ['maxPerReceiver', 10_001],
])('the delivery cap %s cannot be %s', async (key, value) => {
  await expect(createMockGateway({ [key]: value })).rejects.toMatchObject({
    name: 'ConfigurationError',
    key,
  });
});
