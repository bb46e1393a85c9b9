import type { Delivery, DeliveryResult } from '@inrgate/conformance/internal';
import { afterEach, beforeEach } from 'vitest';
import { aMerchant, noon } from '../../test/builders.ts';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { nextTurn } from '../clock/real-time.ts';
import { Timers } from '../clock/timers.ts';
import type { Attempt, Callback, NewCallback } from '../domain/callback.ts';
import type { Change } from '../store/change.ts';
import { Store } from '../store/store.ts';
import { CallbackScheduler, type SchedulerOptions } from './scheduler.ts';

export type Answer = (delivery: Delivery, signal: AbortSignal) => DeliveryResult | Promise<DeliveryResult>;

function answer(status: number, body = ''): DeliveryResult {
  const bytes = new TextEncoder().encode(body);
  return { durationMs: 5, status, body: bytes, redirectHost: null, failure: null, detail: null };
}
export const success = answer(200, 'success');
export const broken = answer(500);
export const aborted: DeliveryResult = { ...broken, status: null, body: null, failure: 'aborted' };
export const unanswered: DeliveryResult = { ...aborted, failure: 'timeout', detail: '8 s' };

/** Waits enough turns of the event loop for commits and their effects. */
export async function someTurns(turns = 20): Promise<void> {
  for (let left = turns; left > 0; left--) await nextTurn();
}

export const shopUrl = 'http://shop.example:3000/callbacks';
let made = 0;

export function aCallback(fields: Partial<NewCallback> = {}): NewCallback {
  made += 1;
  return {
    id: `cb_${made}`,
    kind: 'payin',
    event: 'payin.success',
    mchId: 'M1',
    orderNo: `PI${made}`,
    mchOrderNo: `ORDER-${made}`,
    url: shopUrl,
    format: 'json',
    body: '{"status":"success"}',
    createdAt: noon,
    ...fields,
  };
}

export function anAttempt(fields: Partial<Attempt> = {}): Attempt {
  return {
    number: 1,
    manual: false,
    url: shopUrl,
    startedAt: noon,
    durationMs: 12,
    status: 500,
    responseBody: 'no',
    ok: false,
    reason: 'status 500',
    fault: null,
    ...fields,
  };
}

/**
 * A scheduler over a store in memory, on a frozen clock. A delivery ends when the test calls `respond`. Each test
 * creates a new rig.
 */
export class Rig {
  readonly store = new Store(null);
  clock = new GatewayClock({ realTime: () => noon });
  respond: Answer = () => success;
  /** Failure of the scheduler's writes. */
  storeFailure: Error | null = null;
  readonly sent: { readonly url: string; readonly body: string; readonly at: number }[] = [];
  readonly changes: Callback[] = [];
  /** Called when a delivery starts, and after each commit of an attempt. */
  onChange = (callback: Callback) => void this.changes.push(callback);
  readonly errors: unknown[] = [];
  readonly #stops: (() => Promise<void>)[] = [];

  async open(): Promise<void> {
    this.clock.freeze();
    this.store.write(() => this.store.merchants.insert(aMerchant()));
    await this.store.onDisk();
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    this.store.close();
  }

  /** Starts a scheduler, and a timers that looks for due work after each commit, as the gateway does. */
  async start(options: Partial<SchedulerOptions> = {}) {
    const { clock, store } = this;
    const onError = (error: unknown) => this.errors.push(error);
    const scheduler = new CallbackScheduler({
      store: { callbacks: store.callbacks, write: (work) => this.#write(work), onDisk: () => store.onDisk() },
      clock,
      sender: async (delivery, signal) => {
        this.sent.push({ url: delivery.url, body: delivery.body, at: clock.now() });
        return this.respond(delivery, signal);
      },
      drawFault: () => null,
      ids: { id: (prefix) => `${prefix}_${++made}` },
      onStart: (callback) => this.onChange(callback),
      onError,
      ...options,
    });
    const timers = new Timers({ clock, store, sources: [scheduler], onError });
    store.committed = (changes) => {
      for (const change of changes) this.#committed(change, timers);
    };
    this.#stops.push(async () => {
      timers.abort();
      await scheduler.stop({ graceMs: 0 });
    });
    scheduler.start();
    timers.start();
    await someTurns();
    return { scheduler, timers };
  }

  #write<T>(work: () => T): T {
    return this.store.write(() => {
      const result = work();
      if (this.storeFailure !== null) throw this.storeFailure;
      return result;
    });
  }

  #committed(change: Change, timers: Timers): void {
    if (change.type !== 'callback') return;
    const { callback } = change;
    if (callback.attempts.length > 0) this.onChange(callback);
    if (callback.nextAttemptAt !== null) timers.wake(callback.nextAttemptAt);
  }

  /** Adds a callback to the outbox. */
  async enqueue(fields: Partial<NewCallback> = {}): Promise<NewCallback> {
    const [callback] = await this.enqueueAll([fields]);
    if (callback === undefined) throw new Error('one callback was added');
    return callback;
  }

  /** Adds callbacks in one commit. */
  async enqueueAll(all: readonly Partial<NewCallback>[]): Promise<readonly NewCallback[]> {
    const callbacks = all.map((fields) => aCallback({ createdAt: this.clock.now(), ...fields }));
    this.store.write(() => {
      for (const callback of callbacks) this.store.callbacks.enqueue(callback);
    });
    await this.store.onDisk();
    return callbacks;
  }

  stored(id: string): Callback | null {
    return this.store.callbacks.get(id);
  }

  get counts() {
    return this.store.callbacks.counts();
  }

  get notifications() {
    return this.store.history.notifications('M1', { limit: 5 }).items;
  }
}

export function rigPerTest(): () => Rig {
  let rig: Rig;
  beforeEach(async () => {
    rig = new Rig();
    await rig.open();
  });
  afterEach(() => rig.close());
  return () => rig;
}

/** A receiver that responds on request, or when the delivery is aborted. */
export function hanging() {
  const waiting: ((result: DeliveryResult) => void)[] = [];
  const brokenOff: string[] = [];
  const hang: Answer = (delivery, signal) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        brokenOff.push(delivery.url);
        resolve(aborted);
      });
    });
  return { hang, waiting, brokenOff };
}
