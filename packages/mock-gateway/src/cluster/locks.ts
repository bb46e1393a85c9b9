/**
 * Exclusive locks of a cluster. `clock` covers moving the clock and running its timers. `configuration` covers seeding
 * and operator changes to settings and merchants. A reset locks both.
 */
export type ClusterLock = 'clock' | 'configuration';

/** Locks that all instances over one backend share. */
export interface ClusterLocks {
  /**
   * Waits for all of these locks in the order of the requests, runs the work, and always releases them. The work must
   * not wait for other work under the same lock, because that would cause a deadlock.
   */
  withLock<T>(locks: readonly ClusterLock[], work: () => Promise<T>): Promise<T>;
  /** Resolves when this instance neither holds nor waits for a lock. */
  idle(): Promise<void>;
}

export class InProcessLocks {
  readonly #last = new Map<ClusterLock, Promise<void>>();

  connect(): ClusterLocks {
    let own: Promise<void> = Promise.resolve();
    return {
      withLock: (locks, work) => {
        const result = this.#take(locks, work);
        const ended = result.then(nothing, nothing);
        own = Promise.all([own, ended]).then(nothing);
        return result;
      },
      idle: () => own,
    };
  }

  #take<T>(locks: readonly ClusterLock[], work: () => Promise<T>): Promise<T> {
    const before = Promise.all(locks.map((lock) => this.#last.get(lock)));
    const result = before.then(work);
    const ended = result.then(nothing, nothing);
    for (const lock of locks) this.#last.set(lock, ended);
    return result;
  }
}

function nothing(): void {}
