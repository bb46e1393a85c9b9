import { describe, expect, it } from 'vitest';
import { afterMove, type PayoutMove, payoutMoves } from '../model/model.ts';
import { afterStart, callerOf, minute, Orders, openGateway } from './harness.ts';

const illegal = { status: 409, code: 'illegal_transition' };

async function scene(options = {}) {
  const gateway = await openGateway(options);
  const wallet = () => gateway.merchants.wallet(gateway.merchant.mchId);
  return { gateway, orders: new Orders(gateway), caller: callerOf(gateway), wallet };
}

describe.each(['payins', 'links'] as const)('state of a pay-in (%s)', (kind) => {
  const make = (orders: Orders) => (kind === 'payins' ? orders.payin() : orders.link());

  it('a pay-in expires exactly at expiresAt [spec:states.payin.expired] [reading:states.expiry] [spec:limits.order-validity]', async () => {
    const { gateway, orders, caller } = await scene();
    const orderNo = await make(orders);
    const asked = async () =>
      (kind === 'payins' ? await caller.query({ orderNo }) : await caller.linkStatus(orderNo)).data;
    await gateway.clock.advance('29m59s');
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'pending' });
    expect(await asked()).toMatchObject({ status: 'pending' });
    await gateway.clock.advance('1s');
    expect(await gateway[kind].get(orderNo)).toMatchObject({
      status: 'expired',
      expiresAt: afterStart(30 * minute),
    });
    expect(await asked()).toMatchObject({ status: 'expired' });
  });

  it('a pay-in keeps the order validity that the settings contain at its creation [spec:limits.order-validity] [contract:control.settings]', async () => {
    const { gateway, orders } = await scene({ settings: { orderValidityMinutes: 5 } });
    const orderNo = await make(orders);
    await gateway.settings.update({ orderValidityMinutes: 60 });
    await gateway.clock.advance('4m59s');
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'pending' });
    await gateway.clock.advance('1s');
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'expired' });
  });

  it('the gateway credits the netAmount once if a pay-in is paid in time [spec:states.payin.success]', async () => {
    const { gateway, orders, wallet } = await scene();
    const orderNo = await make(orders);
    await gateway.clock.advance('29m59s');
    expect(await gateway[kind].pay(orderNo)).toMatchObject({ status: 'success', paidAmount: '500.00' });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
    await expect(gateway[kind].pay(orderNo)).rejects.toMatchObject(illegal);
    await expect(gateway[kind].fail(orderNo)).rejects.toMatchObject(illegal);
    await gateway.clock.advance('1h');
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'success' });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
  });

  it('the gateway credits a pay-in that is paid after its expiry [spec:states.payin.late] [reading:states.late-payment]', async () => {
    const { gateway, orders, wallet } = await scene();
    const orderNo = await make(orders);
    await gateway.clock.advance('2d');
    expect(await gateway[kind].pay(orderNo)).toMatchObject({
      status: 'success',
      paidAt: '2026-11-22T15:04:05+05:30',
    });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
  });

  it('the gateway rejects a payment after expiry if the setting forbids late payments [reading:states.late-payment] [contract:control.settings]', async () => {
    const { gateway, orders, wallet } = await scene({ settings: { latePayments: 'refuse' } });
    const orderNo = await make(orders);
    const inTime = await make(orders);
    await gateway.clock.advance('29m59s');
    await gateway[kind].pay(inTime);
    await gateway.clock.advance('1s');
    await expect(gateway[kind].pay(orderNo)).rejects.toMatchObject(illegal);
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'expired', paidAt: null });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
    await gateway.settings.update({ latePayments: 'credit' });
    await gateway[kind].pay(orderNo);
    expect(await wallet()).toMatchObject({ available: '100890.00' });
  });

  it('a failed pay-in can be paid an hour after its failure [spec:states.payin.failed-paid]', async () => {
    const { gateway, orders, wallet } = await scene();
    const orderNo = await make(orders);
    await gateway[kind].fail(orderNo);
    await expect(gateway[kind].fail(orderNo)).rejects.toMatchObject(illegal);
    await gateway.clock.advance('1h');
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'failed' });
    expect(await wallet()).toMatchObject({ available: '100000.00' });
    await gateway[kind].pay(orderNo);
    expect(await wallet()).toMatchObject({ available: '100445.00' });
  });

  it('a failed pay-in can be paid until its expiry if late payments are rejected [spec:states.payin.failed-paid] [reading:states.late-payment]', async () => {
    const { gateway, orders, wallet } = await scene({ settings: { latePayments: 'refuse' } });
    const [inTime, late] = [await make(orders), await make(orders)];
    for (const orderNo of [inTime, late]) await gateway[kind].fail(orderNo);
    await gateway.clock.advance('29m59s');
    await gateway[kind].pay(inTime);
    await gateway.clock.advance('1s');
    expect((await gateway[kind].get(late)).moves).toEqual([]);
    await expect(gateway[kind].pay(late)).rejects.toMatchObject({
      ...illegal,
      message: expect.stringContaining('is failed, and late payments are rejected; allowed actions: none'),
    });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
  });

  it('an expired pay-in cannot fail [reading:states.expired-cannot-fail]', async () => {
    const { gateway, orders } = await scene();
    const orderNo = await make(orders);
    await gateway.clock.advance('30m');
    await expect(gateway[kind].fail(orderNo)).rejects.toMatchObject(illegal);
    expect(await gateway[kind].get(orderNo)).toMatchObject({ status: 'expired' });
  });

  it('a payment of another amount changes neither the fee nor the credit of the requested amount [reading:money.fees-follow-amount]', async () => {
    const { gateway, orders, wallet } = await scene();
    const orderNo = await make(orders);
    expect(await gateway[kind].pay(orderNo, { paidAmount: '1.00', utr: 'U1' })).toMatchObject({
      paidAmount: '1.00',
      fee: '55.00',
      netAmount: '445.00',
      utr: 'U1',
    });
    expect(await wallet()).toMatchObject({ available: '100445.00' });
  });
});

describe('states of a payout', () => {
  const paths: Readonly<Record<string, readonly PayoutMove[]>> = {
    pending: [],
    processing: ['approve'],
    success: ['approve', 'complete'],
    failed: ['reject'],
  };
  const rows = Object.keys(paths).flatMap((from) =>
    payoutMoves.map((move) => ({ from, move, to: afterMove('payouts', move, from) })),
  );
  const after = {
    pending: { available: '98925.00', frozen: '1075.00' },
    processing: { available: '98925.00', frozen: '1075.00' },
    success: { available: '98925.00', frozen: '0.00' },
    failed: { available: '100000.00', frozen: '0.00' },
  } as const;

  it.each(rows)(
    'a $from payout handles the action $move with the result $to [spec:states.payout] [invariant:3]',
    async ({ from, move, to }) => {
      const { gateway, orders, wallet } = await scene();
      const orderNo = await orders.payout();
      for (const step of paths[from] ?? []) await gateway.payouts[step](orderNo);
      const before = await gateway.payouts.get(orderNo);
      expect(before).toMatchObject({ status: from });
      if (to === null) {
        await expect(gateway.payouts[move](orderNo)).rejects.toMatchObject(illegal);
        expect(await gateway.payouts.get(orderNo)).toEqual(before);
      } else {
        expect(await gateway.payouts[move](orderNo)).toMatchObject({ status: to });
      }
      expect(await wallet()).toMatchObject(after[(to ?? from) as keyof typeof after]);
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    },
  );

  it.each(['reject', 'cancel'] as const)(
    'a payout that fails before or after its approval returns amount and fee to the wallet: %s [spec:states.payout.failed]',
    async (move) => {
      const { gateway, orders, wallet } = await scene();
      const [pending, processing] = [await orders.payout(), await orders.payout()];
      await gateway.payouts.approve(processing);
      expect(await wallet()).toMatchObject({ available: '97850.00', frozen: '2150.00' });
      await gateway.payouts[move](processing);
      expect(await wallet()).toMatchObject({ available: '98925.00', frozen: '1075.00' });
      await gateway.payouts[move](pending);
      expect(await wallet()).toMatchObject({ available: '100000.00', frozen: '0.00' });
    },
  );

  it('a payout never expires, so it can be approved or paid at any later time [spec:states.payout.no-expiry]', async () => {
    const { gateway, caller, orders } = await scene();
    const orderNo = await orders.payout();
    await gateway.clock.advance('400d');
    expect((await caller.query({ orderNo }, { key: 'mchSecret' })).data).toMatchObject({ status: 'pending' });
    await gateway.payouts.approve(orderNo);
    await gateway.clock.advance('400d');
    expect(await gateway.payouts.complete(orderNo)).toMatchObject({ status: 'success' });
  });
});

describe('daily limit of payouts [spec:limits.payout-daily] [reading:money.ist-day] [reading:money.failed-not-counted]', () => {
  const wealthy = {
    merchants: [
      {
        mchId: 'DEMO1001',
        mchKey: 'demo-mch-key',
        mchSecret: 'demo-mch-secret',
        balance: '1000000.00',
        limits: { payoutDaily: '2000.00' },
      },
    ],
  };

  it('the daily limit counts a payout on the IST day of its creation', async () => {
    const { gateway, caller } = await scene({
      ...wealthy,
      clock: { now: '2026-11-20T23:59:58+05:30', mode: 'frozen' },
    });
    expect(await caller.payout({ mchOrderNo: 'A' })).toMatchObject({ status: 200 });
    expect(await caller.payout({ mchOrderNo: 'B' })).toMatchObject({ status: 200 });
    await gateway.clock.advance('1s');
    expect(await caller.payout({ mchOrderNo: 'C', amount: '500.00' })).toMatchObject({
      status: 422,
      error: 'daily_limit',
    });
    await gateway.clock.advance('1s');
    expect(await caller.payout({ mchOrderNo: 'C', amount: '2000.00' })).toMatchObject({ status: 200 });
  });

  it('the daily limit does not restart at midnight UTC', async () => {
    const { gateway, caller } = await scene({
      ...wealthy,
      clock: { now: '2026-11-20T23:59:59Z', mode: 'frozen' },
    });
    await caller.payout({ mchOrderNo: 'A', amount: '2000.00' });
    await gateway.clock.advance('1s');
    expect(await caller.payout({ mchOrderNo: 'B' })).toMatchObject({ error: 'daily_limit' });
  });

  it('the daily limit allows payouts of exactly the limit, without counting fees', async () => {
    const { caller } = await scene(wealthy);
    expect(await caller.payout({ mchOrderNo: 'A', amount: '2000.01' })).toMatchObject({
      error: 'daily_limit',
    });
    expect(await caller.payout({ mchOrderNo: 'A', amount: '1500.00' })).toMatchObject({ status: 200 });
    expect(await caller.payout({ mchOrderNo: 'B', amount: '500.00' })).toMatchObject({ status: 200 });
  });

  it('the daily limit ignores failed payouts and payouts of the day before', async () => {
    const { gateway, caller } = await scene(wealthy);
    const first = await caller.payout({ mchOrderNo: 'A', amount: '2000.00' });
    await gateway.payouts.reject(String(first.data['orderNo']));
    const second = await caller.payout({ mchOrderNo: 'B', amount: '2000.00' });
    expect(second).toMatchObject({ status: 200 });
    await gateway.clock.advance('1d');
    expect(await caller.payout({ mchOrderNo: 'C', amount: '2000.00' })).toMatchObject({ status: 200 });
    await gateway.payouts.cancel(String(second.data['orderNo']));
    expect(await caller.payout({ mchOrderNo: 'D', amount: '500.00' })).toMatchObject({
      error: 'daily_limit',
    });
  });

  it('the daily limit rejects a payout before it is stored, so its order number can be used again [reading:order.12]', async () => {
    const { gateway, caller, wallet } = await scene(wealthy);
    expect(await caller.payout({ mchOrderNo: 'A', amount: '3000.00' })).toMatchObject({
      error: 'daily_limit',
    });
    expect((await gateway.payouts.list()).items).toEqual([]);
    expect(await wallet()).toMatchObject({ available: '1000000.00', frozen: '0.00' });
    expect(await caller.payout({ mchOrderNo: 'A', amount: '1000.00' })).toMatchObject({ status: 200 });
  });
});
