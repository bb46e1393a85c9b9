import type { Attempt, Callback } from '../../domain/callback.ts';
import { receiverOf } from '../receiver.ts';
import type { AfterAttempt, CallbackQueue, Claim } from '../store.ts';
import type { CallbackRow } from './callback-rows.ts';
import type { Db } from './database.ts';
import type { Sync } from './promised.ts';
import { type Integer, instant, query } from './rows.ts';

type Claims = Pick<Sync<CallbackQueue>, 'claim' | 'claimForResend' | 'release' | 'releaseAll'> & {
  /** Moves a claimed callback on; its sequence, or null when the fence is stale. */
  readonly finish: (claim: Claim, attempt: Attempt, next: AfterAttempt) => Integer | null;
};

/** Back to the schedule as it was before the claim. */
const unclaimed = `state = coalesce(resend_state, 'pending'), resend_state = NULL, lease_until = NULL`;

/** Who may deliver what. Each claim raises the row's fence, so whoever had it before can no longer finish it. */
export function callbackClaims(db: Db, toCallback: (row: CallbackRow) => Callback): Claims {
  const findDue = dueFinder(db);
  const take = query<CallbackRow, [number, Integer]>(
    db,
    `UPDATE callbacks SET state = 'delivering', lease_until = ?, fence = fence + 1 WHERE seq = ? RETURNING *`,
  );
  const takeForResend = query<CallbackRow, [number, string]>(
    db,
    `UPDATE callbacks SET resend_state = state, state = 'delivering', lease_until = ?, fence = fence + 1
     WHERE id = ? AND state <> 'delivering' RETURNING *`,
  );
  const settle = db
    .prepare<[string, number | null, string, string, string, number], number>(
      `UPDATE callbacks SET state = ?, next_attempt_at = ?, url = coalesce(url, ?), receiver = coalesce(receiver, ?),
         resend_state = NULL, lease_until = NULL
       WHERE id = ? AND fence = ? AND state = 'delivering' RETURNING seq`,
    )
    .pluck();
  const release = db.prepare<[string, number]>(
    `UPDATE callbacks SET ${unclaimed} WHERE id = ? AND fence = ? AND state = 'delivering'`,
  );
  const releaseAll = db.prepare<[]>(`UPDATE callbacks SET ${unclaimed} WHERE state = 'delivering'`);

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
    claim({ now, leaseUntil, saturated }) {
      const seq = findDue(now, saturated);
      const row = seq === null ? undefined : take.get(leaseUntil, seq);
      // The table's CHECKs see to it that what is due has an address.
      return row === undefined ? null : toClaim(row, row.url ?? '');
    },
    claimForResend(id, { url, leaseUntil }) {
      const row = takeForResend.get(leaseUntil, id);
      return row === undefined ? null : toClaim(row, url);
    },
    finish: ({ callback, fence }, { url }, { state, nextAttemptAt }) =>
      settle.get(state, nextAttemptAt, url, receiverOf(url), callback.id, fence) ?? null,
    release: ({ callback, fence }) => release.run(callback.id, fence).changes > 0,
    releaseAll: () => void releaseAll.run(),
  };
}

/** The due callback that has waited longest, of the receivers that can take one more. */
function dueFinder(db: Db) {
  // An operator's re-send whose lease has ended was an extra attempt: what is due is the schedule it interrupted.
  const endStaleResends = db.prepare<[number]>(
    `UPDATE callbacks INDEXED BY callbacks_resent SET ${unclaimed} WHERE due_at <= ? AND resend_state IS NOT NULL`,
  );
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
    endStaleResends.run(now);
    const found = saturated.length === 0 ? first.get(now) : firstOfOthers.get(now, JSON.stringify(saturated));
    return found ?? null;
  };
}
