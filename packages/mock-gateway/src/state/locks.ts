/**
 * Exclusive locks. `clock` covers moving the clock and running its timers. `configuration` covers seeding and operator
 * changes to settings and merchants. A reset locks both.
 */
export type WorkLock = 'clock' | 'configuration';

export class WorkLocks {
  readonly #last = new Map<WorkLock, Promise<void>>();

  /**
   * Waits for all of these locks in the order of the requests, runs the work, and always releases them. The work must
   * not wait for other work under the same lock, because that would cause a deadlock.
   */
  withLock<T>(locks: readonly WorkLock[], work: () => Promise<T>): Promise<T> {
    const before = Promise.all(locks.map((lock) => this.#last.get(lock)));
    const result = before.then(work);
    const ended = result.then(nothing, nothing);
    for (const lock of locks) this.#last.set(lock, ended);
    return result;
  }

  /** Resolves when no work holds or waits for a lock. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}

function nothing(): void {}
