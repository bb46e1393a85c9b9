import { parseAmount } from '@inrgate/sdk/protocol';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aLink, aMerchant, aPayin, minute, noon } from '../../test/builders.ts';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { defaultSettings } from '../configuration/options.ts';
import type { Callback } from '../domain/callback.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Settings } from '../domain/settings.ts';
import { createPayout } from '../operations/create-order.ts';
import { randomIds } from '../operations/ids.ts';
import { openAccount } from '../operations/merchants.ts';
import { expireSomeOrders, failOrder, payOrder } from '../operations/settle-deposit.ts';
import { Store } from '../store/store.ts';
import { SimulatedCustomers } from './simulated-customers.ts';

const hour = 60 * minute;
const merchant = aMerchant({ callbackUrl: 'http://shop.example/callbacks' });

/** Simulated customers over a store in memory, without timers: a test runs the due actions itself. */
class Scene {
  readonly store = new Store(null);
  #real = noon;
  readonly clock = new GatewayClock({ realTime: () => this.#real });
  readonly ids = randomIds();
  readonly core = { store: this.store, clock: this.clock, ids: this.ids };
  customers = new SimulatedCustomers(this.core);
  readonly wakes: number[] = [];

  constructor() {
    onTestFinished(() => this.store.close());
    this.store.committed = (changes) => {
      for (const change of changes) this.customers.changed(change);
    };
    this.set({ simulation: { payAfterSeconds: 5 } });
    this.store.write(() => openAccount(this.core, merchant, parseAmount('100000.00')));
    this.start();
  }

  /** Starts the simulation as after a start of the gateway, which has only the store. */
  start(): void {
    this.customers = new SimulatedCustomers(this.core);
    this.customers.onDue((at) => this.wakes.push(at));
    this.customers.load();
  }

  set(settings: Partial<Settings>): void {
    this.store.write(() =>
      this.store.putSettings({ ...(this.store.storedSettings() ?? defaultSettings), ...settings }),
    );
  }

  /** Moves the clock, as if the gateway had not run meanwhile. */
  pass(ms: number): void {
    this.#real += ms;
  }

  /** Runs everything that is due now, including the expiry of orders. */
  async run(): Promise<void> {
    await this.store.onDisk();
    const now = this.clock.now();
    while (expireSomeOrders(this.core, now));
    do await this.store.onDisk();
    while (this.customers.startDue(now));
    await this.store.onDisk();
  }

  insert(order: Deposit): Deposit {
    this.store.write(() => this.store.deposits.insert(order));
    return order;
  }

  payin(amount: string, fields: Partial<Deposit> = {}): Deposit {
    const orderNo = this.ids.payinOrderNo(noon);
    const at = this.clock.now();
    const own = {
      orderNo,
      mchOrderNo: orderNo,
      payToken: orderNo,
      createdAt: at,
      expiresAt: at + 30 * minute,
    };
    return this.insert(aPayin({ ...own, amount: parseAmount(amount), ...money(amount), ...fields } as never));
  }

  payout(upiId: string): string {
    const made = createPayout(this.core, merchant, {
      mchOrderNo: this.ids.payoutOrderNo(noon),
      amount: parseAmount('600.00'),
      destination: { payType: 'upi', upiId },
    });
    if (!made.ok) throw new Error(made.refusal);
    return made.value.order.orderNo;
  }

  statusOf(orderNo: string): string | undefined {
    return (this.store.deposits.get(orderNo) ?? this.store.payouts.get(orderNo))?.state.status;
  }

  /** The latest callback of an order, and the fault of its first attempt. */
  callbackOf(orderNo: string): { readonly callback: Callback; readonly fault: string | undefined } {
    const callback = this.store.callbacks.latestOf(orderNo);
    if (callback === null) throw new Error(`${orderNo} has no callback`);
    return { callback, fault: this.customers.faultOf(callback)?.kind };
  }
}

function money(amount: string) {
  const fee = parseAmount('5.00');
  return { fee, netAmount: parseAmount(amount) - fee };
}

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});

describe('simulated fault of a callback', () => {
  it.each([
    ['500.06', 'duplicate'],
    ['500.07', 'drop'],
    ['500.00', undefined],
  ])(
    'the callback of a pay-in of %s that a simulated customer has paid has the fault %s',
    async (amount, fault) => {
      const { orderNo } = scene.payin(amount);
      scene.pass(5_000);
      await scene.run();
      expect(scene.callbackOf(orderNo).fault).toBe(fault);
    },
  );

  it('a payout, a link or a pay-in of another merchant with the same number has no fault', async () => {
    const other = aMerchant({ mchId: 'M2', mchKey: 'key-of-m2', callbackUrl: merchant.callbackUrl });
    scene.store.write(() => openAccount(scene.core, other, 0n));
    const same = { mchOrderNo: 'SAME' } as const;
    const { orderNo } = scene.payin('500.07', same);
    const elsewhere = scene.payin('500.00', { ...same, mchId: 'M2' });
    const amount = parseAmount('500.00');
    const link = scene.insert(
      aLink({ clientRef: 'SAME', amount, ...money('500.00'), notifyUrl: 'http://shop.example/link' }),
    );
    scene.pass(5_000);
    await scene.run();
    expect(scene.callbackOf(orderNo).fault).toBe('drop');
    expect(scene.callbackOf(elsewhere.orderNo).fault).toBeUndefined();
    expect(scene.callbackOf(link.orderNo).fault).toBeUndefined();
    const payout = scene.payout('asha@bank');
    scene.pass(5_000);
    await scene.run();
    expect(scene.callbackOf(payout).fault).toBeUndefined();
  });

  it('the callback of a link without client_ref has the fault of its amount', async () => {
    const [amount, notifyUrl] = [parseAmount('500.06'), 'http://shop.example/link'];
    const { orderNo } = scene.insert(aLink({ clientRef: null, amount, ...money('500.06'), notifyUrl }));
    scene.pass(5_000);
    await scene.run();
    expect(scene.callbackOf(orderNo).fault).toBe('duplicate');
  });

  it('an order that was paid by hand before its simulated customer has no fault', async () => {
    const order = scene.payin('500.07');
    payOrder(scene.core, { order, by: 'customer' });
    await scene.run();
    expect(scene.callbackOf(order.orderNo).fault).toBeUndefined();
  });

  it('the callback that reports a failure has no fault, even if the order is paid later', async () => {
    const order = scene.payin('500.07');
    failOrder(scene.core, { order, by: 'customer' });
    const failed = scene.callbackOf(order.orderNo).callback;
    scene.pass(10_000);
    payOrder(scene.core, { order: scene.store.deposits.get(order.orderNo) ?? order, by: 'customer' });
    await scene.run();
    expect(scene.customers.faultOf(failed)).toBeNull();
  });

  it('the fault survives a restart between the payment and the first attempt', async () => {
    const { orderNo } = scene.payin('500.07');
    scene.pass(5_000);
    await scene.run();
    scene.start();
    expect(scene.callbackOf(orderNo).fault).toBe('drop');
  });

  it('callbacks have no fault without simulation', async () => {
    const { orderNo } = scene.payin('500.07');
    scene.pass(5_000);
    await scene.run();
    scene.set({ simulation: null });
    await scene.run();
    expect(scene.callbackOf(orderNo).fault).toBeUndefined();
  });
});

describe('simulated outcomes beside other events', () => {
  it('a pay-in ending in .01 fails a second before it expires if the payment would come later', async () => {
    scene.set({ simulation: { payAfterSeconds: 3_600 } });
    const { orderNo } = scene.payin('500.01');
    await scene.run();
    scene.pass(30 * minute - 1_001);
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('pending');
    scene.pass(1);
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('failed');
    scene.pass(2 * hour);
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('failed');
  });

  it('a pay-in ending in .01 stays expired if the gateway did not run before its expiry', async () => {
    const { orderNo } = scene.payin('500.01');
    scene.pass(31 * minute);
    scene.start();
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('expired');
  });

  it.each(['restart', 'change of the settings'])(
    'a pay-in ending in .02 is paid late, even if a %s comes after its expiry',
    async (event) => {
      const { orderNo } = scene.payin('500.02');
      // A newer order that expires earlier.
      scene.payin('500.05', { expiresAt: noon + minute });
      await scene.run();
      scene.pass(30 * minute + 30_000);
      await scene.run();
      expect(scene.statusOf(orderNo)).toBe('expired');
      if (event === 'restart') scene.start();
      else scene.set({ simulation: { payAfterSeconds: 6 } });
      await scene.run();
      scene.pass(29_999);
      await scene.run();
      expect(scene.statusOf(orderNo)).toBe('expired');
      scene.pass(1);
      await scene.run();
      expect(scene.statusOf(orderNo)).toBe('success');
    },
  );

  it('a late payment that fell due while the gateway did not run is made at the next start', async () => {
    const { orderNo } = scene.payin('500.02');
    const [unpaid, never] = [scene.payin('500.00'), scene.payin('500.05')];
    await scene.run();
    scene.set({ simulation: null });
    scene.pass(12 * hour);
    await scene.run();
    scene.set({ simulation: { payAfterSeconds: 5 } });
    scene.start();
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('success');
    // These orders have expired without simulation, so nobody pays them.
    expect([unpaid, never].map((order) => scene.statusOf(order.orderNo))).toEqual(['expired', 'expired']);
  });

  it('a slow payout stays processing for ten minutes after a late approval', async () => {
    const orderNo = scene.payout('slow.asha@bank');
    scene.pass(hour);
    scene.start();
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('processing');
    scene.pass(10 * minute - 1);
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('processing');
    scene.pass(1);
    await scene.run();
    expect(scene.statusOf(orderNo)).toBe('success');
  });

  it('a simulated customer does not pay an order that has failed', async () => {
    const order = scene.payin('500.00');
    failOrder(scene.core, { order, by: 'customer' });
    scene.pass(5_000);
    await scene.run();
    expect(scene.statusOf(order.orderNo)).toBe('failed');
  });
});

describe('plan of the simulated customers', () => {
  it('a change of other settings keeps the plan, and a change of the simulation replaces it', async () => {
    const { orderNo } = scene.payin('500.00');
    await scene.run();
    expect(scene.customers.nextDue()).toBe(noon + 5_000);
    scene.set({ latePayments: 'refuse' });
    await scene.store.onDisk();
    expect(scene.customers.nextDue()).toBe(noon + 5_000);
    scene.set({ simulation: { payAfterSeconds: 60 } });
    await scene.run();
    expect(scene.customers.nextDue()).toBe(noon + minute);
    scene.set({ simulation: null });
    await scene.run();
    scene.pass(hour);
    await scene.run();
    expect([scene.customers.nextDue(), scene.statusOf(orderNo)]).toEqual([null, 'expired']);
  });

  it('many open orders are read and paid in small steps, each exactly once', async () => {
    scene.set({ simulation: null });
    scene.store.write(() => {
      for (let i = 0; i < 1_000; i++) scene.payin('500.00');
    });
    await scene.run();
    scene.set({ simulation: { payAfterSeconds: 5 } });
    await scene.store.onDisk();
    // Until all orders are read, more work is due.
    let steps = 1;
    for (; scene.customers.startDue(scene.clock.now()); steps++) expect(scene.customers.nextDue()).toBe(0);
    expect(steps).toBeGreaterThan(5);
    expect(scene.customers.nextDue()).toBe(noon + 5_000);
    scene.pass(5_000);
    const paid: number[] = [];
    const { committed } = scene.store;
    scene.store.committed = (changes) => {
      paid.push(changes.filter(({ type }) => type === 'deposit').length);
      committed(changes);
    };
    await scene.run();
    expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1_000);
    expect(Math.max(...paid)).toBeLessThanOrEqual(16);
  });

  it('a restore during a load drops the earlier plan', async () => {
    scene.store.snapshots.save('empty', noon, scene.clock.stored());
    for (let i = 0; i < 500; i++) scene.payin('500.00');
    await scene.store.onDisk();
    scene.start();
    expect(scene.customers.startDue(noon)).toBe(true);
    scene.store.restore('empty');
    scene.customers.load();
    const { orderNo } = scene.payin('500.00');
    await scene.run();
    scene.pass(5_000);
    await scene.run();
    expect([scene.statusOf(orderNo), scene.customers.nextDue()]).toEqual(['success', null]);
    expect(scene.store.deposits.list({ kind: 'payin' }, { limit: 5 }).items).toHaveLength(1);
  });

  it.each(['itself', 'of the same turn'])(
    'an action is done again after a write %s has failed',
    async (which) => {
      const { orderNo } = scene.payin('500.00');
      await scene.run();
      scene.pass(5_000);
      const now = scene.clock.now();
      const failing = () =>
        scene.store.write(() => {
          throw new Error('disk full');
        });
      if (which === 'itself') {
        const { post } = scene.store.ledger;
        scene.store.ledger.post = failing;
        expect(() => scene.customers.startDue(now)).toThrow('disk full');
        scene.store.ledger.post = post;
      } else {
        scene.customers.startDue(now);
        expect(failing).toThrow('disk full');
      }
      await scene.store.onDisk();
      expect([scene.statusOf(orderNo), scene.customers.nextDue()]).toEqual(['pending', now]);
      await scene.run();
      expect([scene.statusOf(orderNo), scene.customers.nextDue()]).toEqual(['success', null]);
    },
  );

  it('a new order reports when its customer acts', async () => {
    scene.wakes.length = 0;
    scene.payin('500.00');
    scene.payin('500.05');
    await scene.store.onDisk();
    expect(scene.wakes).toEqual([noon + 5_000]);
  });
});
