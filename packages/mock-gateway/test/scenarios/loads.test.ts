import { expect, it } from 'vitest';
import { Orders } from './harness.ts';
import { holding, openSlowGateway, pausing } from './slow-store.ts';

async function loads(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  pausing((name, when) => {
    if (when === 'before' && /^(deposits|payouts)\.(get|by|list)/.test(name)) count += 1;
  });
  await work();
  pausing(null);
  return count;
}

it('each action of the customer or the operator loads its order only once', async () => {
  const gateway = await openSlowGateway();
  const orders = new Orders(gateway);
  const [paid, failed] = [await orders.payin(), await orders.link()];
  const [made, rejected] = [await orders.payout(), await orders.payout()];
  expect(await loads(() => gateway.payins.pay(paid))).toBe(1);
  expect(await loads(() => gateway.links.fail(failed))).toBe(1);
  expect(await loads(() => gateway.payouts.approve(made))).toBe(1);
  expect(await loads(() => gateway.payouts.complete(made))).toBe(1);
  expect(await loads(() => gateway.payouts.reject(rejected))).toBe(1);
});

it('an action that another action overtakes uses the latest state of the order', async () => {
  const gateway = await openSlowGateway();
  const orders = new Orders(gateway);
  const [payout, payin] = [await orders.payout(), await orders.payin()];
  const held = holding('merchants.get', 'after');
  pausing(held.pause);
  const late = gateway.payouts.approve(payout);
  await held.reached;
  await gateway.payouts.reject(payout);
  held.release();
  await expect(late).rejects.toThrow('is failed, which is final');
  const again = holding('merchants.get', 'after');
  pausing(again.pause);
  const paying = gateway.payins.pay(payin);
  await again.reached;
  await gateway.payins.fail(payin);
  again.release();
  expect(await paying).toMatchObject({ status: 'success' });
  const { timeline } = await gateway.payins.get(payin);
  const moves = timeline.flatMap((entry) => (entry.type === 'move' ? [entry.to] : []));
  expect(moves).toEqual(['pending', 'failed', 'success']);
});
