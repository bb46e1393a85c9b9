import { setTimeout } from 'node:timers/promises';
import type { Sender } from '@inrgate/conformance/internal';
import { sign } from '@inrgate/sdk/protocol';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Shared } from '../../src/cluster/shared.ts';
import { openGateway as openGatewayOn } from '../../src/gateway.ts';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { openBackend } from '../../src/open-backend.ts';
import { openPostgresBackend } from '../../src/postgres/cluster/backend.ts';
import { postgresForTests } from '../postgres.ts';
import { callerOf, openGateway, orderNoOf, start } from './harness.ts';
import { answered, rejecting, ScriptedNetwork } from './sender.ts';

const postgres = postgresForTests();
const callbackUrl = 'http://shop.test/callbacks';

/** Opens gateways on one database, each with its own connections, clock and caches, as on several machines. */
async function openSeveral(count: number, options: GatewayOptions = {}): Promise<readonly MockGateway[]> {
  const own = { ...options, db: postgres.url(), schema: postgres.schema() };
  const first = await openGateway(own);
  const others = Array.from({ length: count - 1 }, () => openGateway({ ...own, clock: undefined }));
  return [first, ...(await Promise.all(others))];
}

/** Opens a gateway and changes its connection to the shared state. */
async function openOn(options: GatewayOptions, change: (shared: Shared) => Shared): Promise<MockGateway> {
  const backend = await openBackend(options);
  const gateway = await openGatewayOn(options, async () => ({
    connect: (connecting) => change(backend.connect(connecting)),
  }));
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Opens a gateway that reads the changes of other instances only when it receives a request. */
async function openUnaware(schema: string): Promise<MockGateway> {
  const connecting = { url: postgres.url(), schema, lookEvery: 3_600_000 };
  const gateway = await openGatewayOn({}, () => openPostgresBackend(connecting));
  onTestFinished(() => gateway.close());
  return gateway;
}

async function openTwo(options: GatewayOptions = {}): Promise<readonly [MockGateway, MockGateway]> {
  const [one, other] = await openSeveral(2, options);
  if (one === undefined || other === undefined) throw new Error('there are two');
  return [one, other];
}

/** Creates a caller that sends each call to the next gateway. */
function byTurns<T>(
  gateways: readonly MockGateway[],
  count: number,
  call: (gateway: MockGateway, n: number) => Promise<T>,
) {
  return Promise.all(
    Array.from({ length: count }, (_, n) => call(gateways[n % gateways.length] as MockGateway, n)),
  );
}

/** Synchronizes before each call, as a request over HTTP does. */
async function controlled(
  gateway: MockGateway,
  path: string,
  init?: RequestInit,
): Promise<Record<string, unknown>> {
  const response = await gateway.fetch(`${gateway.url}/_mock${path}`, init);
  return (await response.json()) as Record<string, unknown>;
}

describe('several instances on PostgreSQL', () => {
  it('an order that one instance creates is immediately visible at the other instances [contract:several.one]', async () => {
    const [one, other] = await openTwo();
    const orderNo = orderNoOf(await callerOf(one).payin({ mchOrderNo: 'A' }));
    expect((await callerOf(other).payin({ mchOrderNo: 'A' })).data).toMatchObject({
      orderNo,
      duplicate: true,
    });
    await other.payins.pay(orderNo);
    expect((await callerOf(one).query({ mchOrderNo: 'A' })).data).toMatchObject({ status: 'success' });
    expect((await one.ledger.check()).balanced).toBe(true);
  });

  it('several instances create one order from two hundred simultaneous requests with the same order number', async () => {
    const gateways = await openSeveral(3, { settings: { rateLimitPerMinute: null } });
    const answers = await byTurns(gateways, 200, (gateway) => callerOf(gateway).payin({ mchOrderNo: 'A' }));
    expect(new Set(answers.map(orderNoOf)).size).toBe(1);
    expect(answers.filter(({ data }) => data['duplicate'] !== true)).toHaveLength(1);
  });

  it('several instances never overdraw a wallet together', async () => {
    const keys = { mchId: 'SHOP', mchKey: 'shop-key', mchSecret: 'shop-secret' };
    const settings = { rateLimitPerMinute: null };
    const gateways = await openSeveral(3, { settings, merchants: [{ ...keys, balance: '5000.00' }] });
    const answers = await byTurns(gateways, 100, (gateway, n) =>
      callerOf(gateway).payout({ mchOrderNo: `W-${n}`, amount: '500.00' }),
    );
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBeGreaterThan(5);
    expect(new Set(answers.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['200 undefined', '422 insufficient_balance']),
    );
    const [gateway] = gateways;
    const { available } = (await gateway?.merchants.wallet('SHOP')) ?? { available: 'nothing' };
    expect(Number(available)).toBeGreaterThanOrEqual(0);
    expect(Number(available)).toBeLessThan(600);
    expect(await gateway?.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  });

  it('several instances together admit exactly as many calls as the limit allows', async () => {
    const gateways = await openSeveral(3);
    const answers = await byTurns(gateways, 170, (gateway, n) =>
      callerOf(gateway).payin({ mchOrderNo: `A-${n}` }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ error }) => error === 'rate_limited')).toHaveLength(50);
  });

  it('several instances together apply a fault exactly as often as `times` allows', async () => {
    const gateways = await openSeveral(3);
    const action = { kind: 'status', status: 500 } as const;
    await gateways[0]?.faults.add({ endpoint: 'payin', phase: 'before', times: 5, action });
    const answers = await byTurns(gateways, 30, (gateway, n) =>
      callerOf(gateway).payin({ mchOrderNo: `A-${n}` }),
    );
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(5);
  });

  it('ten instances that start simultaneously create one database and are all ready', async () => {
    const own = { db: postgres.url(), schema: postgres.schema() };
    const gateways = await Promise.all(
      Array.from({ length: 10 }, () => openGateway({ ...own, clock: undefined })),
    );
    const ready = await Promise.all(gateways.map(async (gateway) => (await gateway.ready()).ready));
    expect(ready).toEqual(gateways.map(() => true));
    expect((await gateways[0]?.instances.list())?.items).toHaveLength(10);
    const merchants = await gateways[9]?.merchants.list();
    expect(merchants?.items.map(({ mchId }) => mchId)).toEqual(['DEMO1001']);
    expect((await gateways[3]?.ledger.check())?.balanced).toBe(true);
  });

  it('changes to settings, merchants and keys apply to the next request to another instance [contract:several.one]', async () => {
    const [one, other] = await openTwo();
    await one.settings.update({ maintenance: true });
    expect(await callerOf(other).payin()).toMatchObject({ status: 503, error: 'maintenance' });
    await other.settings.update({ maintenance: false });
    const shop = await one.createMerchant({ mchId: 'SHOP' });
    expect((await callerOf(other, shop).payin()).status).toBe(200);
    await other.merchants.update('SHOP', { mchKey: 'another-key' });
    expect((await callerOf(one, shop).payin({ mchOrderNo: 'B' })).error).toBe('invalid_signature');
    const again = await callerOf(one, { ...shop, mchKey: 'another-key' }).payin({
      mchOrderNo: 'B',
      note: 'another-key',
    });
    expect(again.status).toBe(200);
    expect(JSON.stringify(await controlled(other, '/requests'))).not.toContain('another-key');
  });

  it('an in-process control call shows the changes of other instances, as over HTTP [contract:several.one]', async () => {
    const schema = postgres.schema();
    const [one, other] = [await openUnaware(schema), await openUnaware(schema)];
    const shop = await one.createMerchant({ mchId: 'SHOP' });
    expect((await other.merchants.get('SHOP')).mchKey).toBe(shop.mchKey);
    await one.merchants.update('SHOP', { suspended: true });
    expect((await other.merchants.get('SHOP')).suspended).toBe(true);
    await other.settings.update({ orderValidityMinutes: 7 });
    expect((await one.settings.get()).orderValidityMinutes).toBe(7);
    await other.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    await other.reset();
    expect((await one.faults.list()).items).toEqual([]);
    await expect(one.merchants.get('SHOP')).rejects.toMatchObject({ code: 'not_found' });
    await Promise.all([one.reset(), other.reset(), one.reset()]);
    expect((await one.settings.get()).orderValidityMinutes).toBe(30);
  });

  it('a create uses the latest changes of other instances, even before its instance has read those changes [contract:several.one]', async () => {
    const schema = postgres.schema();
    const [one, other] = [await openUnaware(schema), await openUnaware(schema)];
    const shop = one.merchant;
    let made = 0;
    const payin = (amount = '500.00') => callerOf(one, shop).payin({ mchOrderNo: `A-${made++}`, amount });
    const changes: readonly (readonly [() => Promise<unknown>, number, string | undefined])[] = [
      [() => other.settings.update({ maintenance: true }), 503, 'maintenance'],
      [() => other.settings.update({ maintenance: false }), 200, undefined],
      [() => other.merchants.update(shop.mchId, { suspended: true }), 403, 'account_suspended'],
      [() => other.merchants.update(shop.mchId, { suspended: false }), 200, undefined],
      [() => other.settings.update({ rateLimitPerMinute: 1 }), 429, 'rate_limited'],
      [() => other.settings.update({ rateLimitPerMinute: 120 }), 200, undefined],
      [
        () =>
          other.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'status', status: 502 } }),
        502,
        'server_error',
      ],
      [() => other.reset(), 200, undefined],
    ];
    for (const [change, status, error] of changes) {
      const before = await payin();
      await change();
      expect([before.status, await payin()]).toMatchObject([expect.any(Number), { status, error }]);
    }
    expect((await one.payins.list()).items).toHaveLength(1);
    await other.clock.advance('1d');
    const { data } = await payin();
    const { createdAt } = await other.payins.get(String(data['orderNo']));
    expect(Date.parse(createdAt) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  });

  it('several instances create each link once while random faults come and go', async () => {
    const gateways = await openSeveral(2, { settings: { rateLimitPerMinute: null } });
    const [one] = gateways;
    const round = () =>
      byTurns(gateways, 60, (gateway, n) =>
        callerOf(gateway).createLink({ client_ref: `L-${n % 20}`, amount: '500.00' }),
      );
    const [action, probability] = [{ kind: 'status', status: 502 } as const, 0.5];
    const add = () => one?.faults.add({ endpoint: 'create-link', phase: 'after', probability, action });
    const answers = [...(await Promise.all([round(), add(), round()])).flat(), await round()].flat();
    const lost = answers.filter(
      (answer) => answer !== undefined && 'status' in answer && answer.status === 502,
    );
    expect(lost.length).toBeGreaterThan(5);
    await one?.faults.clear();
    const all = await round();
    const codes = new Set(all.map(orderNoOf));
    expect(codes.size).toBe(20);
    const made = answers.filter(
      (answer) => answer !== undefined && 'status' in answer && answer.status === 200,
    );
    expect(made.length + lost.length).toBe(180);
    for (const answer of made) expect(codes).toContain(orderNoOf(answer as (typeof all)[number]));
    expect((await one?.links.list({ limit: 200 }))?.items).toHaveLength(20);
  });

  it('a create waits for its entry in the request log, and a repeated create returns its order', async () => {
    const schema = postgres.schema();
    const logged = Promise.withResolvers<void>();
    const other = await openGateway({ db: postgres.url(), schema });
    const one = await openOn({ db: postgres.url(), schema }, (shared) => {
      const record = shared.log.record.bind(shared.log);
      vi.spyOn(shared.log, 'record').mockImplementation((request) =>
        logged.promise.then(() => record(request)),
      );
      return shared;
    });
    let hasAnswer = false;
    const first = callerOf(one).payin({ mchOrderNo: 'A' });
    void first.then(() => {
      hasAnswer = true;
    });
    await vi.waitUntil(async () => (await other.payins.list()).items.length === 1, { timeout: 15_000 });
    const again = callerOf(one).payin({ mchOrderNo: 'A' });
    expect(await callerOf(other).payin({ mchOrderNo: 'A' })).toMatchObject({ data: { duplicate: true } });
    expect(hasAnswer).toBe(false);
    logged.resolve();
    expect(orderNoOf(await again)).toBe(orderNoOf(await first));
    expect([(await first).data['duplicate'], (await again).data['duplicate']]).toEqual([undefined, true]);
    await vi.waitUntil(async () => (await other.requests.list()).items.length === 3, { timeout: 15_000 });
  });

  it('several instances create an order once if a reset happens while the body arrives', async () => {
    const schema = postgres.schema();
    const [one, other] = [await openUnaware(schema), await openUnaware(schema)];
    const { mchId, mchKey } = one.merchant;
    const params = { mchId, mchOrderNo: 'A', amount: '500.00' };
    const sent = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async pull(controller) {
        await sent.promise;
        controller.enqueue(Buffer.from(JSON.stringify({ ...params, sign: sign(params, mchKey) })));
        controller.close();
      },
    });
    const headers = { 'content-type': 'application/json' };
    const asked = one.fetch(`${one.baseUrl}/payin`, { method: 'POST', headers, body, duplex: 'half' });
    await other.reset();
    await controlled(one, '/clock');
    sent.resolve();
    expect(await (await asked).json()).not.toMatchObject({ data: { duplicate: true } });
    expect((await other.payins.list()).items).toHaveLength(1);
  });

  it('several instances share the clock, whichever instance moves it [contract:several.clock]', async () => {
    const [one, other] = await openTwo();
    const now = async (gateway: MockGateway) => (await controlled(gateway, '/clock'))['now'];
    expect(await now(other)).toBe(start);
    await other.clock.advance('1h');
    expect(await now(one)).toBe('2026-11-20T16:04:05+05:30');
    await Promise.all([one.clock.advance('1h'), other.clock.advance('1h'), one.clock.advance('30m')]);
    expect(await Promise.all([now(one), now(other)])).toEqual(Array(2).fill('2026-11-20T18:34:05+05:30'));
  });

  it('the clock never moves back after the instance that moves it was silent too long [contract:several.clock]', async () => {
    const own = { db: postgres.url(), schema: postgres.schema() };
    const other = await openGateway(own);
    let silent = async () => {};
    const one = await openOn(own, (shared) => ({
      ...shared,
      sync: shared.sync && {
        ...shared.sync,
        stand: async (at) => {
          await shared.sync?.stand(at);
          await silent();
        },
      },
    }));
    await one.clock.advance('1h');
    await other.reset();
    const database = await postgres.open({ schema: own.schema });
    silent = async () => {
      silent = async () => {};
      await database.write({ text: `UPDATE ${own.schema}.standing SET until = clock_timestamp()` });
      await database.write({ text: `DELETE FROM ${own.schema}.tickets` });
      // Make the same number of moves as before the reset.
      for (const by of ['12h', '12h'] as const) await other.clock.advance(by);
    };
    const before = Date.now();
    await one.clock.advance('1h');
    const { now } = await controlled(other, '/clock');
    expect(Date.parse(String(now)) - before).toBeGreaterThanOrEqual(25 * 3_600_000 - 1_000);
  });

  it('if an instance dies during a clock move, the clock does not run until the lease of that instance ends [contract:several.clock]', async () => {
    const own = { db: postgres.url(), schema: postgres.schema() };
    const gateway = await openGateway(own);
    const database = await postgres.open({ schema: own.schema });
    const { schema } = own;
    const left = `INSERT INTO ${schema}.standing (one, owner, at, until)
      SELECT true, 'gone', $1, clock_timestamp() + interval '1 h'`;
    await database.write({ text: left, values: [Date.parse(start) + 60_000] });
    const now = async () => (await controlled(gateway, '/clock'))['now'];
    expect(await now()).toBe('2026-11-20T15:05:05+05:30');
    const move = gateway.clock.advance('1h');
    const ended = vi.fn();
    move.then(ended, ended);
    // Wait longer than a second, because the gateway polls once a second.
    for (const end = performance.now() + 1_500; performance.now() < end; await setTimeout(100))
      expect(await now()).toBe('2026-11-20T15:05:05+05:30');
    expect(ended).not.toHaveBeenCalled();
    await database.write({ text: `UPDATE ${schema}.standing SET until = clock_timestamp()` });
    expect((await move).now).toBe('2026-11-20T16:05:05+05:30');
  });

  it('a reset at one instance resets all instances [contract:several.one]', async () => {
    const [one, other] = await openTwo();
    await callerOf(one).payin({ mchOrderNo: 'A' });
    await other.settings.update({ orderValidityMinutes: 7 });
    await other.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'drop' } });
    await other.reset();
    expect(await controlled(one, '/payins')).toMatchObject({ items: [] });
    expect(await controlled(one, '/settings')).toMatchObject({ orderValidityMinutes: 30 });
    expect((await callerOf(one).payin({ mchOrderNo: 'A' })).data['duplicate']).toBeUndefined();
    expect((await one.ledger.check()).balanced).toBe(true);
  });

  it('several instances together deliver each callback only once', async () => {
    const network = new ScriptedNetwork(() => answered);
    const settings = { rateLimitPerMinute: null };
    const gateways = await openSeveral(3, { settings, sender: network.send });
    const orders = await byTurns(gateways, 60, async (gateway, n) =>
      orderNoOf(await callerOf(gateway).payin({ mchOrderNo: `A-${n}`, notifyUrl: callbackUrl })),
    );
    await byTurns(gateways, 60, (gateway, n) => gateway.payins.pay(orders[n] ?? ''));
    for (const gateway of gateways)
      expect(await gateway.callbacks.settle()).toMatchObject({ settled: true, pending: 0 });
    expect(network.sent).toHaveLength(60);
  });

  it('an advance returns only when all instances have sent the callbacks that are due', async () => {
    const network = new ScriptedNetwork(rejecting);
    const settings = { rateLimitPerMinute: null };
    const gateways = await openSeveral(3, { settings, sender: network.send });
    const [first] = gateways;
    const count = 40;
    const orders = await byTurns(gateways, count, async (gateway, n) =>
      orderNoOf(await callerOf(gateway).payin({ mchOrderNo: `A-${n}`, notifyUrl: callbackUrl })),
    );
    await byTurns(gateways, count, (gateway, n) => gateway.payins.pay(orders[n] ?? ''));
    await first?.callbacks.settle();
    await gateways[1]?.clock.advance('6h');
    // Each callback has at most six attempts (spec: Delivery rules 2).
    const attempts = await Promise.all(
      orders.map(async (orderNo) => {
        const { items } = (await first?.callbacks.list({ orderNo })) ?? { items: [] };
        return items.flatMap((callback) => callback.attempts.map(({ startedAt }) => startedAt));
      }),
    );
    expect(new Set(attempts.map((instants) => instants.length)).size).toBe(1);
    for (const instants of attempts) expect(instants).toEqual([...instants].toSorted());
    expect(network.sent).toHaveLength(attempts.flat().length);
  });

  it('an advance by six hours waits for 200 due callbacks', async () => {
    const tries = new Map<string, number>();
    // This network rejects each callback twice.
    const network = new ScriptedNetwork(({ body }) => {
      const { orderNo } = JSON.parse(body) as { readonly orderNo: string };
      const tried = (tries.get(orderNo) ?? 0) + 1;
      tries.set(orderNo, tried);
      return tried <= 2 ? { status: 500, body: Buffer.from('no') } : answered;
    });
    const held = new Set<string>();
    const [anyHeld, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding: Sender = async (delivery, signal) => {
      held.add(delivery.body);
      anyHeld.resolve();
      await released.promise;
      return network.send(delivery, signal);
    };
    // This sender waits, so the other gateway makes the deliveries.
    const waiting: Sender = async (delivery, signal) => {
      await anyHeld.promise;
      return network.send(delivery, signal);
    };
    const [count, receivers] = [200, 10];
    const settings = { rateLimitPerMinute: null };
    // The held callbacks never occupy every slot of a receiver, so the gateway that moves the clock can send the other
    // callbacks.
    const maxPerReceiver = count / receivers;
    const own = { db: postgres.url(), schema: postgres.schema(), settings, maxPerReceiver };
    const one = await openGateway({ ...own, sender: holding });
    const stepping = await openGateway({ ...own, clock: undefined, sender: waiting });
    const other = await openGateway({ ...own, clock: undefined, sender: holding });
    const orders = await byTurns([one, other], count, async (gateway, n) => {
      const notifyUrl = `http://shop-${n % receivers}.test/callbacks`;
      return orderNoOf(await callerOf(gateway).payin({ mchOrderNo: `A-${n}`, notifyUrl }));
    });
    await byTurns([one, other], count, (gateway, n) => gateway.payins.pay(orders[n] ?? ''));
    const advanced = stepping.clock.advance('6h');
    await expect.poll(() => network.sent.length + held.size, { timeout: 120_000 }).toBe(count);
    expect(held.size).toBeGreaterThan(0);
    // A gateway that has finished its work waits for the slower gateways.
    for (let looks = 0; looks < 100; looks++) await one.ready();
    expect(network.sent).toHaveLength(count - held.size);
    released.resolve();
    await advanced;
    expect(network.sent).toHaveLength(3 * count);
    const waits = await byTurns([one, stepping, other], count, async (gateway, n) => {
      const { items } = await gateway.callbacks.list({ orderNo: orders[n] ?? '' });
      const instants = items.flatMap(({ attempts }) =>
        attempts.map(({ startedAt }) => Date.parse(startedAt)),
      );
      return instants.map((at) => (at - (instants[0] ?? 0)) / 60_000);
    });
    // The retries are one minute and another five minutes later (spec: Delivery rules 3).
    expect(new Set(waits.map(String))).toEqual(new Set(['0,1,6']));
  });
});
