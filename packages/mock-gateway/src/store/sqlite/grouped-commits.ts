import { Batcher, type Waiting } from '../batcher.ts';
import type { Db } from './database.ts';

type Write = Waiting<() => unknown, unknown>;

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
  const commit = db.transaction((group: readonly Write[]) =>
    group.map(({ item: write }) => write()),
  ).immediate;
  const commits = new Batcher<() => unknown, unknown>({ settle });

  function settle(group: readonly Write[]): void {
    if (group.length > 1 && together(group)) return;
    for (const alone of group) {
      try {
        store([alone]);
      } catch (error) {
        rolledBack();
        alone.reject(asTrouble(error));
      }
    }
  }

  /** Returns false if a write failed. Nothing was then stored, and each write is tried separately. */
  function together(group: readonly Write[]): boolean {
    try {
      store(group);
      return true;
    } catch {
      rolledBack();
      return false;
    }
  }

  function store(group: readonly Write[]): void {
    for (const [at, answer] of commit(group).entries()) group[at]?.resolve(answer);
  }

  return {
    /**
     * @param work writes within a shared transaction. To roll back only its own changes it needs a savepoint; an
     * exception rolls back everything
     */
    add: <T>(work: () => T) => commits.add(work) as Promise<T>,
    /** Commits the waiting writes at once. */
    flush: () => commits.flush(),
  };
}
