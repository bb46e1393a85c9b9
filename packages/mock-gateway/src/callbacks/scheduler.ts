import type { Sender } from '@inrgate/conformance/internal';
import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { DueSource } from '../clock/timetable.ts';
import type { Attempt, Callback } from '../domain/callback.ts';
import { Batcher } from '../store/batcher.ts';
import type { CallbackQueue, Claim } from '../store/store.ts';
import { attemptDelivery, type DeliveryContext } from './delivery.ts';
import { DeliveryLimiter, type DeliveryLimiterOptions } from './delivery-limiter.ts';
import { type CallbackFaults, noFaults } from './faults.ts';
import { LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';
import { type OutcomesOptions, storeOutcome } from './outcome.ts';

export interface SchedulerOptions
  extends LeaseKeeperOptions,
    Omit<OutcomesOptions, 'finish'>,
    DeliveryLimiterOptions {
  /** Maximum real milliseconds that a result waits for a common commit with other results. */
  readonly waitMs?: number | undefined;
  readonly clock: Pick<GatewayClock, 'now' | 'look'>;
  readonly sender: Sender;
  readonly attempted?: DeliveryContext['attempted'];
  readonly faults?: CallbackFaults | undefined;
}

export interface Settled {
  /** True if no delivery is running or due. */
  readonly settled: boolean;
  /** Number of callbacks with a running or future attempt. */
  readonly pending: number;
}

/** Maximum number of results that wait for one common commit. */
const maxWaiting = 64;

/** Real milliseconds that a sender may need to report its result after a stop. */
const abortMs = 250;

/**
 * Delivers due callbacks. Claims a callback with a lease and a fence, sends it, stores the attempt and schedules the
 * next attempt. A crash can therefore cause an additional delivery, but never the loss of a delivery.
 */
export class CallbackScheduler implements DueSource {
  readonly #queue: CallbackQueue;
  readonly #context: DeliveryContext;
  readonly #options: SchedulerOptions;
  readonly #limiter: DeliveryLimiter;
  readonly #claims: LeaseKeeper;
  /**
   * Stores several results in one turn with one commit, because each commit to a file waits for the disk. A crash
   * before the commit repeats these deliveries. Receivers must expect duplicates.
   */
  readonly #results: Batcher<() => Promise<boolean>, boolean>;
  readonly #outcomes: OutcomesOptions;
  /** Number of deliveries without a result. */
  #sending = 0;
  #poke: (at: number) => void = () => {};
  /** The latest claim of callbacks. If a further claim was requested, that claim. */
  #round: Promise<void> = Promise.resolve();
  #nextRound: Promise<void> | null = null;
  /** Resolves when no stop is in progress. */
  #ending: Promise<unknown> = Promise.resolve();
  /** Number of clock moves that wait for deliveries. */
  #moves = 0;
  /** Number of starts, to detect a restart. */
  #starts = 0;
  #started = false;
  /** True if the scheduler claims only callbacks that a caller requested. */
  #drained = false;

  constructor(options: SchedulerOptions) {
    const { queue, faults = noFaults } = options;
    this.#options = options;
    this.#queue = queue;
    this.#context = { ...options, faults, isMoveWaiting: () => this.#moves > 0 };
    this.#limiter = new DeliveryLimiter(options, () => this.#claimMore());
    this.#claims = new LeaseKeeper(options, () => this.#poke(0));
    this.#results = new Batcher({
      settle: (batch) => {
        for (const { item: store, resolve } of batch) resolve(store());
      },
      waitMs: options.waitMs ?? 5,
      full: maxWaiting,
    });
    const finish: CallbackQueue['finish'] = (...result) => this.#results.add(() => queue.finish(...result));
    this.#outcomes = { ...options, finish };
  }

  /** Releases the claims that the last stop could not release. Resolves even if the store fails, and retries later. */
  async start(): Promise<void> {
    await this.#ending;
    try {
      await this.#claims.begin();
    } finally {
      this.#starts += 1;
      this.#started = true;
    }
  }

  /** Starts no more deliveries. Aborts running deliveries after `graceMs`. The next start delivers them. */
  stop({ graceMs = 1_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#started = false;
    const end = this.#end(graceMs);
    this.#ending = Promise.allSettled([this.#ending, end]);
    return end;
  }

  /**
   * Stops claiming, releases the current claim and waits for running deliveries. Requested work continues: a re-send,
   * or a clock move with its due callbacks.
   */
  async drain(): Promise<void> {
    this.#drained = true;
    await this.#claimed();
  }

  async #end(graceMs: number): Promise<void> {
    // The drain releases a claim in progress without a delivery.
    await this.#claimed();
    await within(graceMs, this.#idle());
    this.#claims.breakOff();
    await within(abortMs, this.#idle());
    await this.#claims.giveBack();
  }

  onDue(poke: (at: number) => void): void {
    this.#poke = poke;
  }

  /** The next due time. Null if the scheduler is stopped, because a move of the clock must not wait for it. */
  async nextDue(after?: number): Promise<number | null> {
    return this.#started ? this.#queue.nextDue(after) : null;
  }

  /** Claims and sends due callbacks within the limits. Resolves when the last of them has started. */
  async startDue(): Promise<boolean> {
    if (!this.#drained) await this.#startDue();
    // A delivery that ends claims the callbacks that found no free slot.
    return false;
  }

  #startDue(): Promise<void> {
    this.#nextRound ??= this.#claimNext();
    return this.#nextRound;
  }

  /** Delivers everything that is due. Resolves when no delivery is running. */
  async runDue(): Promise<void> {
    this.#moves++;
    try {
      await this.#claims.giveBackLeft();
      await this.#deliverAll();
    } finally {
      this.#moves--;
    }
  }

  async #deliverAll(): Promise<void> {
    for (;;) {
      await this.#startDue();
      await this.#idle();
      if (!(await this.#isDue())) return;
    }
  }

  /**
   * Resolves when no delivery is running or due.
   *
   * @param timeoutMs real milliseconds after which it returns `settled: false`
   */
  async settle({ timeoutMs = 30_000 }: { readonly timeoutMs?: number | undefined } = {}): Promise<Settled> {
    const ended = await within(timeoutMs, this.#deliverAll());
    const { pending, delivering } = await this.#queue.counts();
    return { settled: ended, pending: pending + delivering };
  }

  /**
   * An operator's re-send: one immediate extra attempt, outside the limits. The schedule and its URL do not change
   * (reading: Callbacks). Resolves with the callback after the store has recorded the attempt, or with null if a
   * delivery is running. Rejects if the store fails.
   */
  async resend(callbackId: string, url: string): Promise<Callback | null> {
    await this.#claims.giveBackLeft();
    const starts = this.#starts;
    const claim = this.#started
      ? await this.#queue.claimForResend(callbackId, { url, lease: this.#claims.lease })
      : null;
    if (claim === null || !(await this.#runUnlessStopped([claim], starts))) return null;
    await this.#claims.ended(claim);
    if (this.#claims.isLeft(claim))
      throw new Error('the gateway could not store the result of a callback attempt');
    return this.#queue.get(callbackId);
  }

  /**
   * Runs one claim at a time to keep the order. The current claim may already have read the queue, so a caller waits
   * for the next claim. A caller does not wait for later claims, because each delivery requests another claim when it ends.
   */
  #claimNext(): Promise<void> {
    const next = this.#round
      .catch(() => {})
      .then(() => {
        this.#round = next;
        this.#nextRound = null;
        return this.#claimForAllPlaces().finally(() => this.#storeUnlessSending());
      });
    return next;
  }

  /** Resolves when the requested callbacks are claimed. Rejects if the claim failed. */
  async #claimed(): Promise<void> {
    await (this.#nextRound ?? this.#round).catch(() => {});
  }

  /** Claims as many callbacks as there are free slots. */
  async #claimForAllPlaces(): Promise<void> {
    const [starts, drained] = [this.#starts, this.#drained];
    const { free: atMost, maxPerReceiver: perReceiver, busy } = this.#limiter;
    if (!this.#started || atMost <= 0) return;
    const now = this.#options.clock.look();
    const { lease } = this.#claims;
    const claims = await this.#queue.claim({ now, lease, atMost, perReceiver, busy });
    if (this.#drained === drained) await this.#runUnlessStopped(claims, starts);
    else await this.#claims.release(claims);
  }

  /** Stores the results immediately unless a running delivery could add to the batch. */
  #storeUnlessSending(): void {
    if (this.#sending === 0) this.#results.flush();
  }

  /** Runs claims unless a stop interrupted them. The next start runs interrupted claims. */
  async #runUnlessStopped(claims: readonly Claim[], starts: number): Promise<boolean> {
    const goesOn = this.#started && this.#starts === starts;
    if (goesOn) for (const claim of claims) this.#run(claim);
    else await this.#claims.release(claims);
    return goesOn;
  }

  #run(claim: Claim): void {
    this.#options.onChange(() => claim.callback);
    void this.#claims.run(claim, (signal) => this.#deliver(claim, signal));
  }

  /** Frees the receiver's slot after the response. Claims the next callback before it stores the attempt. */
  async #deliver(claim: Claim, signal: AbortSignal): Promise<void> {
    const slot = this.#limiter.take(claim.receiver);
    this.#sending += 1;
    let stored: Promise<unknown> = Promise.resolve();
    let answered = true;
    try {
      const attempt = await this.#attempt(claim, signal);
      answered = attempt === null || attempt.status !== null;
      stored = attempt === null ? this.#queue.release(claim) : this.#store(claim, attempt);
    } finally {
      slot.leave(answered);
      this.#sending -= 1;
      this.#claimMore();
    }
    await stored;
  }

  #attempt({ callback, url, resend }: Claim, signal: AbortSignal): Promise<Attempt | null> {
    const number = callback.attempts.length + 1;
    return attemptDelivery(this.#context, callback, { number, manual: resend !== null, url, signal });
  }

  async #store(claim: Claim, attempt: Attempt): Promise<void> {
    const next = await storeOutcome(this.#outcomes, claim, attempt);
    if (next !== null && next.nextAttemptAt !== null) this.#poke(next.nextAttemptAt);
  }

  /** Claims more callbacks after a slot became free. */
  #claimMore(): void {
    if (!this.#started || this.#drained) this.#storeUnlessSending();
    if (!this.#started) return;
    this.startDue().catch((error: unknown) => {
      this.#options.onError(error);
      // The timetable retries the claim.
      this.#poke(0);
    });
  }

  async #idle(): Promise<void> {
    while (this.#claims.running.length > 0) {
      await this.#claims.ended();
      // The caller that freed the slot reports the store's failure to `onError`.
      await this.#claimed();
    }
  }

  async #isDue(): Promise<boolean> {
    const next = await this.nextDue();
    return next !== null && next <= this.#options.clock.look();
  }
}

/** Returns whether the promise settles within this number of real milliseconds. */
async function within(ms: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
