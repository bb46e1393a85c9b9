import { expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, openGateway } from './harness.ts';

type Send = (gateway: MockGateway) => Promise<unknown>;

const requests: readonly (readonly [string, Send])[] = [
  ['payin', (gateway) => callerOf(gateway).payin({ mchOrderNo: 'A' })],
  ['payout', (gateway) => callerOf(gateway).payout({ mchOrderNo: 'A' })],
  ['create-link', (gateway) => callerOf(gateway).createLink({ client_ref: 'A', amount: '500.00' })],
];

it.each(requests)(
  'a delayed request of %s uses the state of the merchant after the delay',
  async (_, send) => {
    const gateway = await openGateway();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'delay', ms: 100 } });
    const sent = send(gateway);
    await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
    expect(await sent).toMatchObject({ status: 403, error: 'account_suspended' });
  },
);

it('the log contains the requests of a locked IP address', async () => {
  const gateway = await openGateway({ settings: { signatureLock: { failures: 1 } } });
  const caller = callerOf(gateway);
  const { mchId } = gateway.merchant;
  const order = { mchId, mchOrderNo: 'A', amount: '500.00', sign: '0'.repeat(32) };
  await caller.raw('/v3/payin', order);
  expect(await caller.raw('/v3/payin', order)).toMatchObject({ status: 429 });
  const { items } = await gateway.requests.list();
  expect(items[0]).toMatchObject({
    error: 'too_many_failures',
    mchId,
    mchOrderNo: 'A',
    parameters: { amount: '500.00' },
  });
});
