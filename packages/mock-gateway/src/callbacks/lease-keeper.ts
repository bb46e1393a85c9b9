import { every as everyInterval } from '../store/real-time.ts';
import type { CallbackQueue, Claim, Lease } from '../store/store.ts';

export interface LeaseKeeperOptions {
  readonly queue: CallbackQueue;
  /** Owner of the claims. */
  readonly owner: string;
  /** Called after a failure of the store. */
  readonly onError: (error: unknown) => void;
  /**
   * Repeats a function at a real-time interval in milliseconds. The returned function stops the repetition. Only tests
   * replace the default.
   */
  readonly every?: ((ms: number, work: () => void) => () => void) | undefined;
}

interface Running {
  readonly ended: Promise<void>;
  readonly broken: AbortController;
}

/** Real milliseconds of a lease. */
const leaseMs = 30_000;
/** Number of renewals within a lease. Two renewals can fail or be late without the loss of the lease. */
const renewalsInALease = 3;

/** Claims of the scheduler. Renews each lease in real time until its delivery ends. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  readonly #queue: CallbackQueue;
  readonly #look: () => void;
  readonly #running = new Map<Claim, Running>();
  /** Claims whose result the store did not record. The keeper releases them when the store is available again. */
  readonly #left = new Set<Claim>();
  /** True between `begin` and `giveBack`. */
  #begun = false;
  #tending: Promise<void> | null = null;
  #callOff: (() => void) | null = null;

  /** @param look finds callbacks whose leases have ended */
  constructor(options: LeaseKeeperOptions, look: () => void) {
    this.#options = options;
    this.#queue = options.queue;
    this.#look = look;
  }

  get lease(): Lease {
    const delivering = this.running.map(({ callback }) => callback.id);
    return { owner: this.#options.owner, ms: leaseMs, delivering };
  }

  get running(): readonly Claim[] {
    return [...this.#running.keys()];
  }

  /** Number of claims with a running delivery or release. */
  get size(): number {
    return this.#running.size + this.#left.size;
  }

  /** Releases the claims that `giveBack` could not release. Resolves even if the store fails, and retries later. */
  async begin(): Promise<void> {
    this.#begun = true;
    try {
      await this.#releaseOwned();
    } finally {
      if (this.#left.size > 0) this.#tendRegularly();
    }
  }

  /** @param deliver makes the delivery. Stores the result unless the signal is aborted */
  run(claim: Claim, deliver: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const broken = new AbortController();
    const ended = deliver(broken.signal)
      .catch((error: unknown) => {
        this.#left.add(claim);
        this.#options.onError(error);
      })
      .then(() => void this.#running.delete(claim));
    this.#running.set(claim, { ended, broken });
    this.#tendRegularly();
    return ended;
  }

  /** Resolves when the delivery of the claim has ended. Without a claim, waits for all deliveries. */
  async ended(claim?: Claim): Promise<void> {
    const awaited = claim === undefined ? [...this.#running.values()] : [this.#running.get(claim)];
    await Promise.all(awaited.map((running) => running?.ended));
  }

  /** True if the store did not record the result of the claim. */
  isLeft(claim: Claim): boolean {
    return this.#left.has(claim);
  }

  breakOff(): void {
    for (const { broken } of this.#running.values()) broken.abort();
  }

  /** Releases all claims. The keeper then ignores the results of running deliveries. */
  async giveBack(): Promise<void> {
    this.#begun = false;
    this.#tendNoMore();
    await this.#tending;
    for (const claim of this.#running.keys()) this.#left.add(claim);
    this.#running.clear();
    if (this.#left.size > 0) await this.#releaseOwned();
  }

  /** Releases claims without a running delivery. */
  async giveBackLeft(): Promise<void> {
    await Promise.all(
      [...this.#left].map(async (claim) => {
        await this.#queue.release(claim);
        this.#left.delete(claim);
      }),
    );
  }

  /** Releases undelivered claims. If the store fails, retries later. */
  async release(claims: readonly Claim[]): Promise<void> {
    for (const claim of claims) this.#left.add(claim);
    await this.giveBackLeft().catch((error: unknown) => {
      this.#options.onError(error);
      if (this.#begun) this.#tendRegularly();
    });
  }

  async #releaseOwned(): Promise<void> {
    await this.#queue.releaseOwned(this.#options.owner);
    this.#left.clear();
  }

  #tendRegularly(): void {
    const { every = everyInterval } = this.#options;
    this.#callOff ??= every(leaseMs / renewalsInALease, () => {
      this.#tending ??= this.#tend()
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => {
          this.#tending = null;
        });
    });
  }

  #tendNoMore(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  /** Renews each lease. If one renewal fails, the other renewals continue. */
  async #tend(): Promise<void> {
    const renewals = [...this.#running].map(async ([claim, { broken }]) => {
      // The claim belongs to another owner, so abort the callback if it is unsent.
      if (!(await this.#queue.renew(claim, leaseMs))) broken.abort();
    });
    for (const end of await Promise.allSettled([...renewals, this.giveBackLeft()]))
      if (end.status === 'rejected') this.#options.onError(end.reason);
    this.#look();
    if (this.size === 0) this.#tendNoMore();
  }
}
