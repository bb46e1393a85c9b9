import type { Db } from './database.ts';

interface Waiting {
  /** Does it, and answers what is to be told when it is on disk. */
  readonly work: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Kept as it is now: a test that fakes timers around a gateway in its own process must not stop its commits. */
const atEndOfTurn = setImmediate;

/**
 * Writes that are asked for in one turn of the event loop share one transaction, and so one wait for the disk, in the
 * order in which they were asked for. Nobody is answered before the transaction is on disk.
 *
 * @param asTrouble what is rejected with, for what a write throws
 */
export function grouped(db: Db, asTrouble: (error: unknown) => unknown = (error) => error) {
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
        alone.reject(asTrouble(error));
      }
    }
  }

  /** False when one of them brought trouble: then nothing was stored, and each is tried by itself. */
  function together(group: readonly Waiting[]): boolean {
    try {
      for (const answer of commit(group)) answer();
      return true;
    } catch {
      return false;
    }
  }

  return {
    /**
     * @param work writes, in a transaction that others may share: what it would take back by itself needs a savepoint
     *   of its own; trouble, which takes back everything, is thrown
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
    /** Commits at once what is waiting. */
    flush,
  };
}
