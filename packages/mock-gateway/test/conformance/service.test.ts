import { payinCreated, payinFound, payoutCreated } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { callerOf, Orders, openGateway, orderNoOf } from '../scenarios/harness.ts';
import { fieldsOf, md5Sign } from '../scenarios/receiver.ts';
import { ScriptedNetwork } from '../scenarios/sender.ts';

const contentType = 'application/json';

/** spec: What the service does. */
describe('service', () => {
  it('the service covers a pay-in from its creation to its callback and query [spec:service.payin]', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ sender: network.send });
    const caller = callerOf(gateway);
    const notifyUrl = 'https://shop.example/callbacks';
    const created = payinCreated.parse((await caller.payin({ notifyUrl })).data);
    const pressed = await gateway.fetch(`${created.pay_url}/pay`, { method: 'POST', redirect: 'manual' });
    expect(pressed.status).toBe(303);
    await gateway.callbacks.settle();

    expect(network.sent.map(({ url }) => url)).toEqual([notifyUrl]);
    const fields = fieldsOf({ headers: { 'content-type': contentType }, body: network.sent[0]?.body ?? '' });
    expect(fields).toMatchObject({ orderNo: created.orderNo, status: 'success', paidAmount: '500.00' });
    expect(fields['sign']).toBe(md5Sign(fields, caller.keys.mchKey));
    const found = payinFound.parse((await caller.query({ mchOrderNo: 'ORDER-1' })).data);
    expect(found).toMatchObject({ orderNo: created.orderNo, status: 'success', paidAmount: '500.00' });
  });

  it('the service returns only its own checkout URLs [spec:service.hosted-url]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const link = await caller.createLink({ amount: '500.00', currency: 'USDT' });
    const answers = [
      await caller.payin(),
      await caller.payin({ mchOrderNo: 'ORDER-2', tradeType: 'usdt' }),
      await caller.query({ mchOrderNo: 'ORDER-1' }),
      link,
      await caller.linkStatus(orderNoOf(link)),
    ];
    for (const { data, text } of answers) {
      expect(String(data['pay_url']).startsWith(`${gateway.url}/pay/`)).toBe(true);
      const addresses = text.match(/https?:[^"]+/g) ?? [];
      expect(addresses.filter((address) => address !== data['pay_url'])).toEqual([]);
    }
  });

  it('the service pays the exact amount to the beneficiary and adds the fee to the debit [spec:service.payout]', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payout({ amount: '1234.56' });
    await gateway.payouts.approve(orderNo);
    await gateway.payouts.complete(orderNo);
    const { accounts } = await gateway.merchants.ledger(gateway.merchant.mchId);
    const balances = Object.fromEntries(accounts.map(({ account, balance }) => [account, balance]));
    expect(balances).toMatchObject({
      'gateway:paid_out': '1234.56',
      'gateway:fees': '90.25',
      'merchant:DEMO1001:available': '98675.19',
      'merchant:DEMO1001:held': '0.00',
    });
  });

  it.each(['INRUPI', 'usdt'] as const)(
    'the service accepts pay-ins by %s and returns the network TRC20 only for USDT [spec:service.methods]',
    async (tradeType) => {
      const gateway = await openGateway();
      const { data } = await callerOf(gateway).payin({ tradeType });
      expect(payinCreated.parse(data).tradeType).toBe(tradeType);
      expect(data['network']).toBe(tradeType === 'usdt' ? 'TRC20' : undefined);
    },
  );

  it.each([
    ['upi', { upiId: 'asha@okhdfcbank' }],
    ['usdt', { usdtAddress: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
    [
      'bank',
      {
        bankCode: 'HDFC Bank',
        accountName: 'Asha',
        accountNumber: '001234567890',
        ifsc: 'HDFC0001234',
      },
    ],
  ] as const)('the service pays out by %s [spec:service.methods]', async (payType, destination) => {
    const gateway = await openGateway();
    const { data } = await callerOf(gateway).payout({ upiId: null, payType, ...destination });
    expect(payoutCreated.parse(data).payType).toBe(payType);
  });

  it('a pay-in of the smallest amount passes all steps, including the credit to the wallet [spec:service.test-amount]', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    await gateway.payins.pay(await orders.payin({ amount: '200.00' }));
    expect((await callerOf(gateway).balance()).data).toMatchObject({ available: '100178.00' });
  });
});

/** spec: Versioning. */
describe('v1 and v3', () => {
  it('v1 creates a link if currency is omitted, and a v3 query does not find the link [spec:versioning.v1]', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const link = await caller.createLink({ amount: '500', client_ref: 'ORDER-1' });
    const payin = await caller.payin();
    expect(link.data).toMatchObject({ currency: 'INR', amount: '500.00', status: 'pending' });
    expect(orderNoOf(payin)).not.toBe(orderNoOf(link));
    expect((await caller.linkStatus(orderNoOf(link))).data).toMatchObject({ client_ref: 'ORDER-1' });
    expect((await caller.query({ orderNo: orderNoOf(link) })).error).toBe('order_not_found');
  });
});
