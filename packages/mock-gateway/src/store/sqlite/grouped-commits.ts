import { Batcher, type Waiting } from '../batcher.ts';
import type { Db } from './database.ts';

/** Runs a part of a transaction. An exception rolls back only this part. */
export type Isolate = <T>(work: () => T) => T;

type Work = (isolate: Isolate) => unknown;
type Write = Waiting<Work, unknown>;

export interface GroupedCommitsOptions {
  /** Maps an exception of a write to the error that its promise rejects with. */
  readonly asTrouble?: ((error: unknown) => unknown) | undefined;
  /** Called after a failed transaction, before its writes run again. */
  readonly rolledBack?: (() => void) | undefined;
}

/**
 * Combines the writes of one turn of the event loop in one transaction, in order, with one wait for the disk. Reports
 * results only after the transaction is on disk.
 */
export function grouped(
  db: Db,
  { asTrouble = (error) => error, rolledBack = () => {} }: GroupedCommitsOptions = {},
) {
  // Inside a transaction, this is a savepoint.
  const isolate: Isolate = (work) => db.transaction(work)();
  const commit = db.transaction((group: readonly Write[]) =>
    group.map(({ item: write }) => write(isolate)),
  ).immediate;
  const commits = new Batcher<Work, unknown>({ settle });

  function settle(group: readonly Write[]): void {
    if (group.length > 1 && store(group) === null) return;
    for (const alone of group) {
      const failure = store([alone]);
      if (failure !== null) alone.reject(asTrouble(failure.error));
    }
  }

  /** Stores a group. Returns null after success. After a failure, returns the error, and nothing is stored. */
  function store(group: readonly Write[]): { readonly error: unknown } | null {
    try {
      for (const [at, result] of commit(group).entries()) group[at]?.resolve(result);
      return null;
    } catch (error) {
      rolledBack();
      return { error };
    }
  }

  return {
    /**
     * @param work writes within a shared transaction, and can run several times. An exception rolls back the whole
     * transaction, but an exception inside `isolate` rolls back only its own part
     */
    add: <T>(work: (isolate: Isolate) => T) => commits.add(work) as Promise<T>,
    flush: () => commits.flush(),
  };
}
