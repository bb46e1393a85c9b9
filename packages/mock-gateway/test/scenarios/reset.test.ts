import type { DeliveryResult, Sender } from '@inrgate/conformance/internal';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayOptions, MockGateway } from '../../src/index.ts';
import type { Answer } from '../client.ts';
import { callerOf, came, hour, Orders, reopenGateway, socketCallerOf, temporaryFile } from './harness.ts';
import { Receiver } from './receiver.ts';
import {
  aWhile,
  holding,
  listenSlowGateway as listenGateway,
  openSlowGateway as openGateway,
  pausing,
  turns,
} from './slow-store.ts';

/** Holds the next call of this store function during `act`, until a reset has ended. */
async function acrossReset<T>(
  gateway: MockGateway,
  [name, when]: readonly [name: string, when: 'before' | 'after'],
  act: () => Promise<T>,
): Promise<T> {
  const held = holding(name, when);
  pausing(held.pause);
  const acted = act();
  await held.reached;
  await gateway.reset();
  held.release();
  return acted;
}

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
  it.each([1, 2])(
    'during a reset, the gateway never rejects or locks out a caller with the configured keys (%i)',
    async (seed) => {
      const gateway = await open({ ...locking, settings: { ...locking.settings, rateLimitPerMinute: 1e6 } });
      pausing(turns(seed));
      const caller = callerFor(gateway);
      const answers: Answer[] = [];
      const calling = async (name: number) => {
        for (let count = 0; count < 3; count++) {
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
      for (; !over; resets++) await gateway.reset();
      await callers;
      expect(resets).toBeGreaterThan(5);
      const rejected = answers.filter(
        ({ status, error }) => status !== 200 && error !== 'insufficient_balance',
      );
      expect(rejected.filter(({ error }) => error !== 'daily_limit')).toEqual([]);
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
      expect((await gateway.merchants.list()).items).toHaveLength(1);
    },
  );
});

describe('work in progress at a reset', () => {
  const points = [
    ['merchants.get', 'before'],
    ['merchants.get', 'after'],
    ['commit', 'after'],
  ] as const;

  it.each(points)(
    'a pay-in during a reset (%s, %s) succeeds, and the gateway stores it after the reset or not at all',
    async (name, when) => {
      const gateway = await openGateway({ clock: undefined });
      await gateway.settings.update({ orderValidityMinutes: 5 });
      await gateway.merchants.update('DEMO1001', { limits: { payinMax: '600.00' } });
      const answer = await acrossReset(gateway, [name, when], () => callerOf(gateway).payin());
      expect(answer.status).toBe(200);
      const { items } = await gateway.payins.list();
      const validity = items.map(({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt));
      expect(validity).toEqual(when === 'after' && name === 'commit' ? [] : [30 * 60_000]);
      expect((await gateway.requests.list()).items).toHaveLength(items.length);
      expect((await gateway.settings.get()).orderValidityMinutes).toBe(30);
    },
  );

  it.each(points)(
    'a payout and a link during a reset (%s, %s) leave the ledger balanced',
    async (name, when) => {
      const gateway = await openGateway({ clock: undefined });
      const caller = callerOf(gateway);
      const payout = await acrossReset(gateway, [name, when], () => caller.payout());
      const byKey = name === 'commit' ? name : 'merchants.byKey';
      const link = await acrossReset(gateway, [byKey, when], () =>
        caller.createLink({ client_ref: 'L-1', amount: '500.00' }),
      );
      expect([payout.status, link.status]).toEqual([200, 200]);
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true });
    },
  );

  it.each(points.slice(0, 2))(
    'a request from a merchant that a reset deletes (%s, %s) creates no order',
    async (name, when) => {
      const gateway = await openGateway(locking);
      const gone = callerOf(gateway, await gateway.createMerchant());
      const answer = await acrossReset(gateway, [name, when], () => gone.payin());
      expect(answer).toMatchObject({ status: 401, error: 'invalid_signature' });
      expect((await gateway.payins.list()).items).toEqual([]);
      expect(await callerOf(gateway).balance()).toMatchObject({ status: 200 });
    },
  );

  it.each(['before', 'after'] as const)(
    'a wrong signature from before a reset (%s its merchant is loaded) does not count after the reset',
    async (when) => {
      const gateway = await openGateway(locking);
      const wrong = callerOf(gateway, { ...gateway.merchant, mchKey: 'another' });
      const answer = await acrossReset(gateway, ['merchants.get', when], () => wrong.payin());
      expect(answer).toMatchObject({ status: 401 });
      expect((await gateway.requests.list()).items).toEqual([]);
      expect(await callerOf(gateway).balance()).toMatchObject({ status: 200 });
    },
  );

  it('a fault added after a reset does not apply to a request from before the reset', async () => {
    const gateway = await openGateway();
    await gateway.faults.add({ endpoint: 'payout', phase: 'after', action: { kind: 'drop' } });
    const held = holding('merchants.get', 'before');
    pausing(held.pause);
    const asked = callerOf(gateway).payin();
    await held.reached;
    await gateway.reset();
    await gateway.faults.add({ endpoint: 'payin', phase: 'after', times: 1, action: { kind: 'drop' } });
    held.release();
    expect(await asked).toMatchObject({ status: 200 });
    await expect(callerOf(gateway).payin({ mchOrderNo: 'ORDER-2' })).rejects.toThrow();
  });

  it.each([
    ['settings', (gateway: MockGateway) => gateway.settings.update({ maintenance: true })],
    ['a merchant', (gateway: MockGateway) => gateway.merchants.update('DEMO1001', { suspended: true })],
    ['the wallet', (gateway: MockGateway) => gateway.merchants.credit('DEMO1001', { amount: '1.00' })],
  ])(
    'a change to %s requested before a reset is lost, while a change requested after the reset remains',
    async (_, change) => {
      const gateway = await openGateway();
      const before = { settings: await gateway.settings.get(), merchants: await gateway.merchants.list() };
      const wallet = await gateway.merchants.wallet('DEMO1001');
      pausing(turns(7));
      const state = async () => ({
        settings: await gateway.settings.get(),
        merchants: await gateway.merchants.list(),
      });
      const changes = [change(gateway), change(gateway), change(gateway)];
      await Promise.all([...changes, gateway.reset()]);
      expect(await state()).toEqual(before);
      expect(await gateway.merchants.wallet('DEMO1001')).toEqual(wallet);
      const reset = gateway.reset();
      await Promise.all([reset, change(gateway)]);
      expect([await state(), await gateway.merchants.wallet('DEMO1001')]).not.toEqual([before, wallet]);
    },
  );

  it('an action on an order that a reset deletes returns not_found', async () => {
    const gateway = await openGateway({ clock: undefined });
    const gone = { code: 'not_found' };
    const payin = await new Orders(gateway, await gateway.createMerchant()).payin();
    const paid = acrossReset(gateway, ['merchants.get', 'before'], () => gateway.payins.pay(payin));
    await expect(paid).rejects.toMatchObject(gone);
    const payout = await new Orders(gateway, await gateway.createMerchant()).payout();
    const moved = acrossReset(gateway, ['merchants.get', 'before'], () => gateway.payouts.approve(payout));
    await expect(moved).rejects.toMatchObject(gone);
  });

  it('the gateway does not send a callback whose claim is running at a reset', async () => {
    const gateway = await openGateway({ clock: undefined });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    const held = holding('callbacks.claim', 'after');
    pausing(held.pause);
    await gateway.payins.pay(orderNo);
    await held.reached;
    const reset = gateway.reset();
    await aWhile();
    held.release();
    await reset;
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(0);
  });

  it('the gateway does not re-send a callback if the claim of the re-send is running at a reset', async () => {
    const gateway = await openGateway({ clock: undefined });
    const receiver = await Receiver.open();
    await gateway.merchants.update('DEMO1001', { callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const resent = acrossReset(gateway, ['callbacks.claimForResend', 'after'], () =>
      gateway.payins.resend(orderNo),
    );
    await expect(resent).rejects.toMatchObject({ name: 'ControlError' });
    await gateway.callbacks.settle();
    expect(receiver.received).toHaveLength(1);
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
    pausing((name) => {
      if (name === 'startOver') throw new Error('disk full');
    });
    await expect(gateway.reset()).rejects.toThrow('disk full');
    pausing(null);
    expect(await gateway.merchants.get(mchId)).toMatchObject({ mchId });
    expect(await callerOf(gateway).payin()).toMatchObject({ error: 'too_many_failures' });
    await gateway.clock.advance('15m');
    expect(await callerOf(gateway).payin()).toMatchObject({ status: 200 });
  });
});

describe('reset on a full disk [contract:control.reset]', () => {
  it('a failed reset on a full disk stops neither deliveries nor the clock', async () => {
    const sender = vi.fn<Sender>(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(aborted))),
    );
    const gateway = await openGateway({ sender, onError: () => {} });
    await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://shop.example/callbacks' });
    const orders = new Orders(gateway);
    await gateway.payins.pay(await orders.payin());
    const waiting = await orders.payin();
    await vi.waitFor(() => expect(sender).toHaveBeenCalled(), { timeout: 15_000 });
    pausing((name) => {
      if (/release|startOver|commit/.test(name)) throw new Error('disk full');
    });
    await expect(gateway.reset()).rejects.toThrow('disk full');
    pausing(null);
    sender.mockImplementation(async () => received);
    await gateway.clock.advance('31m');
    expect(await gateway.payins.get(waiting)).toMatchObject({ status: 'expired' });
    expect((await gateway.callbacks.list()).items).toMatchObject([{ state: 'delivered' }]);
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
  const aborted: DeliveryResult = { ...received, status: null, body: null, failure: 'aborted' };
});

describe('clock at a reset [contract:control.clock-restart]', () => {
  it('a reset cancels every clock move that was requested before the reset', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    await new Orders(gateway).payin();
    pausing(turns(5));
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
    pausing(turns(3));
    const [, { now }] = await Promise.all([gateway.reset(), gateway.clock.advance('2h')]);
    expect(Date.parse(now) - Date.now()).toBeGreaterThan(hour);
  });

  it.each(['commit', 'callbacks.nextDue', 'deposits.nextExpiry', 'deposits.dueToExpire'])(
    'a reset during any store call of an advance (%s) ends the advance',
    async (name) => {
      for (const when of ['before', 'after'] as const) {
        const db = temporaryFile();
        const gateway = await openGateway({ db, clock: undefined });
        await new Orders(gateway).payin();
        const held = holding(name, when);
        pausing(held.pause);
        const advanced = gateway.clock.advance('2h').catch((error: unknown) => error);
        await held.reached;
        const reset = gateway.reset();
        await aWhile();
        held.release();
        await reset;
        expect(await advanced).toMatchObject({ code: 'illegal_transition' });
        expectRealTime(gateway);
        await gateway.close();
        expectRealTime(await reopenGateway(db));
      }
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

  it('a reset while the gateway closes keeps the last time of the clock', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    const held = holding('commit', 'before');
    pausing(held.pause);
    const frozen = gateway.clock.freeze();
    const advanced = gateway.clock.advance('2h').catch((error: unknown) => error);
    await held.reached;
    const closed = gateway.close();
    await aWhile();
    held.release();
    await frozen;
    expect(await advanced).toMatchObject({ code: 'illegal_transition' });
    await closed;
    const again = await reopenGateway(db);
    expect(again.clock.get().mode).toBe('frozen');
    expect(Date.parse(again.clock.get().now) - Date.now()).toBeLessThan(hour);
  });
});

describe('reset and close', () => {
  it.each([1, 2, 3])(
    'a start after a simultaneous reset and close finds either all data or no data (%i)',
    async (seed) => {
      const db = temporaryFile();
      const gateway = await openGateway({ db, clock: undefined });
      await new Orders(gateway).payin();
      pausing(turns(seed));
      const reset = gateway.reset().catch((error: unknown) => error);
      await gateway.close();
      await reset;
      pausing(null);
      const again = await reopenGateway(db);
      expect((await again.merchants.list()).items).toHaveLength(1);
      expect(await again.merchants.wallet('DEMO1001')).toMatchObject({ available: '100000.00' });
      expect(await callerOf(again).payin({ mchOrderNo: 'NEXT' })).toMatchObject({ status: 200 });
    },
  );

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
