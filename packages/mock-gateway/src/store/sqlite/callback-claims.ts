import type { Callback } from '../../domain/callback.ts';
import { receiverOf } from '../receiver.ts';
import type { CallbackRow } from '../rows/callback-rows.ts';
import { instant } from '../rows/columns.ts';
import type { CallbackQueue, Claim, Lease } from '../store.ts';
import type { Db } from './database.ts';
import { unclaimed } from './leases.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { query } from './rows.ts';

type ToCallback = (row: CallbackRow) => Callback;

/** `finish` moves a claimed callback on; its attempt is stored beside it. */
type Claims = Pick<
  Sync<CallbackQueue>,
  'claim' | 'claimForResend' | 'renew' | 'finish' | 'release' | 'releaseOwned'
>;

/** Owners of deliveries. Each claim raises the fence of its row, so an earlier owner can no longer complete it. */
export function callbackClaims(
  db: Db,
  { realTime, toCallback }: { readonly realTime: () => number; readonly toCallback: ToCallback },
): Claims {
  const due = dueWalker(db);
  const endLeases = leaseEnder(db);
  const taken = `state = 'delivering', lease_until = ?, lease_owner = ?, fence = fence + 1`;
  // Not RETURNING, which costs as much again as an update and a look-up together; nor bigints, as no money is in it.
  const take = prepared<[number, string, number]>(
    db,
    `UPDATE callbacks SET ${taken} WHERE seq = ? AND state = 'pending'`,
  );
  const taking = prepared<[number], CallbackRow>(db, 'SELECT * FROM callbacks WHERE seq = ?');
  const takeForResend = query<CallbackRow, [number, string, string]>(
    db,
    `UPDATE callbacks SET resend_state = state, ${taken} WHERE id = ? AND state <> 'delivering' RETURNING *`,
  );
  const prolong = prepared<[number, string, number]>(
    db,
    `UPDATE callbacks SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'delivering'`,
  );
  const settle = prepared<[string, number | null, string, string, number, string, number]>(
    db,
    `UPDATE callbacks SET state = ?, next_attempt_at = ?, url = coalesce(url, ?), receiver = coalesce(receiver, ?),
       resend_state = NULL, lease_until = NULL, lease_owner = NULL
     WHERE seq = ? AND id = ? AND fence = ? AND state = 'delivering'`,
  );
  const release = prepared<[string, number]>(
    db,
    `UPDATE callbacks SET ${unclaimed} WHERE id = ? AND fence = ? AND state = 'delivering'`,
  );
  const releaseOwned = prepared<[string]>(
    db,
    `UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering' AND lease_owner = ?`,
  );

  const toClaim = (row: CallbackRow, url: string): Claim => ({
    callback: toCallback(row),
    url,
    receiver: url === row.url && row.receiver !== null ? row.receiver : receiverOf(url),
    seq: Number(row.seq),
    fence: Number(row.fence),
    resend:
      row.resend_state === null
        ? null
        : { state: row.resend_state, nextAttemptAt: instant(row.next_attempt_at) },
  });

  return {
    claim({ now, lease, atMost, perReceiver, busy }) {
      const at = realTime();
      endLeases(at, lease);
      const counts = new Map(busy);
      const room = (receiver: string) => perReceiver - (counts.get(receiver) ?? 0);
      const claims: Claim[] = [];
      for (const { seq, receiver } of due(now, (name) => room(name) > 0)) {
        if (claims.length >= atMost) break;
        take.run(at + lease.ms, lease.owner, seq);
        const row = taking.get(seq);
        if (row === undefined) break;
        counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
        // The table's CHECKs see to it that what is due has an address.
        claims.push(toClaim(row, row.url ?? ''));
      }
      return claims;
    },
    claimForResend(id, { url, lease }) {
      const at = realTime();
      endLeases(at, lease);
      const row = takeForResend.get(at + lease.ms, lease.owner, id);
      return row === undefined ? null : toClaim(row, url);
    },
    finish: ({ callback, receiver, seq, fence }, { url }, { state, nextAttemptAt }) =>
      settle.run(state, nextAttemptAt, url, receiver, seq, callback.id, fence).changes > 0,
    release: ({ callback, fence }) => release.run(callback.id, fence).changes > 0,
    renew: ({ callback, fence }, ms) => prolong.run(realTime() + ms, callback.id, fence).changes > 0,
    releaseOwned: (owner) => void releaseOwned.run(owner),
  };
}

/** Takes back what leases that have ended hold. */
function leaseEnder(db: Db) {
  const endBy = prepared<[number, string]>(
    db,
    `UPDATE callbacks INDEXED BY callbacks_leased SET ${unclaimed}
     WHERE lease_until <= ? AND id NOT IN (SELECT value FROM json_each(?))`,
  );
  const anyEnded = prepared<[number]>(
    db,
    'SELECT 1 FROM callbacks INDEXED BY callbacks_leased WHERE lease_until <= ? LIMIT 1',
  );
  // Asked at each claim, and hardly ever one has.
  return (at: number, { delivering = [] }: Lease) =>
    anyEnded.get(at) === undefined ? null : endBy.run(at, JSON.stringify(delivering));
}

interface Due {
  readonly seq: number;
  readonly receiver: string;
  readonly due_at: number;
}

/**
 * Iterates over the due callbacks of receivers with free places, the longest waiting first. The caller marks each
 * callback before it takes the next one.
 */
function dueWalker(db: Db) {
  const first = prepared<[number], Due>(
    db,
    'SELECT seq, receiver, due_at FROM callbacks WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1',
  );
  const firstOf = prepared<[string, number], Due>(
    db,
    `SELECT seq, receiver, due_at FROM callbacks WHERE receiver = ? AND due_at <= ?
     ORDER BY due_at, seq LIMIT 1`,
  );
  // Takes one index step per receiver instead of one per row. Ten thousand callbacks for a hung receiver are skipped at
  // once (invariant: a hung receiver delays no other).
  const receivers = prepared<[], string>(
    db,
    `WITH RECURSIVE receivers (name) AS (
         SELECT min(receiver) FROM callbacks WHERE due_at IS NOT NULL
         UNION ALL
         SELECT (SELECT min(receiver) FROM callbacks WHERE due_at IS NOT NULL AND receiver > name)
         FROM receivers WHERE name IS NOT NULL
       )
       SELECT name FROM receivers WHERE name IS NOT NULL`,
  ).pluck();

  return function* walk(now: number, hasRoom: (receiver: string) => boolean): Generator<Due> {
    for (let found = first.get(now); found !== undefined; found = first.get(now)) {
      if (!hasRoom(found.receiver)) break;
      yield found;
    }
    const heads = new Map<string, Due>();
    const look = (receiver: string) => {
      const found = hasRoom(receiver) ? firstOf.get(receiver, now) : undefined;
      if (found === undefined) heads.delete(receiver);
      else heads.set(receiver, found);
    };
    for (const receiver of receivers.all()) look(receiver);
    while (heads.size > 0) {
      const found = earliest(heads.values());
      yield found;
      look(found.receiver);
    }
  };
}

/** @param found one at least */
function earliest(found: Iterable<Due>): Due {
  return [...found].reduce((one, other) =>
    other.due_at < one.due_at || (other.due_at === one.due_at && other.seq < one.seq) ? other : one,
  );
}
