import type { DeliveryResult, Sender } from '@inrgate/conformance/internal';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import { type Answer, Caller, type Keys } from '../client.ts';
import {
  callerOf,
  came,
  hour,
  listenGateway,
  Orders,
  openGateway,
  orderNoOf,
  reopenGateway,
  socketCallerOf,
  temporaryFile,
} from './harness.ts';
import { Receiver } from './receiver.ts';
import { aWhile, failStatements } from './statements.ts';

/** A sender that never returns a response, and ends when it is aborted. */
const untilAborted: GatewayOptions['sender'] = (_, signal) =>
  new Promise((resolve) => {
    const nothing = { durationMs: 0, status: null, body: null, redirectHost: null, detail: null };
    const aborted = { ...nothing, failure: 'aborted' } as const;
    signal.addEventListener('abort', () => resolve(aborted));
  });

const locking: GatewayOptions = { clock: undefined, settings: { signatureLock: { failures: 1 } } };

describe.each([
  ['in process', openGateway, callerOf],
  ['over a socket', listenGateway, socketCallerOf],
] as const)('reset %s [contract:control.reset]', (_, open, callerFor) => {
  it('during a reset, the gateway never rejects or locks out a caller with the configured keys', async () => {
    const gateway = await open({ ...locking, settings: { ...locking.settings, rateLimitPerMinute: 1e6 } });
    const caller = callerFor(gateway);
    const answers: Answer[] = [];
    const calling = async (name: number) => {
      for (let count = 0; count < 10; count++) {
        const mchOrderNo = `P-${name}-${count}`;
        answers.push(
          await caller.payin({ mchOrderNo }),
          await caller.payout({ mchOrderNo, amount: '500.00' }),
        );
        answers.push(await caller.createLink({ client_ref: mchOrderNo, amount: '500.00' }));
        answers.push(await caller.balance());
      }
    };
    let over = false;
    const callers = Promise.all(Array.from({ length: 16 }, (_, name) => calling(name))).finally(() => {
      over = true;
    });
    let resets = 0;
    for (; !over; resets++) {
      await gateway.reset();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await callers;
    expect(resets).toBeGreaterThan(1);
    const rejected = answers.filter(
      ({ status, error }) => status !== 200 && error !== 'insufficient_balance',
    );
    expect(rejected.filter(({ error }) => error !== 'daily_limit')).toEqual([]);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
    expect((await gateway.merchants.list()).items).toHaveLength(1);
  });
});

/** A request whose body arrives only when the test sends it. */
function heldBack(gateway: MockGateway, path: string, keys: Keys = gateway.merchant) {
  const body = Promise.withResolvers<string>();
  const caller = new Caller((to, init) => {
    const stream = new ReadableStream({
      async start(controller) {
        await body.promise;
        controller.enqueue(Buffer.from(String(init?.body)));
        controller.close();
      },
    });
    return gateway.fetch(gateway.url + to, { ...init, body: stream, duplex: 'half' } as RequestInit);
  }, keys);
  const answer = path === 'payin' ? caller.payin() : caller.payout();
  return { answer, send: () => body.resolve('') };
}

describe('work in progress at a reset', () => {
  it.each(['payin', 'payout'])(
    'a %s whose body arrives after a reset is decided by the state after the reset',
    async (path) => {
      const gateway = await openGateway({ clock: undefined });
      await gateway.settings.update({ maintenance: false, orderValidityMinutes: 5 });
      await gateway.merchants.update('DEMO1001', { suspended: true });
      const held = heldBack(gateway, path);
      await aWhile();
      await gateway.reset();
      held.send();
      expect(await held.answer).toMatchObject({ status: 200 });
      expect((await gateway.payins.list()).items.length + (await gateway.payouts.list()).items.length).toBe(
        1,
      );
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
    },
  );

  it('a request from a merchant that a reset deletes creates no order and is not logged', async () => {
    const gateway = await openGateway({ clock: undefined });
    const held = heldBack(gateway, 'payin', await gateway.createMerchant());
    await aWhile();
    await gateway.reset();
    held.send();
    expect(await held.answer).toMatchObject({ status: 401, error: 'invalid_signature' });
    expect((await gateway.payins.list()).items).toEqual([]);
    expect((await gateway.requests.list()).items).toEqual([]);
  });

  it('an order whose response a fault delays beyond a reset is deleted, and its request is not logged', async () => {
    const gateway = await openGateway({ clock: undefined });
    await gateway.faults.add({ endpoint: 'payin', phase: 'after', action: { kind: 'delay', ms: 100 } });
    const asked = callerOf(gateway).payin();
    await expect.poll(async () => (await gateway.payins.list()).items.length).toBe(1);
    await gateway.reset();
    expect(await asked).toMatchObject({ status: 200 });
    expect((await gateway.payins.list()).items).toEqual([]);
    expect((await gateway.requests.list()).items).toEqual([]);
  });

  it('a checkout form whose body arrives after a reset shows that the order is gone', async () => {
    const gateway = await openGateway({ clock: undefined });
    const { data } = await callerOf(gateway).payin();
    const sent = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async start(controller) {
        await sent.promise;
        controller.close();
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const asked = gateway.fetch(`${String(data['pay_url'])}/pay`, init);
    await aWhile();
    await gateway.reset();
    sent.resolve();
    expect((await asked).status).toBe(404);
  });

  it.each([
    ['reset', 404],
    ['restore', 200],
  ] as const)(
    'a checkout form that lets an order expire during a %s shows the order as it is',
    async (by, status) => {
      const gateway = await openGateway({ sender: untilAborted });
      await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://127.0.0.1:1/' });
      const caller = callerOf(gateway);
      const { data } = await caller.payin();
      await gateway.snapshots.save({ name: 'open' });
      // The move of the clock waits for this delivery.
      await gateway.payins.pay(orderNoOf(await caller.payin({ mchOrderNo: 'ORDER-2' })));
      const url = String(data['pay_url']);
      const expired = gateway.fetch(`${url}/expire`, { method: 'POST' });
      await aWhile();
      await (by === 'reset' ? gateway.reset() : gateway.snapshots.restore('open'));
      expect((await expired).status).toBe(303);
      expect((await gateway.fetch(url)).status).toBe(status);
    },
  );

  it.each([
    ['settings', (gateway: MockGateway) => gateway.settings.update({ maintenance: true })],
    ['a merchant', (gateway: MockGateway) => gateway.merchants.update('DEMO1001', { suspended: true })],
    ['the wallet', (gateway: MockGateway) => gateway.merchants.credit('DEMO1001', { amount: '1.00' })],
  ])(
    'a change to %s requested before a reset is lost, while a change requested after the reset remains',
    async (_, change) => {
      const gateway = await openGateway();
      const state = async () => ({
        settings: await gateway.settings.get(),
        merchants: await gateway.merchants.list(),
        wallet: await gateway.merchants.wallet('DEMO1001'),
      });
      const before = await state();
      await Promise.all([change(gateway), change(gateway), gateway.reset()]);
      expect(await state()).toEqual(before);
      await Promise.all([gateway.reset(), change(gateway)]);
      expect(await state()).not.toEqual(before);
    },
  );

  it('an action on an order that a reset deletes returns not_found', async () => {
    const gateway = await openGateway({ clock: undefined });
    const payin = await new Orders(gateway).payin();
    const payout = await new Orders(gateway).payout();
    await gateway.reset();
    await expect(gateway.payins.pay(payin)).rejects.toMatchObject({ code: 'not_found' });
    await expect(gateway.payouts.approve(payout)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the gateway does not send a callback of an order that a reset deletes in the same turn', async () => {
    const gateway = await openGateway({ clock: undefined });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await Promise.all([gateway.payins.pay(orderNo), gateway.reset()]);
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(0);
  });

  it('a reset ends a re-send, which returns an error', async () => {
    const gateway = await openGateway({ sender: untilAborted });
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://127.0.0.1:1/' });
    const orderNo = await new Orders(gateway).payin();
    await gateway.drain();
    await gateway.payins.pay(orderNo);
    const resent = gateway.payins.resend(orderNo);
    const rejected = expect(resent).rejects.toMatchObject({ name: 'ControlError', status: 409 });
    await aWhile();
    await gateway.reset();
    await rejected;
  });

  it('a reset aborts an endpoint test without saving a format', async () => {
    const gateway = await openGateway({
      merchants: [{ mchId: 'SHOP', mchKey: 'k', mchSecret: 's', callbackUrl: 'http://127.0.0.1:1/' }],
      sender: untilAborted,
    });
    const tested = gateway.merchants.testCallback('SHOP');
    const rejected = expect(tested).rejects.toBeInstanceOf(Error);
    await gateway.reset();
    await rejected;
    expect(await gateway.merchants.get('SHOP')).toMatchObject({ callbackFormat: 'json' });
  });

  it('a listener stays connected after a reset', async () => {
    const gateway = await openGateway();
    const told: string[] = [];
    gateway.events.subscribe(({ type }) => told.push(type));
    await gateway.reset();
    await came(told, 1);
    await callerOf(gateway).payin();
    await came(told, 3);
    expect(told).toEqual(['clock', 'order', 'request']);
  });

  it('a failed reset leaves all data unchanged', async () => {
    const gateway = await openGateway(locking);
    const { mchId } = await gateway.createMerchant();
    await callerOf(gateway, { ...gateway.merchant, mchKey: 'another' }).payin();
    const heal = failStatements(/^DELETE FROM deposits/);
    await expect(gateway.reset()).rejects.toMatchObject({ code: 'store_full' });
    heal();
    expect(await gateway.merchants.get(mchId)).toMatchObject({ mchId });
    expect(await callerOf(gateway).payin()).toMatchObject({ error: 'too_many_failures' });
    await gateway.clock.advance('15m');
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
  });
});

describe('reset on a full disk [contract:control.reset]', () => {
  it('a failed reset on a full disk stops neither deliveries nor the clock', async () => {
    const held = Promise.withResolvers<DeliveryResult>();
    const sender = vi.fn<Sender>(() => held.promise);
    const gateway = await openGateway({ sender, onError: () => {} });
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://shop.example/callbacks' });
    const orders = new Orders(gateway);
    await gateway.payins.pay(await orders.payin());
    const waiting = await orders.payin();
    await vi.waitFor(() => expect(sender).toHaveBeenCalled(), { timeout: 15_000 });
    const heal = failStatements(/^(?:COMMIT|DELETE|UPDATE|INSERT)/);
    await expect(gateway.reset()).rejects.toMatchObject({ code: 'store_full' });
    heal();
    held.resolve(received);
    await gateway.clock.advance('31m');
    expect(await gateway.payins.get(waiting)).toMatchObject({ status: 'expired' });
    expect((await gateway.callbacks.list()).items).toMatchObject([{ state: 'delivered' }]);
    expect(sender).toHaveBeenCalledTimes(1);
  });

  const received: DeliveryResult = {
    durationMs: 1,
    status: 200,
    headers: [],
    body: Buffer.from('success'),
    redirectHost: null,
    failure: null,
    detail: null,
  };
});

describe('clock at a reset [contract:control.clock-restart]', () => {
  it('a reset cancels every clock move that was requested before the reset', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    await new Orders(gateway).payin();
    const moves = [
      gateway.clock.advance('1h'),
      gateway.clock.freeze(),
      gateway.clock.advance('1h'),
      gateway.clock.advanceToNext(),
      gateway.clock.freeze({ at: new Date(Date.now() + 5 * hour).toISOString() }),
      gateway.clock.resume(),
    ].map((move) => move.catch((error: unknown) => error));
    await gateway.reset();
    await Promise.all(moves);
    expectRealTime(gateway);
    await gateway.close();
    expectRealTime(await reopenGateway(db));
  });

  it('a clock move that is requested during a reset runs after the reset', async () => {
    const gateway = await openGateway({ clock: undefined });
    const [, { now }] = await Promise.all([gateway.reset(), gateway.clock.advance('2h')]);
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(hour);
  });

  it.each([0, 1, 2, 3, 5, 8])(
    'a reset %i turns after the start of an advance ends the advance',
    async (turns) => {
      const db = temporaryFile();
      const gateway = await openGateway({ db, clock: undefined });
      for (let made = 0; made < 10; made++) {
        await new Orders(gateway, await gateway.createMerchant()).payin();
        await gateway.clock.advance('1s');
      }
      const advanced = gateway.clock.advance('2h').catch((error: unknown) => error);
      for (let left = turns; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
      await gateway.reset();
      expect(await advanced).toMatchObject({ code: 'illegal_transition' });
      expectRealTime(gateway);
      await gateway.close();
      expectRealTime(await reopenGateway(db));
    },
  );

  it('a reset aborts a delivery that an advance waits for', async () => {
    const gateway = await openGateway({ sender: untilAborted });
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://127.0.0.1:1/' });
    await gateway.payins.pay(await new Orders(gateway).payin());
    const advanced = gateway.clock.advance('1m').catch((error: unknown) => error);
    await aWhile();
    await gateway.reset();
    expect(await advanced).toMatchObject({ code: 'illegal_transition' });
    expectRealTime(gateway);
  });
});

describe('reset and close', () => {
  it('a start after a simultaneous reset and close finds either all data or no data', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    await new Orders(gateway).payin();
    const reset = gateway.reset().catch((error: unknown) => error);
    await gateway.close();
    await reset;
    const again = await reopenGateway(db);
    expect((await again.merchants.list()).items).toHaveLength(1);
    expect(await again.merchants.wallet('DEMO1001')).toMatchObject({ available: '100000.00' });
    expect(await callerOf(again).payin({ mchOrderNo: 'NEXT' })).toMatchObject({ status: 200 });
  });

  it('a reset of a closed gateway fails', async () => {
    const gateway = await openGateway();
    await gateway.close();
    await expect(gateway.reset()).rejects.toMatchObject({ name: 'StoreError', code: 'store_closed' });
  });
});

function expectRealTime(gateway: MockGateway): void {
  const { now, mode } = gateway.clock.get();
  expect(mode).toBe('running');
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(hour / 2);
}
