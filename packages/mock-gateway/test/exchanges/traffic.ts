import type { MockGateway } from '../../src/index.ts';
import { Caller, type Send } from '../client.ts';

const bank = {
  bankCode: 'HDFC Bank',
  accountName: 'Asha Rao',
  accountNumber: '001234567890',
  ifsc: 'HDFC0001234',
};

/** Sends the requests of a shop's staging run: each kind of order, repeats, queries and rejected requests. */
export async function traffic(gateway: MockGateway, send: Send): Promise<void> {
  const caller = new Caller(send, gateway.merchant);
  await payins(gateway, caller);
  await payouts(gateway, caller);
  await links(caller);
  await refused(caller);
}

async function payins(gateway: MockGateway, caller: Caller): Promise<void> {
  const order = { mchOrderNo: 'SHOP-1', amount: '500.00', extra: 'blue shirt' };
  await caller.payin(order);
  await caller.payin(order);
  await caller.payin({ ...order, amount: '600.00' });
  await caller.payin({ mchOrderNo: 'SHOP-2', amount: '333.33', tradeType: 'usdt' });
  await caller.query({ mchOrderNo: 'SHOP-1' });
  await gateway.payins.pay('SHOP-1');
  for (let turn = 0; turn < 3; turn++) await caller.query({ mchOrderNo: 'SHOP-1' });
}

async function payouts(gateway: MockGateway, caller: Caller): Promise<void> {
  await caller.payout({ mchOrderNo: 'OUT-1' });
  await caller.payout({ mchOrderNo: 'OUT-1' });
  await caller.v3('payout', { mchOrderNo: 'OUT-2', amount: '700.00', ...bank });
  await caller.query({ mchOrderNo: 'OUT-1' }, { key: 'mchSecret' });
  await gateway.payouts.approve('OUT-1');
  await caller.query({ mchOrderNo: 'OUT-1' }, { key: 'mchSecret' });
  await caller.balance();
}

async function links(caller: Caller): Promise<void> {
  const { data } = await caller.createLink({ amount: '500', client_ref: 'INV-1' });
  await caller.createLink({ amount: '500', client_ref: 'INV-1' });
  await caller.linkStatus(String(data['link_code'] ?? 'none'));
}

async function refused(caller: Caller): Promise<void> {
  await caller.query({ mchOrderNo: 'NOBODY-1' });
  await caller.payin({ mchOrderNo: 'BAD-1', amount: '5e2' });
  await caller.payin({ mchOrderNo: 'BAD-2' }, { key: 'mchSecret' });
  await caller.raw('/v3/payin', {
    mchId: caller.keys.mchId,
    mchOrderNo: 'BAD-3',
    amount: '500.00',
    sign: 'A'.repeat(32),
  });
  await caller.v3('payout', { mchOrderNo: 'BAD-4', amount: '700.00', ...bank, ifsc: 'HDFCO001234' });
  await caller.v3('payin', { mchOrderNo: 'BAD-5' });
  await caller.get('/v3/payin');
  for (let turn = 0; turn < 125; turn++) await caller.balance();
}
