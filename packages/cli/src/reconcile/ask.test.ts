import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askAll } from './ask.ts';
import type { ListedOrder, OrderType } from './list.ts';

let gateway: MockGateway;
let client: GatewayClient;
beforeEach(async () => {
  gateway = await createMockGateway();
  const { baseUrl, fetch, merchant } = gateway;
  client = new GatewayClient({ baseUrl, fetch, ...merchant, maxRetries: 0 });
});
afterEach(() => gateway.close());

function listed(type: OrderType, mchOrderNo: string, values: ListedOrder['values'] = {}): ListedOrder {
  return { line: 2, type, mchOrderNo, values };
}

async function findings(...orders: readonly ListedOrder[]): Promise<readonly unknown[]> {
  const reconciled = await askAll(orders, client, () => {});
  return reconciled.map(({ finding }) => {
    if ('differences' in finding)
      return finding.differences.length === 0 ? finding.kind : finding.differences;
    return 'error' in finding ? `${finding.kind} ${finding.error}` : finding.kind;
  });
}

test('orders match, differ field by field, or are missing', async () => {
  const { orderNo } = await client.payins.create({ mchOrderNo: 'A-1', amount: '500.00' });
  await gateway.payins.pay(orderNo, { paidAmount: '499.00' });
  await client.payouts.create({ mchOrderNo: 'A-1', amount: '1000.00', upiId: 'asha@okhdfcbank' });
  expect(
    await findings(
      listed('payin', 'A-1'),
      listed('payin', 'A-1', {
        orderNo,
        amount: '500.00',
        status: 'success',
        paidAmount: '499.00',
        fee: '55.00',
      }),
      listed('payin', 'A-1', { amount: '500.00', status: 'pending', paidAmount: '500.00' }),
      listed('payout', 'A-1', { amount: '1000.00', totalDebit: '1075.00', payType: 'upi' }),
      listed('payout', 'A-1', { txid: 'T-1' }),
      listed('payout', 'A-2'),
    ),
  ).toEqual([
    'matching',
    'matching',
    [
      { field: 'status', listed: 'pending', gateway: 'success' },
      { field: 'paidAmount', listed: '500.00', gateway: '499.00' },
    ],
    'matching',
    [{ field: 'txid', listed: 'T-1', gateway: '' }],
    'missing',
  ]);
});

test('no answer is unknown, and after three in a row nobody is asked any more', async () => {
  const lose = (times: number) =>
    gateway.faults.add({ endpoint: 'check-order-status', phase: 'before', times, action: { kind: 'drop' } });
  lose(2);
  const orders = ['A-1', 'A-2', 'A-3'].map((number) => listed('payin', number));
  expect(await findings(...orders)).toEqual([
    'unknown ConnectionError',
    'unknown ConnectionError',
    'missing',
  ]);
  lose(3);
  expect(await findings(...orders, listed('payin', 'A-4'))).toEqual([
    ...Array.from({ length: 3 }, () => 'unknown ConnectionError'),
    'unknown not asked: no answer to those before it',
  ]);
});

test('a 5xx is no answer either', async () => {
  await gateway.settings.update({ maintenance: true });
  expect(await findings(listed('payin', 'A-1'))).toEqual(['unknown maintenance']);
});

test('what the gateway refuses for every order ends it', async () => {
  await gateway.merchants.update(gateway.merchant.mchId, { suspended: true });
  await expect(findings(listed('payin', 'A-1'))).rejects.toMatchObject({ code: 'account_suspended' });
});
