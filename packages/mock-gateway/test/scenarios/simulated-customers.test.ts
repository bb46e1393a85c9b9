import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import {
  afterStart,
  callerOf,
  minute,
  Orders,
  openGateway,
  reopenGateway,
  temporaryFile,
} from './harness.ts';
import { ScriptedNetwork } from './sender.ts';

const simulation = { payAfterSeconds: 5 };

async function stage(settings: object = { simulation }) {
  const network = new ScriptedNetwork();
  const gateway = await openGateway({ sender: network.send, settings });
  await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://merchant.example/callbacks' });
  return { gateway, network, orders: new Orders(gateway) };
}

async function attemptsOf(gateway: MockGateway, orderNo: string) {
  const { items } = await gateway.callbacks.list({ orderNo });
  return items[0]?.attempts.map(({ ok, fault }) => [ok, fault?.kind]);
}

describe('simulated customers', () => {
  it.each([
    ['500.00', '5s', 'success', '500.00'],
    ['500.01', '5s', 'failed', null],
    ['500.03', '5s', 'success', '499.03'],
    ['500.04', '5s', 'success', '501.04'],
    ['500.06', '5s', 'success', '500.06'],
    ['500.08', '5s', 'success', '500.08'],
  ])(
    'a simulated customer settles a pay-in of %s after %s: %s, paid %s',
    async (amount, after, status, paidAmount) => {
      const { gateway, orders } = await stage();
      const orderNo = await orders.payin({ amount });
      await gateway.clock.advance('4s');
      expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'pending' });
      await gateway.clock.advance('1s');
      expect([after, await gateway.payins.get(orderNo)]).toMatchObject(['5s', { status, paidAmount }]);
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    },
  );

  it('the details of an open pay-in show when, how and why its simulated customer will act', async () => {
    const { gateway, orders } = await stage();
    const soon = afterStart(5_000);
    const announced = [
      ['500.00', soon, 'will be paid in full', 'the amount ends in .00'],
      ['500.02', afterStart(31 * minute), 'will be paid a minute after it expires', 'the amount ends in .02'],
      ['500.05', null, 'will never be paid', 'the amount ends in .05'],
    ] as const;
    for (const [amount, at, will, because] of announced) {
      const orderNo = await orders.payin({ amount });
      expect(await gateway.payins.get(orderNo)).toMatchObject({ simulated: { at, will, because } });
    }
    const late = String((await gateway.payins.list()).items[1]?.orderNo);
    await gateway.clock.advance('30m');
    expect(await gateway.payins.get(late)).toMatchObject({
      status: 'expired',
      simulated: { at: afterStart(31 * minute) },
    });
    await gateway.settings.update({ latePayments: 'refuse' });
    expect((await gateway.payins.get(late)).simulated).toEqual({
      at: null,
      will: 'will not be paid',
      because: 'late payments are rejected',
    });
    for (const { orderNo } of (await gateway.payins.list({ status: 'success' })).items)
      expect((await gateway.payins.get(orderNo)).simulated).toBeNull();
    await gateway.settings.update({ simulation: null });
    expect((await gateway.payins.get(late)).simulated).toBeNull();
  });

  it('the details of an open payout show each step of its simulation', async () => {
    const { gateway, orders } = await stage();
    const simulatedOf = async (orderNo: string) => (await gateway.payouts.get(orderNo)).simulated;
    const [at, none] = [afterStart(5_000), 'the upiId begins with none of fail, slow, stuck'];
    const usual = await orders.payout();
    const stuck = await orders.payout({ upiId: 'Stuck@bank' });
    const failing = await orders.payout({ upiId: 'fail@bank' });
    expect(await simulatedOf(usual)).toEqual({ at, will: 'will be approved', because: none });
    expect(await simulatedOf(failing)).toEqual({
      at,
      will: 'will be rejected',
      because: 'the upiId begins with fail',
    });
    for (const orderNo of [usual, stuck]) await gateway.payouts.approve(orderNo);
    expect(await simulatedOf(usual)).toEqual({ at, will: 'will succeed', because: none });
    expect(await simulatedOf(stuck)).toEqual({
      at: null,
      will: 'will stay processing',
      because: 'the upiId begins with stuck',
    });
    await gateway.clock.advance('5s');
    expect(await Promise.all([usual, failing].map(simulatedOf))).toEqual([null, null]);
  });

  it('simulated customers pay 0.03 in full, because a payment of 1.00 less is impossible', async () => {
    const { gateway, orders } = await stage();
    await gateway.merchants.update('DEMO1001', { limits: { payinMin: '0.01' } });
    const tiny = await orders.payin({ amount: '0.03' });
    const next = await orders.payin({ amount: '500.00' });
    await gateway.clock.advance('5s');
    expect(await gateway.payins.get(tiny)).toMatchObject({ status: 'success', paidAmount: '0.03' });
    expect(await gateway.payins.get(next)).toMatchObject({ status: 'success' });
  });

  it('simulated customers add no fault for an order that they cannot pay late', async () => {
    const { gateway, orders } = await stage({
      simulation: { payAfterSeconds: 3600 },
      latePayments: 'refuse',
    });
    const orderNo = await orders.payin({ amount: '500.07' });
    await gateway.clock.advance('2h');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
    expect((await gateway.faults.list()).items).toEqual([]);
  });

  it('a pay-in of an amount ending in .02 is paid after its expiry, but a pay-in ending in .05 is never paid', async () => {
    const { gateway, orders } = await stage();
    const late = await orders.payin({ amount: '500.02' });
    const never = await orders.payin({ amount: '500.05' });
    await gateway.clock.advance('30m');
    for (const orderNo of [late, never])
      expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
    await gateway.clock.advance('1m');
    expect(await gateway.payins.get(late)).toMatchObject({ status: 'success', paidAmount: '500.02' });
    await gateway.clock.advance('3d');
    expect(await gateway.payins.get(never)).toMatchObject({ status: 'expired' });
  });

  it('the gateway sends a pay-in callback twice if the amount ends in .06', async () => {
    const { gateway, network, orders } = await stage();
    const twice = await orders.payin({ amount: '500.06' });
    await gateway.clock.advance('5s');
    expect(await attemptsOf(gateway, twice)).toEqual([[true, 'duplicate']]);
    expect(network.sent).toHaveLength(2);
    expect((await gateway.faults.list()).items).toEqual([]);
  });

  it('the gateway drops the first attempt of a pay-in callback if the amount ends in .07', async () => {
    const { gateway, network, orders } = await stage();
    const lost = await orders.payin({ amount: '500.07' });
    await gateway.clock.advance('5s');
    expect(await attemptsOf(gateway, lost)).toEqual([[false, 'drop']]);
    expect(network.sent).toHaveLength(0);
    await gateway.clock.advance('2m');
    expect(await attemptsOf(gateway, lost)).toEqual([
      [false, 'drop'],
      [true, undefined],
    ]);
    expect((await gateway.faults.list()).items).toEqual([]);
  });

  it('simulated customers settle links', async () => {
    const { gateway, orders } = await stage();
    const linkCode = await orders.link({ amount: '500.03' });
    await gateway.clock.advance('5s');
    expect(await gateway.links.get(linkCode)).toMatchObject({ status: 'success', paidAmount: '499.03' });
  });

  const bank = { upiId: null, bankCode: 'HDFC Bank', accountNumber: '001234567890', ifsc: 'HDFC0001234' };
  it.each([
    [{ upiId: 'asha@bank' }, 'success', 'success'],
    [{ upiId: 'FAIL.asha@bank' }, 'failed', 'failed'],
    [{ ...bank, accountName: 'Slow Asha' }, 'processing', 'success'],
    [{ ...bank, accountName: 'stuck' }, 'processing', 'processing'],
  ])('the simulation pays out to %j: %s, and ten minutes later %s', async (destination, soon, later) => {
    const { gateway, orders } = await stage();
    const orderNo = await orders.payout({ amount: '500.00', ...destination });
    await gateway.clock.advance('5s');
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ status: soon });
    await gateway.clock.advance('10m');
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ status: later });
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  });

  it('simulated customers act only while the setting is on', async () => {
    const { gateway, orders } = await stage({});
    const [moved, open] = [await orders.payin(), await orders.payin()];
    await gateway.clock.advance('1m');
    await gateway.settings.update({ simulation });
    await gateway.payins.fail(moved);
    await gateway.clock.advance('1s');
    expect(await gateway.payins.get(open)).toMatchObject({ status: 'success' });
    expect(await gateway.payins.get(moved)).toMatchObject({ status: 'failed' });
    const after = await orders.payin();
    await gateway.settings.update({ simulation: null });
    await gateway.clock.advance('10s');
    expect(await gateway.payins.get(after)).toMatchObject({ status: 'pending' });
  });

  it('simulated customers continue after a restart, a reset or a restore', async () => {
    const db = temporaryFile();
    const first = await openGateway({ db, settings: { simulation } });
    const orderNo = await new Orders(first).payin();
    await first.snapshots.save({ name: 'open' });
    await first.close();
    const gateway = await reopenGateway(db, { settings: { simulation } });
    await gateway.clock.advance('5s');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'success' });
    await gateway.snapshots.restore('open');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'pending' });
    await gateway.clock.advance('5s');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'success' });
  });

  it('a restore while simulated customers pay leaves the restored orders open until their time', async () => {
    const { gateway, orders } = await stage({ simulation, rateLimitPerMinute: null });
    await Promise.all(Array.from({ length: 200 }, () => orders.payin()));
    await gateway.snapshots.save({ name: 'open' });
    const paid = async () => (await gateway.payins.list({ status: 'success', limit: 100 })).items.length;
    const moved = gateway.clock.advance('1h');
    await expect.poll(paid, { interval: 1 }).toBeGreaterThan(0);
    await gateway.snapshots.restore('open');
    await expect(moved).rejects.toMatchObject({ status: 409 });
    expect([await paid(), await gateway.callbacks.settle()]).toEqual([0, { settled: true, pending: 0 }]);
    await gateway.clock.advance('4s');
    expect(await paid()).toBe(0);
    await gateway.clock.advance('1s');
    expect(await paid()).toBe(100);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  });

  it('the amount of a link decides the attempts of its own callback, beside a payout with the same number', async () => {
    const { gateway, orders } = await stage();
    const notify_url = 'http://merchant.example/links';
    const [twice, lost] = [
      await orders.link({ amount: '500.06', client_ref: null, notify_url }),
      await orders.link({ amount: '500.07', client_ref: 'SAME', notify_url }),
    ];
    const payout = await orders.payout({ mchOrderNo: 'SAME' });
    await gateway.clock.advance('5s');
    expect(await attemptsOf(gateway, twice)).toEqual([[true, 'duplicate']]);
    expect(await attemptsOf(gateway, lost)).toEqual([[false, 'drop']]);
    const { items } = await gateway.callbacks.list({ orderNo: payout });
    expect(items.flatMap(({ attempts }) => attempts.map(({ fault }) => fault))).toEqual([null, null]);
  });

  it('a change of the settings and a restart keep the late payment of an expired order', async () => {
    const db = temporaryFile();
    const first = await openGateway({ db, settings: { simulation } });
    const orderNo = await new Orders(first).payin({ amount: '500.02' });
    await first.clock.advance('30m');
    await first.settings.update({ simulation: { payAfterSeconds: 6 } });
    await first.close();
    const gateway = await reopenGateway(db);
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
    await gateway.clock.advance('1m');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'success' });
  });

  it('an order of .01 fails before it expires, even if its payment would come later', async () => {
    const { gateway, orders } = await stage({ simulation: { payAfterSeconds: 3600 } });
    const orderNo = await orders.payin({ amount: '500.01' });
    await gateway.clock.advance('30m');
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'failed' });
  });

  it('a slow payout that is approved late still stays processing for ten minutes', async () => {
    const { gateway, orders } = await stage({});
    const orderNo = await orders.payout({ upiId: 'slow@bank' });
    await gateway.clock.advance('1h');
    await gateway.settings.update({ simulation });
    await gateway.clock.advance('9m');
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ status: 'processing' });
    await gateway.clock.advance('1m');
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ status: 'success' });
  });

  it('simulated customers produce the same results for the same orders', async () => {
    const history = async () => {
      const { gateway } = await stage();
      const caller = callerOf(gateway);
      for (let digits = 0; digits < 20; digits++)
        await caller.payin({ mchOrderNo: `A-${digits}`, amount: `500.${String(digits).padStart(2, '0')}` });
      await gateway.clock.advance('8h');
      const { items } = await gateway.payins.list({ limit: 100 });
      return items.map(({ mchOrderNo, status, paidAmount, paidAt }) => [
        mchOrderNo,
        status,
        paidAmount,
        paidAt,
      ]);
    };
    expect(await history()).toEqual(await history());
  });

  it('simulated customers pay in real time', async () => {
    const gateway = await openGateway({ clock: undefined, settings: { simulation: { payAfterSeconds: 1 } } });
    const orderNo = await new Orders(gateway).payin();
    const status = async () => (await gateway.payins.get(orderNo)).status;
    expect(await status()).toBe('pending');
    await expect.poll(status).toBe('success');
  });
});
