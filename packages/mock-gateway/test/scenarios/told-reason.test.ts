import { expect, it } from 'vitest';
import { callerOf } from './harness.ts';
import { holding, openSlowGateway, pausing } from './slow-store.ts';

it('a payout over the daily limit returns daily_limit, even if another payout is cancelled simultaneously [reading:order.12]', async () => {
  const gateway = await openSlowGateway();
  const merchant = await gateway.createMerchant({
    balance: '100000.00',
    ipAllowList: ['127.0.0.1'],
    limits: { payoutDaily: '2000.00' },
  });
  const caller = callerOf(gateway, merchant);
  const first = await caller.payout({ mchOrderNo: 'A', amount: '2000.00' });
  const held = holding('commit', 'after');
  pausing(held.pause);
  const asked = caller.payout({ mchOrderNo: 'B', amount: '1000.00' });
  await held.reached;
  await gateway.payouts.cancel(String(first.data['orderNo']));
  held.release();
  expect(await asked).toMatchObject({ status: 422, error: 'daily_limit' });
});
