import type { Attempt, Callback } from '../../domain/callback.ts';
import { receiverOf } from '../receiver.ts';
import type { AfterAttempt, CallbackQueue, Claim, Lease } from '../store.ts';
import type { CallbackRow } from './callback-rows.ts';
import type { Db } from './database.ts';
import { unclaimed } from './leases.ts';
import type { Sync } from './promised.ts';
import { type Integer, instant, query } from './rows.ts';

type ToCallback = (row: CallbackRow) => Callback;

type Claims = Pick<Sync<CallbackQueue>, 'claim' | 'claimForResend' | 'renew' | 'release' | 'releaseOwned'> & {
  /** Moves a claimed callback on; its sequence, or null when the fence is stale. */
  readonly finish: (claim: Claim, attempt: Attempt, next: AfterAttempt) => Integer | null;
};

/** Who may deliver what. Each claim raises the row's fence, so whoever had it before can no longer finish it. */
export function callbackClaims(
  db: Db,
  { realTime, toCallback }: { readonly realTime: () => number; readonly toCallback: ToCallback },
): Claims {
  const findDue = dueFinder(db);
  const endBy = db.prepare<[number, string]>(
    `UPDATE callbacks INDEXED BY callbacks_leased SET ${unclaimed}
     WHERE lease_until <= ? AND id NOT IN (SELECT value FROM json_each(?))`,
  );
  const endLeases = (at: number, { delivering = [] }: Lease) => endBy.run(at, JSON.stringify(delivering));
  const taken = `state = 'delivering', lease_until = ?, lease_owner = ?, fence = fence + 1`;
  const take = query<CallbackRow, [number, string, Integer]>(
    db,
    `UPDATE callbacks SET ${taken} WHERE seq = ? AND state = 'pending' RETURNING *`,
  );
  const takeForResend = query<CallbackRow, [number, string, string]>(
    db,
    `UPDATE callbacks SET resend_state = state, ${taken} WHERE id = ? AND state <> 'delivering' RETURNING *`,
  );
  const prolong = db.prepare<[number, string, number]>(
    `UPDATE callbacks SET lease_until = ? WHERE id = ? AND fence = ? AND state = 'delivering'`,
  );
  const settle = db
    .prepare<[string, number | null, string, string, string, number], number>(
      `UPDATE callbacks SET state = ?, next_attempt_at = ?, url = coalesce(url, ?), receiver = coalesce(receiver, ?),
         resend_state = NULL, lease_until = NULL, lease_owner = NULL
       WHERE id = ? AND fence = ? AND state = 'delivering' RETURNING seq`,
    )
    .pluck();
  const release = db.prepare<[string, number]>(
    `UPDATE callbacks SET ${unclaimed} WHERE id = ? AND fence = ? AND state = 'delivering'`,
  );
  const releaseOwned = db.prepare<[string]>(
    `UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering' AND lease_owner = ?`,
  );

  const toClaim = (row: CallbackRow, url: string): Claim => ({
    callback: toCallback(row),
    url,
    fence: Number(row.fence),
    resend:
      row.resend_state === null
        ? null
        : { state: row.resend_state, nextAttemptAt: instant(row.next_attempt_at) },
  });

  return {
    claim({ now, lease, saturated }) {
      const at = realTime();
      endLeases(at, lease);
      const seq = findDue(now, saturated);
      const row = seq === null ? undefined : take.get(at + lease.ms, lease.owner, seq);
      // The table's CHECKs see to it that what is due has an address.
      return row === undefined ? null : toClaim(row, row.url ?? '');
    },
    claimForResend(id, { url, lease }) {
      const at = realTime();
      endLeases(at, lease);
      const row = takeForResend.get(at + lease.ms, lease.owner, id);
      return row === undefined ? null : toClaim(row, url);
    },
    finish: ({ callback, fence }, { url }, { state, nextAttemptAt }) =>
      settle.get(state, nextAttemptAt, url, receiverOf(url), callback.id, fence) ?? null,
    release: ({ callback, fence }) => release.run(callback.id, fence).changes > 0,
    renew: ({ callback, fence }, ms) => prolong.run(realTime() + ms, callback.id, fence).changes > 0,
    releaseOwned: (owner) => void releaseOwned.run(owner),
  };
}

/** The due callback that has waited longest, of the receivers that can take one more. */
function dueFinder(db: Db) {
  const first = db
    .prepare<[number], number>('SELECT seq FROM callbacks WHERE due_at <= ? ORDER BY due_at, seq LIMIT 1')
    .pluck();
  // One step of the index per receiver, not one per row: ten thousand callbacks that wait for a receiver which hangs
  // are passed over at once (invariant: a hung receiver delays no other).
  const firstOfOthers = db
    .prepare<[number, string], number>(
      `WITH RECURSIVE receivers (name) AS (
         SELECT min(receiver) FROM callbacks WHERE due_at IS NOT NULL
         UNION ALL
         SELECT (SELECT min(receiver) FROM callbacks WHERE due_at IS NOT NULL AND receiver > name)
         FROM receivers WHERE name IS NOT NULL
       ), heads (seq) AS (
         SELECT (SELECT seq FROM callbacks WHERE receiver = name AND due_at <= ? ORDER BY due_at, seq LIMIT 1)
         FROM receivers WHERE name IS NOT NULL AND name NOT IN (SELECT value FROM json_each(?))
       )
       SELECT callbacks.seq FROM heads JOIN callbacks USING (seq) ORDER BY due_at, callbacks.seq LIMIT 1`,
    )
    .pluck();
  return (now: number, saturated: readonly string[]): number | null => {
    const found = saturated.length === 0 ? first.get(now) : firstOfOthers.get(now, JSON.stringify(saturated));
    return found ?? null;
  };
}
