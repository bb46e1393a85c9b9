import { expect, it } from 'vitest';
import { checkedCaps } from './delivery-caps.ts';
import { createMockGateway } from './gateway.ts';

it('the default delivery caps are 32 callbacks in total and 4 for each receiver', () => {
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
