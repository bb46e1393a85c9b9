import type { CallbackState } from '../domain/callback.ts';
import type { DepositStatus } from '../domain/deposit.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import type { Database, Value } from './database.ts';

/** Save the function at load time, because a test that fakes timers must not stop a count. */
const nextTurn = setImmediate;

/** Number of orders and order callbacks in each state. Empty states are omitted. */
export interface Tallies {
  readonly payins: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly links: Readonly<Partial<Record<DepositStatus, number>>>;
  readonly payouts: Readonly<Partial<Record<PayoutStatus, number>>>;
  readonly callbacks: Readonly<Partial<Record<CallbackState, number>>>;
}

interface Count {
  readonly what: string;
  readonly status: string;
  readonly total: bigint;
}

/**
 * Counts orders and callbacks by state, each kind in a turn of its own, so requests run between the kinds. Within a kind,
 * the counts are those of one instant. If a reset or a restore comes between, it counts again. Each query reads only an
 * index.
 *
 * @param clock supplies the instant at which an unpaid order counts as expired, even if its expiry is not stored yet
 * @param delivering positions of the callbacks that are being delivered
 */
export async function countByState(
  db: Database,
  clock: { now(): number },
  delivering: Iterable<number>,
): Promise<Tallies> {
  const { replacements } = db;
  const now = clock.now();
  const counts: Count[] = [];
  const count = (sql: string, ...values: Value[]) => counts.push(...db.all<Count>(sql, ...values));
  const otherRequests = () => new Promise((resolve) => nextTurn(resolve));
  const due = `FROM deposits INDEXED BY deposits_to_expire
    WHERE status = 'pending' AND expires_at <= ? AND kind = ? GROUP BY kind`;
  for (const kind of ['payin', 'link']) {
    count(
      `SELECT kind AS what, status, count(*) AS total FROM deposits INDEXED BY deposits_by_status
       WHERE kind = ? GROUP BY status`,
      kind,
    );
    count(`SELECT kind AS what, 'pending' AS status, -count(*) AS total ${due}`, now, kind);
    count(`SELECT kind AS what, 'expired' AS status, count(*) AS total ${due}`, now, kind);
    await otherRequests();
  }
  count(`SELECT 'payout' AS what, status, count(*) AS total FROM payouts GROUP BY status`);
  await otherRequests();
  if (db.replacements !== replacements) return countByState(db, clock, delivering);
  count(`SELECT 'callback' AS what, state AS status, count(*) AS total FROM callbacks GROUP BY state`);
  count(
    `SELECT 'callback' AS what, state AS status, -count(*) AS total FROM callbacks INDEXED BY callbacks_tests_by_state
     WHERE kind = 'test' GROUP BY state`,
  );
  const running = JSON.stringify([...delivering]);
  const among = `FROM callbacks WHERE seq IN (SELECT value FROM json_each(?)) AND kind <> 'test'`;
  count(`SELECT 'callback' AS what, state AS status, -count(*) AS total ${among} GROUP BY state`, running);
  count(`SELECT 'callback' AS what, 'delivering' AS status, count(*) AS total ${among}`, running);
  return {
    payins: sumsOf('payin', counts),
    links: sumsOf('link', counts),
    payouts: sumsOf('payout', counts),
    callbacks: sumsOf('callback', counts),
  };
}

/** Adds the counts by state, and omits zeros. */
function sumsOf(what: string, counts: readonly Count[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const count of counts)
    if (count.what === what) sums.set(count.status, (sums.get(count.status) ?? 0) + Number(count.total));
  return Object.fromEntries([...sums].filter(([, total]) => total > 0));
}
