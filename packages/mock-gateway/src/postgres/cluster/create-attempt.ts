import type { Attempt } from '../../cluster/attempt.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { nameOf } from '../../limits/rate-window.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import { AttemptOutdated } from '../../store/attempt-outdated.ts';
import type { Change, CommitResult, Store } from '../../store/store.ts';
import type { RatedCall } from '../store/expectation.ts';
import type { SharedRates } from './rate-limits.ts';

export interface CreateAttemptOptions {
  /** Store, rates and locks of the generation. */
  readonly store: Store;
  readonly rates: SharedRates;
  readonly locks: SignatureLocks;
  /** Commits a change unless the known state has changed. */
  readonly commitIf: (change: Change, call: RatedCall | null) => Promise<CommitResult>;
}

/** A create that needs one round trip. Its first commit counts the call, and later commits only store. */
export class CreateAttempt implements Attempt {
  readonly store: Store;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  readonly #options: CreateAttemptOptions;
  #call: RatedCall | null = null;
  #isFinal = false;

  constructor(options: CreateAttemptOptions) {
    this.#options = options;
    this.store = { ...options.store, commit: (change) => this.#commit(change) };
    this.rates = {
      admit: async (caller, limit, now) => {
        if (!this.#isFinal && options.rates.isWaiting(caller, now)) throw new AttemptOutdated();
        this.#call = { caller: nameOf(caller), limit, now };
        return null;
      },
    };
    this.locks = {
      ...options.locks,
      recordFailure: async (...failure) => {
        if (!this.#isFinal) throw new AttemptOutdated();
        return options.locks.recordFailure(...failure);
      },
    };
  }

  get isFinal(): boolean {
    return this.#isFinal;
  }

  async #commit(change: Change): Promise<CommitResult> {
    const { store, commitIf } = this.#options;
    if (this.#isFinal) return store.commit(change);
    // Set this before the commit, because the outcome of a commit can be unknown.
    this.#isFinal = true;
    try {
      return await commitIf(change, this.#call);
    } catch (error) {
      if (error instanceof AttemptOutdated) this.#isFinal = false;
      throw error;
    }
  }
}
