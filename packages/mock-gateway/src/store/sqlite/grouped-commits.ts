import type { Db } from './database.ts';

interface Waiting {
  /** Runs a write and returns the results to report when it is on disk. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Saved at load time, because a test that fakes timers around a gateway in its process must not stop its
 * commits.
 */
const atEndOfTurn = setImmediate;

export interface GroupedCommitsOptions {
  /** Maps an exception of a write to the rejection. */
  readonly asTrouble?: ((error: unknown) => unknown) | undefined;
  /** Called after a transaction that failed, before its writes are tried again. */
  readonly rolledBack?: (() => void) | undefined;
}

/**
 * Writes that begin in one turn of the event loop share one transaction, in their order, and therefore one wait for the
 * disk. Results are reported only after the transaction is on disk.
 */
export function grouped(
  db: Db,
  { asTrouble = (error) => error, rolledBack = () => {} }: GroupedCommitsOptions = {},
) {
  let waiting: Waiting[] = [];
  const commit = db.transaction((group: readonly Waiting[]) => group.map(({ work }) => work())).immediate;

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 1 && together(group)) return;
    for (const alone of group) {
      try {
        for (const answer of commit([alone])) answer();
      } catch (error) {
        rolledBack();
        alone.reject(asTrouble(error));
      }
    }
  }

  /** Returns false if a write failed. Nothing was then stored, and each write is tried separately. */
  function together(group: readonly Waiting[]): boolean {
    try {
      for (const answer of commit(group)) answer();
      return true;
    } catch {
      rolledBack();
      return false;
    }
  }

  return {
    /**
     * @param work writes within a shared transaction. To roll back only its own changes it needs a savepoint; an
     * exception rolls back everything
     */
    add<T>(work: () => T): Promise<T> {
      if (waiting.length === 0) atEndOfTurn(flush);
      return new Promise((resolve, reject) => {
        waiting.push({
          work: () => {
            const answer = work();
            return () => resolve(answer);
          },
          reject,
        });
      });
    },
    /** Commits the waiting writes at once. */
    flush,
  };
}
