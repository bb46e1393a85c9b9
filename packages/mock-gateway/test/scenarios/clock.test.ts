import type { Duration } from '@inrgate/sdk/internal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallbackScheduler } from '../../src/callbacks/scheduler.ts';
import type { MockGateway } from '../../src/index.ts';
import {
  afterStart,
  callerOf,
  hour,
  minute,
  Orders,
  openGateway,
  reopenGateway,
  second,
  start,
  temporaryFile,
} from './harness.ts';
import { hang, Receiver, reject } from './receiver.ts';
import { answered, rejecting, ScriptedNetwork } from './sender.ts';

const callbackUrl = 'http://merchant.example/callbacks';
const day = 24 * hour;

describe('advance of the clock [contract:control.clock]', () => {
  it('an advance runs every timer in order, each at its due time', async () => {
    const network = new ScriptedNetwork(rejecting);
    const gateway = await openGateway({ sender: network.send });
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl }));
    const happened: { readonly what: string; readonly at: string }[] = [];
    gateway.events.subscribe(({ type, data }) => {
      const { status, attempt } = data as { status?: string; attempt?: { number: number } | null };
      const at = gateway.clock.get().now;
      if (type === 'order' && status === 'expired') happened.push({ what: 'expired', at });
      if (type === 'callback' && attempt) happened.push({ what: `attempt ${attempt.number}`, at });
    });
    const paid = await orders.payin();
    const first = await orders.payin();
    await gateway.clock.advance('10m');
    const second = await orders.payin();
    await gateway.payins.pay(paid);
    await gateway.callbacks.settle();
    happened.length = 0;
    expect(await gateway.clock.advance('1h')).toEqual({ now: afterStart(70 * minute), mode: 'frozen' });
    expect(happened.filter(({ what }) => what === 'expired').map(({ at }) => at)).toEqual(
      [30 * minute, 40 * minute].map(afterStart),
    );
    expect(happened.map(({ at }) => at)).toEqual(happened.map(({ at }) => at).toSorted());
    const { items } = await gateway.callbacks.list({ orderNo: paid });
    expect(items[0]?.attempts.map(({ startedAt }) => startedAt)).toEqual(
      [10 * minute, 11 * minute, 16 * minute, 31 * minute].map(afterStart),
    );
    for (const orderNo of [first, second])
      expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
  });

  it('an advance returns only after the deliveries that it started have ended', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(reject);
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: receiver.url }));
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.clock.advance('1m');
    expect(receiver.received).toHaveLength(2);
    expect((await gateway.callbacks.list({ orderNo })).items).toMatchObject([
      { state: 'pending', attempts: [{ number: 1 }, { number: 2 }] },
    ]);
  });

  it('an advance waits for running deliveries, so the retries of failed deliveries also run', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(hang);
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: receiver.url }));
    const orderNo = await orders.payin();
    let release = () => {};
    receiver.reply = (response, received) => {
      if (receiver.received.length > 1) reject(response, received);
      else release = () => reject(response, received);
    };
    await gateway.payins.pay(orderNo);
    await receiver.arrived(1);
    const advanced = gateway.clock.advance('1m');
    release();
    await advanced;
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items[0]?.attempts.map(({ startedAt }) => startedAt)).toEqual([start, afterStart(minute)]);
  });

  it.each<[Duration, number]>([
    ['90s', 90 * second],
    ['31m', 31 * minute],
    ['1h30m', 90 * minute],
    ['2d', 2 * day],
    ['1d2h3m4s', day + 2 * hour + 3 * minute + 4 * second],
    ['0s', 0],
  ])('an advance accepts %s', async (by, ms) => {
    const gateway = await openGateway();
    expect(await gateway.clock.advance(by)).toEqual({ now: afterStart(ms), mode: 'frozen' });
  });

  it.each(['', '31', 'm', '-1m', '1.5h', '1h 30m', '30m1h', '1w', '1ms', ' 1m', '99999d', '٣m'])(
    'an advance rejects %j as a duration with 422 and leaves the clock unchanged',
    async (by) => {
      const gateway = await openGateway();
      await expect(gateway.clock.advance(by as Duration)).rejects.toMatchObject({
        status: 422,
        code: 'invalid_body',
        message: expect.stringMatching(/^by: must be a duration/),
      });
      expect(gateway.clock.get().now).toBe(start);
    },
  );

  it('two simultaneous advances run in sequence', async () => {
    const gateway = await openGateway();
    await Promise.all([gateway.clock.advance('10m'), gateway.clock.advance('5m')]);
    expect((await gateway.clock.advance('0s')).now).toBe(afterStart(15 * minute));
  });
});

describe('freeze and resume [contract:control.clock]', () => {
  /** Opens a gateway whose system clock the test controls. */
  async function running(): Promise<{ readonly gateway: MockGateway; pass(ms: number): void }> {
    let realTime = Date.parse('2026-11-01T00:00:00Z');
    const now = vi.spyOn(Date, 'now').mockImplementation(() => realTime);
    onTestFinished(() => now.mockRestore());
    const gateway = await openGateway({ clock: { now: start } });
    return {
      gateway,
      pass: (ms) => {
        realTime += ms;
      },
    };
  }

  it('a clock stops at a freeze and continues from its frozen time after a resume', async () => {
    const { gateway, pass } = await running();
    expect(gateway.clock.get()).toEqual({ now: start, mode: 'running' });
    pass(90 * second);
    expect(gateway.clock.get()).toEqual({ now: afterStart(90 * second), mode: 'running' });
    expect(await gateway.clock.freeze()).toEqual({ now: afterStart(90 * second), mode: 'frozen' });
    pass(hour);
    expect(gateway.clock.get()).toEqual({ now: afterStart(90 * second), mode: 'frozen' });
    expect(await gateway.clock.resume()).toEqual({ now: afterStart(90 * second), mode: 'running' });
    pass(second);
    expect(gateway.clock.get().now).toBe(afterStart(91 * second));
    expect(await gateway.clock.advance('1m')).toEqual({ now: afterStart(151 * second), mode: 'running' });
  });

  it('a freeze or resume never sets the clock back, even if real time passes during the call', async () => {
    let realTime = Date.parse('2026-11-01T00:00:00Z');
    const now = vi.spyOn(Date, 'now').mockImplementation(() => realTime++);
    onTestFinished(() => now.mockRestore());
    const frozen = await openGateway({ clock: { mode: 'frozen' } });
    expect(frozen.clock.get().mode).toBe('frozen');
    const gateway = await openGateway({ clock: { now: start } });
    expect(await gateway.clock.advance('0s')).toMatchObject({ mode: 'running' });
    expect(await gateway.clock.freeze()).toMatchObject({ mode: 'frozen' });
    expect(await gateway.clock.resume()).toMatchObject({ mode: 'running' });
  });

  it('an order is shown as expired from its expiry on, even before a timer has run [reading:states.expiry] [reading:states.expired-cannot-fail] [contract:control.lists]', async () => {
    const { gateway, pass } = await running();
    const orderNo = await new Orders(gateway).payin();
    pass(30 * minute - second);
    expect((await gateway.payins.list({ status: 'pending' })).items).toHaveLength(1);
    pass(second);
    await expect(gateway.payins.fail(orderNo)).rejects.toMatchObject({ status: 409 });
    expect(await gateway.payins.get(orderNo)).toMatchObject({ status: 'expired' });
    expect((await gateway.payins.list({ status: 'pending' })).items).toEqual([]);
    expect((await gateway.payins.list({ status: 'expired' })).items).toMatchObject([{ orderNo }]);
  });

  it('a freeze at a later instant runs all work that is due by then', async () => {
    const gateway = await openGateway();
    const orderNo = await new Orders(gateway).payin();
    expect(await gateway.clock.freeze({ at: '2026-11-20T12:00:00.000Z' })).toEqual({
      now: '2026-11-20T17:30:00+05:30',
      mode: 'frozen',
    });
    const { status, timeline } = await gateway.payins.get(orderNo);
    expect(status).toBe('expired');
    expect(timeline.at(-1)).toMatchObject({ type: 'move', to: 'expired', at: afterStart(30 * minute) });
  });

  it.each(['2026-11-20T15:04:04+05:30', '2026-11-20T09:34:04Z', '1970-01-01T00:00:00Z'])(
    'a freeze at the earlier instant %s returns 422',
    async (at) => {
      const gateway = await openGateway();
      await expect(gateway.clock.freeze({ at })).rejects.toMatchObject({ status: 422, code: 'invalid_body' });
      expect(gateway.clock.get()).toEqual({ now: start, mode: 'frozen' });
    },
  );

  it.each(['noon', '2026-11-20', '2026-11-20T15:04:05', ''])(
    'a freeze rejects %j as an instant with 422',
    async (at) => {
      const gateway = await openGateway();
      await expect(gateway.clock.freeze({ at })).rejects.toMatchObject({ status: 422 });
    },
  );

  it('a freeze at the current instant changes nothing', async () => {
    const gateway = await openGateway();
    expect(await gateway.clock.freeze({ at: start })).toEqual({ now: start, mode: 'frozen' });
  });
});

describe('moved clock after a restart with a file [contract:control.clock-restart]', () => {
  it('a frozen clock keeps its time and stays frozen after a restart', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    await gateway.clock.advance('3h');
    await gateway.close();
    const again = await reopenGateway(db);
    expect(again.clock.get()).toEqual({ now: afterStart(3 * hour), mode: 'frozen' });
  });

  it('a clock that the options freeze keeps its time after a restart', async () => {
    const db = temporaryFile();
    await (await openGateway({ db })).close();
    expect((await reopenGateway(db)).clock.get()).toEqual({ now: start, mode: 'frozen' });
  });

  it('a clock that a client froze or resumed keeps its mode after a restart', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    const frozen = await gateway.clock.freeze();
    await gateway.close();
    const again = await reopenGateway(db);
    expect(again.clock.get()).toEqual(frozen);
    await again.clock.resume();
    await again.close();
    expect((await reopenGateway(db)).clock.get().mode).toBe('running');
  });

  it('a clock ahead of real time keeps its lead after a restart', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db, clock: undefined });
    await gateway.clock.advance('400d');
    const before = Date.parse(gateway.clock.get().now);
    await gateway.close();
    const again = (await reopenGateway(db)).clock.get();
    expect(again.mode).toBe('running');
    expect(Date.parse(again.now)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(again.now)).toBeLessThan(before + minute);
  });

  it('a restart fails if its options would set the clock back', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    await gateway.clock.advance('1s');
    await gateway.close();
    await expect(openGateway({ db })).rejects.toMatchObject({ name: 'ConfigurationError', key: 'clock.now' });
    expect((await reopenGateway(db)).clock.get().now).toBe(afterStart(second));
  });
});

describe('shared clock', () => {
  it("a rate window uses the gateway's clock [spec:limits.rate] [reading:order.7]", async () => {
    const gateway = await openGateway({ settings: { rateLimitPerMinute: 2 } });
    const caller = callerOf(gateway);
    await caller.balance();
    await gateway.clock.advance('20s');
    await caller.balance();
    const rejected = await caller.balance();
    expect(rejected).toMatchObject({ status: 429, error: 'rate_limited' });
    expect(rejected.headers.get('retry-after')).toBe('40');
    await gateway.clock.advance('39s');
    expect(await caller.balance()).toMatchObject({ status: 429 });
    await gateway.clock.advance('1s');
    expect(await caller.balance()).toMatchObject({ status: 200 });
  });

  it("a signature lock uses the gateway's clock [reading:order.4]", async () => {
    const gateway = await openGateway();
    const caller = callerOf(gateway);
    const wrong = callerOf(gateway, { ...gateway.merchant, mchKey: 'wrong', mchSecret: 'wrong' });
    for (let failure = 0; failure < 10; failure++) await wrong.balance();
    const locked = await caller.balance();
    expect(locked).toMatchObject({ status: 429, error: 'too_many_failures' });
    expect(locked.headers.get('retry-after')).toBe('900');
    await gateway.clock.advance('14m59s');
    expect(await caller.balance()).toMatchObject({ status: 429 });
    await gateway.clock.advance('1s');
    expect(await caller.balance()).toMatchObject({ status: 200 });
  });

  it("every timestamp uses the gateway's clock [spec:conventions.times] [reading:money.seconds]", async () => {
    const gateway = await openGateway();
    await gateway.clock.advance('1d');
    const { data } = await callerOf(gateway).payin();
    expect(data).toMatchObject({
      createdAt: '2026-11-21T15:04:05+05:30',
      expiresAt: '2026-11-21T15:34:05+05:30',
    });
    expect(gateway.health()).toMatchObject({ now: '2026-11-21T15:04:05+05:30' });
  });
});

describe('callback handler that moves the clock [contract:control.clock]', () => {
  it.each([
    ['advance', (gateway: MockGateway) => gateway.clock.advance('1s')],
    ['advance-to-next', (gateway: MockGateway) => gateway.clock.advanceToNext()],
  ])(
    'if a handler moves the clock before it responds, the attempt fails and its reason states the fix: %s',
    async (_, move) => {
      const runDue = vi.spyOn(CallbackScheduler.prototype, 'runDue');
      onTestFinished(() => runDue.mockRestore());
      const moves: Promise<unknown>[] = [];
      const gateway = await openGateway({
        sender: async () => {
          if (moves.length > 0) return answered;
          moves.push(move(gateway));
          await vi.waitFor(() => expect(runDue).toHaveBeenCalled(), { timeout: 60_000 });
          return { ...answered, status: null, body: null, failure: 'timeout', detail: '8 s' };
        },
      });
      const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl }));
      const orderNo = await orders.payin();
      runDue.mockClear();
      await gateway.payins.pay(orderNo);
      await gateway.callbacks.settle();
      await Promise.all(moves);
      const { items } = await gateway.callbacks.list({ orderNo });
      expect(items[0]?.attempts[0]?.reason).toBe(
        'no response within 8 s; a clock move waited for this response. Respond to the callback before you move the clock',
      );
    },
  );

  it('a timeout of a callback handler that moved no clock is not attributed to a clock move', async () => {
    const network = new ScriptedNetwork(() => ({
      status: null,
      body: null,
      failure: 'timeout',
      detail: '8 s',
    }));
    const gateway = await openGateway({ sender: network.send });
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl }));
    const orderNo = await orders.payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list({ orderNo });
    expect(items[0]?.attempts[0]?.reason).toBe('no response within 8 s');
  });
});
