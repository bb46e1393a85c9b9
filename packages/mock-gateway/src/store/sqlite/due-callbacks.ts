import type { StoredCallbackRow } from '../rows/callback-rows.ts';
import { unclaimed } from './claims-table.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** A callback that can be claimed. The CHECK constraints of the table require its URL and its due time. */
export interface DueRow extends StoredCallbackRow {
  readonly seq: number;
  readonly url: string;
  readonly receiver: string;
  readonly next_attempt_at: number;
  /** 1 after the first attempt, otherwise 0. */
  readonly tried: number;
}

/** Number of rows per read. The bodies of the callbacks stay in memory until they are claimed. */
const headSize = 64;
/** Maximum number of receivers to remember. */
const maxNames = 1_000;

/**
 * SELECT of due callbacks that names an index. SQLite has no statistics, so it would use the index of the state and
 * sort all rows.
 */
function due(index: string, further = ''): string {
  return `SELECT *, EXISTS (SELECT 1 FROM attempts WHERE callback_seq = seq) AS tried
    FROM callbacks INDEXED BY ${index}
    WHERE state = 'pending' AND next_attempt_at <= ? AND ${unclaimed} ${further} ORDER BY next_attempt_at, seq`;
}

/**
 * The due callbacks, longest waiting first. Reads the head of the queue in advance. Discards this head if anything
 * except a claim changes the queue.
 */
export function dueCallbacks(db: Db) {
  const first = prepared<[number], DueRow>(db, `${due('callbacks_due')} LIMIT ${headSize}`);
  const firstOf = prepared<[number, string], DueRow>(
    db,
    `${due('callbacks_due_by_receiver', 'AND receiver = ?')} LIMIT 1`,
  );
  // One index step per receiver, instead of one per row, skips all callbacks for a hung receiver (invariant: a hung
  // receiver delays no other).
  const receivers = prepared<[], string>(
    db,
    `WITH RECURSIVE receivers (name) AS (
         SELECT min(receiver) FROM callbacks INDEXED BY callbacks_due_by_receiver WHERE state = 'pending'
         UNION ALL
         SELECT (SELECT min(receiver) FROM callbacks INDEXED BY callbacks_due_by_receiver
           WHERE state = 'pending' AND receiver > name)
         FROM receivers WHERE name IS NOT NULL
       )
       SELECT name FROM receivers WHERE name IS NOT NULL`,
  ).pluck();
  let head: DueRow[] = [];
  /** Names of receivers that may have a callback in the queue, or null before the first use. */
  let names: Set<string> | null = null;

  function* ofHead(now: number, hasRoom: HasRoom): Generator<DueRow> {
    for (let at = 0; ; ) {
      if (head.length === 0) head = first.all(now);
      const row = head[at];
      if (row === undefined || row.next_attempt_at > now) return;
      if (hasRoom(row.receiver)) {
        head.splice(at, 1);
        yield row;
      } else at += 1;
    }
  }

  function* ofOthers(now: number, hasRoom: HasRoom): Generator<DueRow> {
    const found = new Map<string, DueRow>();
    const look = (receiver: string) => {
      const row = hasRoom(receiver) ? firstOf.get(now, receiver) : undefined;
      if (row === undefined) found.delete(receiver);
      else found.set(receiver, row);
    };
    names ??= new Set(receivers.all());
    for (const receiver of names) look(receiver);
    while (found.size > 0) {
      const row = earliest(found.values());
      yield row;
      look(row.receiver);
    }
  }

  return {
    /** Callbacks of receivers with free slots. The caller claims each callback before it requests the next callback. */
    *walk(now: number, hasRoom: HasRoom): Generator<DueRow> {
      yield* ofHead(now, hasRoom);
      yield* ofOthers(now, hasRoom);
    },
    /** Makes the next claim read the table. */
    forget(): void {
      head = [];
      names = null;
    },
    /** Records that a callback became due. A new callback follows all callbacks of the same instant. */
    added(receiver: string, at: number, { isNew }: { readonly isNew: boolean }): void {
      const end = head.at(-1)?.next_attempt_at;
      if (end !== undefined && (at < end || (at === end && !isNew))) head = [];
      if (names !== null) names = names.size < maxNames ? names.add(receiver) : null;
    },
  };
}

type HasRoom = (receiver: string) => boolean;

/** @param found at least one row */
function earliest(found: Iterable<DueRow>): DueRow {
  return [...found].reduce((one, other) =>
    other.next_attempt_at < one.next_attempt_at ||
    (other.next_attempt_at === one.next_attempt_at && other.seq < one.seq)
      ? other
      : one,
  );
}
