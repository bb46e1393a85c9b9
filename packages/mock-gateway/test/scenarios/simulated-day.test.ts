import { describe, expect, it } from 'vitest';
import { callerOf, Orders, openGateway, reopenGateway, temporaryFile } from './harness.ts';
import { expectAgreement, expectEndings, simulatedDay, whatHappened } from './simulated-day.ts';

const everyEnding = ['01', '02', '03', '04', '05', '06', '07', 'failed', 'processing', 'success'];

describe('simulated day', () => {
  it('the statement, the ledger and the callbacks of a simulated day have the same totals', async () => {
    const first = await simulatedDay(300, 7);
    expect(first.day).toMatchObject({ date: '2026-11-21', orders: 300, refused: {} });
    expect(first.day.now).toBe('2026-11-21T23:45:00+05:30');
    expect(await expectEndings(first.gateway)).toEqual(new Set([...everyEnding, '00']));
    await expectAgreement(first);
    expect((await first.gateway.faults.list()).items).toEqual([]);
  });

  it('a simulated day is the same for the same seed, in memory or in a file', async () => {
    const [one, same, other] = [
      await simulatedDay(60, 7),
      await simulatedDay(60, 7, temporaryFile()),
      await simulatedDay(60, 8),
    ];
    expect(whatHappened(same)).toEqual(whatHappened(one));
    expect(other.statement).not.toEqual(one.statement);
    // Returns the digits of order numbers, which the seed also determines.
    const digitsOf = ({ statement: { entries } }: typeof one) =>
      entries.flatMap(({ orderNo }) => (orderNo === null ? [] : [orderNo.slice(-8)]));
    const digits = digitsOf(one);
    expect(digitsOf(other).filter((those) => digits.includes(those))).toEqual([]);
  });

  it('a simulated day leaves the settings and the mode of the clock unchanged', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    const settings = await gateway.settings.get();
    const { date, now } = await gateway.simulation.day({ orders: 20 });
    expect(await gateway.settings.get()).toEqual(settings);
    expect(await gateway.clock.get()).toMatchObject({ mode: 'running' });
    const next = await gateway.simulation.day({ orders: 20 });
    expect(next.date > date && next.now > now).toBe(true);
    const orders = await gateway.payins.list({ limit: 200 });
    await gateway.close();
    expect(await (await reopenGateway(db)).payins.list({ limit: 200 })).toEqual(orders);
  });

  it('a simulated day settles the orders that were pending before the day', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payout();
    await gateway.simulation.day({ orders: 1 });
    expect(await gateway.payouts.get(orderNo)).toMatchObject({ status: 'success' });
  });

  it('a simulated day that ends because the gateway closes leaves no simulated customers in the store file', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const running = gateway.simulation.day({ orders: 2000 }).catch((error: unknown) => error);
    await expect.poll(async () => (await gateway.payins.list()).items.length).toBeGreaterThan(0);
    await gateway.close();
    expect(await running).toMatchObject({ code: 'illegal_transition' });
    expect(await (await reopenGateway(db)).settings.get()).toMatchObject({ simulation: null });
  });

  it('the gateway rejects a simulated day for a merchant that cannot create orders', async () => {
    const gateway = await openGateway();
    const refused = { code: 'illegal_transition', status: 409 };
    await expect(gateway.simulation.day({ mchId: 'NOBODY' })).rejects.toMatchObject({ code: 'not_found' });
    for (const orders of [0, 1.5, 20_001])
      await expect(gateway.simulation.day({ orders })).rejects.toMatchObject({ code: 'invalid_body' });
    const running = gateway.simulation.day({ orders: 200 });
    await expect.poll(async () => (await gateway.payins.list()).items.length).toBeGreaterThan(0);
    await expect(gateway.simulation.day({ orders: 1 })).rejects.toMatchObject({
      ...refused,
      message: 'The gateway is simulating another day. Wait for the end of that day, or reset the gateway.',
    });
    await running;
    const merchant = { suspended: false, inrEnabled: true };
    const settings = { maintenance: false, providerAvailable: true };
    const noOrders =
      'The gateway rejects new orders. End the maintenance, and make the payment channel available.';
    for (const [patch, message] of [
      [{ suspended: true }, 'The merchant DEMO1001 is suspended. Activate the merchant first.'],
      [{ inrEnabled: false }, 'INR orders are disabled for DEMO1001. Enable INR orders first.'],
      [{ maintenance: true }, noOrders],
      [{ providerAvailable: false }, noOrders],
    ] as const) {
      const { suspended, inrEnabled, ...other } = { ...merchant, ...settings, ...patch };
      await gateway.merchants.update('DEMO1001', { suspended, inrEnabled });
      await gateway.settings.update(other);
      await expect(gateway.simulation.day({ orders: 1 })).rejects.toMatchObject({ ...refused, message });
    }
  });

  it.each(['running', 'frozen'] as const)(
    'a simulated day that ends because the gateway closes leaves a %s clock unchanged after a restart',
    async (mode) => {
      const db = temporaryFile();
      const gateway = await openGateway({ db, clock: { now: '2026-11-20T23:59:59.500+05:30', mode } });
      const running = gateway.simulation.day({ orders: 2000 }).catch((error: unknown) => error);
      await expect.poll(async () => (await gateway.payins.list()).items.length).toBeGreaterThan(0);
      await gateway.close();
      expect(await running).toMatchObject({ code: 'illegal_transition' });
      const clock = await (await reopenGateway(db)).clock.get();
      expect(clock).toMatchObject({ mode, now: expect.stringMatching(/^2026-11-21T23:4/) });
    },
  );

  it('a simulated day counts rejected requests and waits for the rate limit', async () => {
    const gateway = await openGateway({ settings: { rateLimitPerMinute: 1 } });
    expect(await gateway.simulation.day({ orders: 200, seed: 3 })).toMatchObject({
      orders: 200,
      refused: {},
    });
    await gateway.settings.update({ rateLimitPerMinute: null });
    await gateway.faults.add({
      endpoint: 'payin',
      phase: 'before',
      times: 2,
      action: { kind: 'status', status: 500 },
    });
    expect(await gateway.simulation.day({ orders: 20 })).toMatchObject({
      orders: 18,
      refused: { server_error: 2 },
    });
  });

  it('a simulated day ends if a reset occurs while a fault delays a response', async () => {
    const gateway = await openGateway();
    const action = { kind: 'delay', ms: 600_000 } as const;
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action });
    const running = gateway.simulation.day({ orders: 20 }).catch((error: unknown) => error);
    await expect.poll(async () => (await gateway.clock.get()).now).toMatch(/^2026-11-21T(?!00:00)/);
    await gateway.reset();
    expect(await running).toMatchObject({ code: 'illegal_transition' });
    expect((await gateway.payins.list()).items).toEqual([]);
  });

  it('a simulated day that a reset or a restore ends leaves no order', async () => {
    const gateway = await openGateway();
    await gateway.snapshots.save({ name: 'empty' });
    for (const [back, mode] of [
      [() => gateway.reset(), 'running'],
      [() => gateway.snapshots.restore('empty'), 'frozen'],
    ] as const) {
      await gateway.clock.resume();
      const running = gateway.simulation.day({ orders: 2000 }).catch((error: unknown) => error);
      await expect.poll(async () => (await gateway.payins.list()).items.length).toBeGreaterThan(0);
      await back();
      expect(await running).toMatchObject({ code: 'illegal_transition' });
      expect((await gateway.payins.list()).items).toEqual([]);
      expect(await gateway.settings.get()).toMatchObject({ simulation: null });
      expect(await gateway.clock.get()).toMatchObject({ mode });
      expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
      expect((await gateway.payins.list()).items).toHaveLength(1);
    }
  });
});
