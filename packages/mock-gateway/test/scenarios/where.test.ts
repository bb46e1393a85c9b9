import { describe, expect, it } from 'vitest';
import { callerOf, Orders, openGateway } from './harness.ts';

describe('timeline of inrgate where', () => {
  it('the timeline shows the paid amount, or null before the payment', async () => {
    const gateway = await openGateway();
    const orders = new Orders(gateway);
    const [payin, link, payout] = [await orders.payin(), await orders.link(), await orders.payout()];
    const found = async () =>
      (await Promise.all([payin, link, payout].map((number) => gateway.where(number)))).map(({ order }) => [
        order.kind,
        order.status,
        order.paid,
      ]);
    expect(await found()).toEqual([
      ['payin', 'pending', null],
      ['link', 'pending', null],
      ['payout', 'pending', null],
    ]);
    await gateway.payins.pay(payin, { paidAmount: '499.00' });
    await gateway.links.pay(link);
    await gateway.payouts.approve(payout);
    await gateway.payouts.complete(payout);
    expect(await found()).toEqual([
      ['payin', 'success', '499.00'],
      ['link', 'success', '500.00'],
      ['payout', 'success', '1000.00'],
    ]);
  });

  it('the timeline contains only the requests of its own kind of order', async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const { data } = await caller.payin({ mchOrderNo: 'A-1' });
    await caller.payout({ mchOrderNo: 'A-1', amount: '1.00' });
    for (let poll = 0; poll < 60; poll++) await caller.query({ mchOrderNo: 'A-1' });
    const { timeline, broken } = await gateway.where(String(data['orderNo']));
    const requests = timeline.filter(({ source }) => source === 'request').map(({ what }) => what);
    expect(requests).toEqual(['payin returned 200', ...Array(60).fill('check-order-status returned 200')]);
    expect(broken).toBeNull();
  });

  it('the timeline call for an order number without an order or a request returns not_found', async () => {
    const gateway = await openGateway();
    await expect(gateway.where('A-1')).rejects.toMatchObject({
      code: 'not_found',
      message: 'No order and no request has this order number.',
    });
  });
});
