import type { Change, CommitResult } from '../store.ts';
import type { Db } from './database.ts';

interface Waiting {
  readonly change: Change;
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Kept as it is now: a test that fakes timers around a gateway in its own process must not stop its commits. */
const atEndOfTurn = setImmediate;

/**
 * Commits that are asked for in one turn of the event loop share one transaction, and so one wait for the disk; each
 * is a savepoint of it, so that one which is refused leaves the others alone. Nobody is answered before the
 * transaction is on disk.
 *
 * @param apply applies one change atomically; a refusal is an answer, trouble is thrown
 */
export function grouped(db: Db, apply: (change: Change) => CommitResult) {
  let waiting: Waiting[] = [];
  const applyAll = db.transaction((group: readonly Waiting[]) =>
    group.map(({ change }) => apply(change)),
  ).immediate;

  function flush(): void {
    const group = waiting;
    waiting = [];
    if (group.length > 1 && together(group)) return;
    for (const alone of group) answer(alone, () => apply(alone.change));
  }

  /** False when one of them brought trouble: then nothing was stored, and each is tried by itself. */
  function together(group: readonly Waiting[]): boolean {
    try {
      const results = applyAll(group);
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
      return true;
    } catch {
      return false;
    }
  }

  return {
    add(change: Change): Promise<CommitResult> {
      if (waiting.length === 0) atEndOfTurn(flush);
      return new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
      });
    },
    /** Commits at once what is waiting. */
    flush,
  };
}

function answer({ resolve, reject }: Waiting, work: () => CommitResult): void {
  try {
    resolve(work());
  } catch (error) {
    reject(error);
  }
}
