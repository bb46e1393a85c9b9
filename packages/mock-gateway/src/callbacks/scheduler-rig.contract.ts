import type { Delivery, DeliveryResult } from '@inrgate/conformance/internal';
import { afterEach, beforeEach } from 'vitest';
import { GatewayClock } from '../clock/gateway-clock.ts';
import { Timetable } from '../clock/timetable.ts';
import type { Callback, NewCallback } from '../domain/callback.ts';
import { sampleCallback, sampleMerchant, t0, unique } from '../store/samples.contract.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { CallbackScheduler, type SchedulerOptions } from './scheduler.ts';

export type Answer = (delivery: Delivery, signal: AbortSignal) => DeliveryResult | Promise<DeliveryResult>;

function answer(status: number, body = ''): DeliveryResult {
  const bytes = new TextEncoder().encode(body);
  return { durationMs: 5, status, body: bytes, redirectHost: null, failure: null, detail: null };
}
export const success = answer(200, 'success');
export const broken = answer(500);
export const aborted: DeliveryResult = { ...broken, status: null, body: null, failure: 'aborted' };

/** The real `setImmediate`, saved before a test replaces the timers. */
const nextTurn = setImmediate;

/** Waits enough turns of the event loop for calls of the store and their effects. */
export async function someTurns(turns = 20): Promise<void> {
  for (let left = turns; left > 0; left--) await new Promise((resolve) => nextTurn(resolve));
}

interface Regular {
  readonly ms: number;
  readonly work: () => void;
  next: number;
}

/**
 * A scheduler over a store in memory, on a frozen clock. A delivery ends when the test calls `respond`. Each test
 * creates a new rig.
 */
export class Rig {
  /** Real time for leases. Only `pass` moves it. */
  #realTime = t0;
  readonly store: Store = openStore(null, () => this.#realTime);
  clock = new GatewayClock({ realTime: () => t0 });
  respond: Answer = () => success;
  readonly sent: { readonly url: string; readonly body: string; readonly at: number }[] = [];
  readonly changes: Callback[] = [];
  readonly errors: unknown[] = [];
  readonly #stops: (() => Promise<void>)[] = [];
  readonly #regular = new Set<Regular>();

  async open(): Promise<void> {
    this.clock.freeze();
    await this.store.commit([{ write: 'insert_merchant', merchant: sampleMerchant({ mchId: 'M' }) }]);
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    await this.store.close();
  }

  async start(options: Partial<SchedulerOptions> = {}) {
    const { clock, store } = this;
    const owner = unique('gateway_');
    const scheduler = new CallbackScheduler({
      queue: store.callbacks,
      owner,
      clock,
      sender: async (delivery, signal) => {
        this.sent.push({ url: delivery.url, body: delivery.body, at: clock.now() });
        return this.respond(delivery, signal);
      },
      newId: () => unique('note_'),
      onChange: (changed) => this.changes.push(changed()),
      onError: (error) => this.errors.push(error),
      every: (ms, work) => {
        const regular = { ms, work, next: this.#realTime + ms };
        this.#regular.add(regular);
        return () => this.#regular.delete(regular);
      },
      ...options,
    });
    const onError = (error: unknown) => this.errors.push(error);
    const timetable = new Timetable({ clock, sources: [scheduler], keep: async () => {}, onError });
    this.#stops.push(async () => {
      timetable.stop();
      await scheduler.stop({ graceMs: 0 });
    });
    await scheduler.start();
    timetable.start();
    // The scheduler has queried due callbacks once.
    await timetable.idle();
    return { scheduler, timetable, owner };
  }

  /** Number of tasks that run at an interval of real time. */
  get regular(): number {
    return this.#regular.size;
  }

  /** Advances real time but not the gateway's clock. Waits for the tasks that become due. */
  async pass(ms: number): Promise<void> {
    const end = this.#realTime + ms;
    while (this.#realTime < end) {
      this.#realTime = Math.min(end, ...[...this.#regular].map(({ next }) => next));
      for (const regular of this.#regular) {
        if (regular.next > this.#realTime) continue;
        regular.next += regular.ms;
        regular.work();
      }
      await someTurns();
    }
  }

  async enqueue(fields: Partial<NewCallback> = {}): Promise<NewCallback> {
    const callback = sampleCallback('M', { createdAt: this.clock.now(), ...fields });
    await this.store.commit([{ write: 'enqueue', callback }]);
    return callback;
  }

  stored(id: string): Promise<Callback | null> {
    return this.store.callbacks.get(id);
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
