import type { Attempt, Callback } from '../../domain/callback.ts';
import { receiverOf } from '../receiver.ts';
import type { NewCallbackRow, StoredCallbackRow } from '../rows/callback-rows.ts';
import { instant } from '../rows/columns.ts';
import type { CallbackQueue, Claim, Lease } from '../store.ts';
import { unclaimed } from './claims-table.ts';
import type { Db } from './database.ts';
import { dueCallbacks } from './due-callbacks.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';

/** `finish` updates the claimed callback, and another statement stores the attempt. */
type Claims = Pick<
  Sync<CallbackQueue>,
  'claim' | 'claimForResend' | 'renew' | 'finish' | 'release' | 'releaseOwned'
> & {
  readonly enqueued: (row: NewCallbackRow) => void;
  /** Clears the cached state. Call it after the table was replaced or a transaction was rolled back. */
  readonly forget: () => void;
};

export interface CallbackClaimsOptions {
  readonly realTime: () => number;
  readonly attemptsOf: (seq: number) => readonly Attempt[];
  readonly toCallback: (row: StoredCallbackRow, attempts: readonly Attempt[]) => Callback;
}

/** Claims of deliveries. Each claim has a unique fence, so an earlier owner can no longer complete the callback. */
export function callbackClaims(db: Db, { realTime, attemptsOf, toCallback }: CallbackClaimsOptions): Claims {
  const due = dueCallbacks(db);
  const endLeases = leaseEnder(db);
  const take = prepared<[number, number, string, number]>(
    db,
    'INSERT INTO claims (seq, fence, lease_owner, lease_until) VALUES (?, ?, ?, ?)',
  );
  const giveBack = prepared<[number, number]>(db, 'DELETE FROM claims WHERE seq = ? AND fence = ?');
  const giveBackOwned = prepared<[string]>(db, 'DELETE FROM claims WHERE lease_owner = ?');
  const prolong = prepared<[number, number, number]>(
    db,
    'UPDATE claims SET lease_until = ? WHERE seq = ? AND fence = ?',
  );
  const toResend = prepared<[string], StoredCallbackRow>(
    db,
    `SELECT * FROM callbacks WHERE id = ? AND ${unclaimed}`,
  );
  const settle = prepared<[string, number | null, string, string, number]>(
    db,
    `UPDATE callbacks SET state = ?, next_attempt_at = ?, url = coalesce(url, ?), receiver = coalesce(receiver, ?)
     WHERE seq = ?`,
  );
  let fence = 0;

  function claimed(row: StoredCallbackRow, lease: Lease, tried: boolean) {
    const seq = Number(row.seq);
    fence += 1;
    take.run(seq, fence, lease.owner, realTime() + lease.ms);
    const callback = toCallback({ ...row, state: 'delivering' }, tried ? attemptsOf(seq) : []);
    return { callback, seq, fence };
  }

  function scheduled(wanted: Parameters<Claims['claim']>[0]): readonly Claim[] {
    const { now, lease, atMost, perReceiver, busy } = wanted;
    const counts = new Map(busy);
    const hasRoom = (receiver: string) => (counts.get(receiver) ?? 0) < perReceiver;
    const claims: Claim[] = [];
    if (atMost <= 0) return claims;
    for (const row of due.walk(now, hasRoom)) {
      const { url, receiver } = row;
      claims.push({ ...claimed(row, lease, row.tried === 1), url, receiver, resend: null });
      if (claims.length === atMost) break;
      counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
    }
    return claims;
  }

  function resent(row: StoredCallbackRow, url: string, lease: Lease): Claim {
    const receiver = url === row.url && row.receiver !== null ? row.receiver : receiverOf(url);
    const resend = { state: row.state, nextAttemptAt: instant(row.next_attempt_at) };
    return { ...claimed(row, lease, true), url, receiver, resend };
  }

  /** Releases a claim. Returns whether the claim was still valid. */
  function released({ seq, fence: held }: Claim): boolean {
    return giveBack.run(seq, held).changes > 0;
  }

  return {
    claim(wanted) {
      if (endLeases(realTime(), wanted.lease)) due.forget();
      return scheduled(wanted);
    },
    claimForResend(id, { url, lease }) {
      endLeases(realTime(), lease);
      due.forget();
      const row = toResend.get(id);
      return row === undefined ? null : resent(row, url, lease);
    },
    finish(claim, { url }, { state, nextAttemptAt }) {
      if (!released(claim)) return false;
      settle.run(state, nextAttemptAt, url, claim.receiver, claim.seq);
      if (state === 'pending' && nextAttemptAt !== null)
        due.added(claim.receiver, nextAttemptAt, { isNew: false });
      return true;
    },
    release(claim) {
      due.forget();
      return released(claim);
    },
    renew: ({ seq, fence: held }, ms) => prolong.run(realTime() + ms, seq, held).changes > 0,
    releaseOwned(owner) {
      due.forget();
      giveBackOwned.run(owner);
    },
    enqueued: ({ receiver, next_attempt_at: at }) => {
      if (receiver !== null && at !== null) due.added(receiver, Number(at), { isNew: true });
    },
    forget: due.forget,
  };
}

/** Creates a function that ends the claims with expired leases. The function returns whether any claim ended. */
function leaseEnder(db: Db) {
  const endBy = prepared<[number, string]>(
    db,
    `DELETE FROM claims WHERE lease_until <= ? AND seq NOT IN
       (SELECT seq FROM callbacks WHERE id IN (SELECT value FROM json_each(?)))`,
  );
  const anyEnded = prepared<[number]>(db, 'SELECT 1 FROM claims WHERE lease_until <= ? LIMIT 1');
  // Each claim checks this condition, which is rarely true, so check it in memory.
  return (at: number, { delivering = [] }: Lease): boolean =>
    anyEnded.get(at) !== undefined && endBy.run(at, JSON.stringify(delivering)).changes > 0;
}
