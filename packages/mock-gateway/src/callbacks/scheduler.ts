import type { Sender } from '@inrgate/conformance/internal';
import type { Clock } from '../clock/clock.ts';
import { endsWithin, later, nextTurn } from '../clock/real-time.ts';
import type { DueSource } from '../clock/timers.ts';
import type { Attempt, Callback } from '../domain/callback.ts';
import type { Notification } from '../domain/history.ts';
import type { Ids } from '../operations/ids.ts';
import { type AfterAttempt, type Due, receiverOf } from '../store/callbacks.ts';
import type { Store } from '../store/store.ts';
import { attemptDelivery, type DeliveryContext } from './delivery.ts';
import { DeliveryLimiter, type DeliveryLimiterOptions } from './delivery-limiter.ts';
import type { DrawFault } from './faults.ts';
import { afterAttempt } from './retry-policy.ts';

export interface SchedulerOptions extends DeliveryLimiterOptions {
  readonly store: Pick<Store, 'callbacks' | 'write' | 'onDisk'>;
  readonly clock: Clock;
  readonly sender: Sender;
  readonly drawFault: DrawFault;
  readonly ids: Pick<Ids, 'id'>;
  /** Called when a delivery starts. The store reports the attempt when the delivery has ended. */
  readonly onStart?: ((callback: Callback) => void) | undefined;
  readonly attempted?: DeliveryContext['attempted'];
  /** Called after a failure of the store. */
  readonly onError: (error: unknown) => void;
}

export interface Settled {
  /** True if no delivery is running or due. */
  readonly settled: boolean;
  /** Number of callbacks with a running or future attempt. */
  readonly pending: number;
}

/** An attempt and what follows from it. */
interface Outcome {
  readonly attempt: Attempt;
  readonly next: AfterAttempt;
  readonly notification: Notification | null;
}

/** A delivery that the store does not know. Without an outcome, the callback falls due again. */
interface Unstored {
  readonly due: Due;
  readonly outcome: Outcome | null;
}

/** Maximum number of deliveries that start in one turn of the event loop. */
const batch = 32;

/** Real milliseconds between attempts to store outcomes. */
const storeAgainMs = 1_000;

/** Real milliseconds that a sender may need to report its result after a stop. */
const abortMs = 250;

/**
 * Delivers due callbacks: sends a callback, stores the attempt and schedules the next attempt. Which callbacks are being
 * delivered is only in memory. A crash can therefore cause an additional delivery, but never the loss of a delivery.
 */
export class CallbackScheduler implements DueSource {
  /** Makes attempts of callbacks that are not in the outbox, for the test of an endpoint. */
  readonly context: DeliveryContext;
  readonly #options: SchedulerOptions;
  readonly #store: SchedulerOptions['store'];
  readonly #limiter: DeliveryLimiter;
  /** Running deliveries by the positions of their callbacks. */
  readonly #running = new Map<number, AbortController>();
  /** Ended deliveries that are still to be stored. Their callbacks still count as being delivered. */
  readonly #unstored = new Map<number, Unstored>();
  #storing: Promise<void> | null = null;
  #cancelStoring = () => {};
  /** Resolves when the next delivery ends. */
  #nextEnd = Promise.withResolvers<void>();
  /** The time until the next `abandon`, as an object of its own. Deliveries of an earlier time have no effect. */
  #era: object = {};
  /** Number of clock changes that wait for deliveries. */
  #clockChanges = 0;
  #started = false;
  /** True if the scheduler delivers only callbacks that a caller requested. */
  #drained = false;
  #wake: (at: number) => void = () => {};

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#store = options.store;
    this.context = { ...options, isClockWaiting: () => this.#clockChanges > 0 };
    this.#limiter = new DeliveryLimiter(options, () => this.#lookForDue());
  }

  /** Number of running deliveries. */
  get delivering(): number {
    return this.#running.size;
  }

  start(): void {
    this.#started = true;
    this.#lookForDue();
  }

  /**
   * Starts no more deliveries by itself. Running deliveries end, and requested work continues: a re-send, or a clock
   * move with its due callbacks.
   */
  drain(): void {
    this.#drained = true;
  }

  /** Starts no more deliveries. Aborts running deliveries after `graceMs`. The next start delivers them again. */
  async stop({ graceMs = 1_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#started = false;
    await endsWithin(graceMs, this.#idle());
    this.#abortAll();
    await endsWithin(abortMs, this.#idle());
    this.abandon();
  }

  /** Stops at once, for a reset or a restore: aborts the running deliveries and ignores their results. */
  abandon(): void {
    this.#started = false;
    this.#era = {};
    this.#abortAll();
    this.#cancelStoring();
    for (const seq of [...this.#running.keys(), ...this.#unstored.keys()]) this.#store.callbacks.end(seq);
    this.#running.clear();
    this.#unstored.clear();
    this.#reportEnd();
  }

  onDue(wake: (at: number) => void): void {
    this.#wake = wake;
  }

  /** The next due time. Null if the scheduler is stopped, because a move of the clock must not wait for it. */
  nextDue(after?: number): number | null {
    return this.#started ? this.#store.callbacks.nextDue(after) : null;
  }

  /** Starts due deliveries within the limits. A delivery that ends makes room for the next. */
  startDue(now: number): boolean {
    return !this.#drained && this.#startSome(now);
  }

  /** Delivers everything that is due. Resolves when no delivery is running. */
  async runDue(): Promise<void> {
    this.#clockChanges++;
    try {
      await this.#storeAgain();
      await this.#deliverAll();
    } finally {
      this.#clockChanges--;
    }
  }

  /**
   * Resolves when no delivery is running or due.
   *
   * @param timeoutMs real milliseconds after which it returns `settled: false`
   */
  async settle({ timeoutMs = 30_000 }: { readonly timeoutMs?: number | undefined } = {}): Promise<Settled> {
    const settled = await endsWithin(timeoutMs, this.#deliverAllNow());
    const { pending, delivering } = this.#store.callbacks.counts();
    return { settled: settled && this.#started, pending: pending + delivering };
  }

  /**
   * An operator's re-send: one immediate extra attempt, outside the limits. The schedule and its URL do not change
   * (reading: Callbacks). Resolves with the callback after the store has recorded the attempt, or with null if a
   * delivery is running, or if a stop, a reset or a restore ends the attempt. Rejects if the store fails.
   */
  async resend(callbackId: string, url: string): Promise<Callback | null> {
    await this.#storeAgain();
    const found = this.#started ? this.#store.callbacks.toResend(callbackId) : null;
    if (found === null) return null;
    const end = await this.#deliver({ ...found, url, receiver: receiverOf(url) }, true);
    if (end === 'failed') throw new Error('the gateway could not store the result of a callback attempt');
    return end === 'stored' ? this.#store.callbacks.get(callbackId) : null;
  }

  /** Returns true if more deliveries may be able to start. */
  #startSome(now: number): boolean {
    const { free, maxPerReceiver: perReceiver, busy } = this.#limiter;
    const atMost = Math.min(free, batch);
    if (!this.#started || atMost <= 0) return false;
    const due = this.#store.callbacks.due(now, { atMost, perReceiver, busy });
    for (const one of due) void this.#deliver(one);
    return due.length === batch;
  }

  /** Delivers what is due, also after a reset or a restore. */
  async #deliverAllNow(): Promise<void> {
    for (let era: object | null = null; era !== this.#era; ) {
      era = this.#era;
      await this.#deliverAll();
    }
  }

  async #deliverAll(): Promise<void> {
    const era = this.#era;
    while (era === this.#era) {
      if (this.#startSome(this.#options.clock.now())) await nextTurn();
      else if (this.#running.size > 0) await this.#nextEnd.promise;
      else return;
    }
  }

  /** Makes one attempt and stores it. Until then, the callback counts as being delivered. */
  async #deliver(due: Due, manual = false): Promise<'stored' | 'aborted' | 'failed'> {
    const era = this.#era;
    const broken = new AbortController();
    this.#running.set(due.seq, broken);
    this.#store.callbacks.begin(due.seq);
    let outcome: Outcome | null = null;
    try {
      outcome = await this.#attempt(due, { manual, signal: broken.signal });
      if (outcome !== null && era === this.#era) await this.#record([{ due, outcome }]);
      if (era !== this.#era) return 'aborted';
      this.#store.callbacks.end(due.seq);
      return outcome === null ? 'aborted' : 'stored';
    } catch (error) {
      if (era !== this.#era) return 'aborted';
      this.#options.onError(error);
      this.#unstored.set(due.seq, { due, outcome });
      this.#storeLater();
      return 'failed';
    } finally {
      if (era === this.#era) {
        this.#running.delete(due.seq);
        this.#reportEnd();
      }
    }
  }

  /** Resolves with null after an abort. Frees the receiver's slot after the response. */
  async #attempt(
    { callback, url, receiver }: Due,
    { manual, signal }: { readonly manual: boolean; readonly signal: AbortSignal },
  ): Promise<Outcome | null> {
    const slot = this.#limiter.take(receiver);
    let answered = true;
    try {
      // The callback may be part of an open transaction.
      await this.#store.onDisk();
      if (signal.aborted) return null;
      this.#options.onStart?.({ ...callback, state: 'delivering' });
      const number = callback.attempts.length + 1;
      const attempt = await attemptDelivery(this.context, callback, { number, manual, url, signal });
      answered = attempt === null || attempt.status !== null;
      return attempt === null ? null : this.#outcomeOf(callback, attempt);
    } finally {
      const isAwaited = this.#limiter.isFull(receiver);
      slot.leave(answered);
      if (isAwaited) this.#lookForDue();
    }
  }

  #outcomeOf(callback: Callback, attempt: Attempt): Outcome {
    const { clock, ids } = this.#options;
    const at = clock.now();
    const next = afterAttempt(callback, attempt, at);
    const isGivenUp = next.state === 'failed' && !attempt.manual;
    return {
      attempt,
      next,
      notification: isGivenUp ? notificationOf(callback, attempt, { id: ids.id('note'), at }) : null,
    };
  }

  async #record(deliveries: readonly Unstored[]): Promise<void> {
    const { callbacks } = this.#store;
    this.#store.write(() => {
      for (const { due, outcome } of deliveries)
        if (outcome !== null) callbacks.finish(due, outcome.attempt, outcome.next, outcome.notification);
    });
    await this.#store.onDisk();
  }

  #storeLater(): void {
    this.#cancelStoring();
    this.#cancelStoring = later(storeAgainMs, () => void this.#storeAgain());
  }

  /**
   * Stores the outcomes that the store could not store, for example because the disk was full. The callbacks are not
   * sent again meanwhile.
   */
  #storeAgain(): Promise<void> {
    if (this.#unstored.size === 0) return Promise.resolve();
    this.#storing ??= this.#storeOnce([...this.#unstored.values()]).finally(() => {
      this.#storing = null;
    });
    return this.#storing;
  }

  async #storeOnce(deliveries: readonly Unstored[]): Promise<void> {
    const era = this.#era;
    try {
      await this.#record(deliveries);
      if (era !== this.#era) return;
      for (const { due } of deliveries) {
        this.#unstored.delete(due.seq);
        this.#store.callbacks.end(due.seq);
      }
      this.#lookForDue();
    } catch (error) {
      if (era !== this.#era) return;
      this.#options.onError(error);
      this.#storeLater();
    }
  }

  /** Lets the timers start the callbacks that found no free slot. */
  #lookForDue(): void {
    if (this.#started && !this.#drained) this.#wake(this.#options.clock.now());
  }

  #abortAll(): void {
    for (const broken of this.#running.values()) broken.abort();
  }

  #reportEnd(): void {
    this.#nextEnd.resolve();
    this.#nextEnd = Promise.withResolvers();
  }

  async #idle(): Promise<void> {
    while (this.#running.size > 0) await this.#nextEnd.promise;
  }
}

/** spec: Delivery rules 3, "marked failed and shown in the merchant's notifications". */
function notificationOf(
  { id: callbackId, mchId, orderNo, event }: Callback,
  { number, reason }: Attempt,
  { id, at }: Pick<Notification, 'id' | 'at'>,
): Notification {
  const message = `The ${event} callback failed after ${number} attempts. Last attempt: ${reason}.`;
  return { id, mchId, at, kind: 'callback_failed', callbackId, orderNo, message };
}
