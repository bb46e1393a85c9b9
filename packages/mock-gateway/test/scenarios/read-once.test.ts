import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, openGateway } from './harness.ts';
import { holding, openSlowGateway, pausing } from './slow-store.ts';

type Send = (gateway: MockGateway) => Promise<unknown>;

const requests: readonly (readonly [string, Send])[] = [
  ['payin', (gateway) => callerOf(gateway).payin({ mchOrderNo: 'A' })],
  ['payout', (gateway) => callerOf(gateway).payout({ mchOrderNo: 'A' })],
  ['create-link', (gateway) => callerOf(gateway).createLink({ client_ref: 'A', amount: '500.00' })],
];

/** Returns the number of times that a merchant was looked up during the work. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  pausing((name, when) => {
    if (when === 'before' && /^merchants\.(get|byKey)$/.test(name)) count += 1;
  });
  await work();
  pausing(null);
  return count;
}

describe.each(requests)('request of %s', (endpoint, send) => {
  it('a request loads its merchant only once, with or without faults', async () => {
    const gateway = await openSlowGateway();
    const without = await lookUps(() => send(gateway));
    await gateway.faults.add({
      endpoint: '*',
      mchId: 'NOBODY01',
      phase: 'before',
      action: { kind: 'drop' },
    });
    // A repeated order must cause the same lookups.
    expect(await lookUps(() => send(gateway))).toBe(without);
    expect(without).toBe(1);
  });

  it('a delayed request uses the state of the merchant after the delay', async () => {
    const gateway = await openSlowGateway();
    await gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'delay', ms: 1 } });
    const name = endpoint === 'create-link' ? 'merchants.byKey' : 'merchants.get';
    const held = holding(name, 'after');
    pausing(held.pause);
    const sent = send(gateway);
    await held.reached;
    await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
    held.release();
    expect(await sent).toMatchObject({ status: 403, error: 'account_suspended' });
  });
});

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
