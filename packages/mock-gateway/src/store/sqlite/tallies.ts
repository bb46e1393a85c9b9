import { type Count, tallied } from '../rows/tallies.ts';
import type { Tallies } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** Each count reads an index alone. */
export function tallyStatement(db: Db): (now: number) => Tallies {
  const deposits = prepared<[], Count>(
    db,
    'SELECT kind AS what, status, count(*) AS total FROM deposits INDEXED BY deposits_by_status GROUP BY kind, status',
  );
  const due = prepared<[number], Pick<Count, 'what' | 'total'>>(
    db,
    `SELECT kind AS what, count(*) AS total FROM deposits INDEXED BY deposits_to_expire
     WHERE status = 'pending' AND expires_at <= ? GROUP BY kind`,
  );
  const payouts = prepared<[], Count>(
    db,
    `SELECT 'payout' AS what, status, count(*) AS total FROM payouts INDEXED BY payouts_by_status GROUP BY status`,
  );
  const callbacks = prepared<[], Count>(
    db,
    `SELECT 'callback' AS what, state AS status, count(*) AS total
     FROM callbacks INDEXED BY callbacks_by_state GROUP BY state`,
  );
  const tests = prepared<[], Count>(
    db,
    `SELECT 'callback' AS what, state AS status, -count(*) AS total FROM callbacks INDEXED BY callbacks_tests_by_state
     WHERE kind = 'test' GROUP BY state`,
  );
  return (now) => {
    const expired = due.all(now).flatMap(({ what, total }) => [
      { what, status: 'pending', total: -total },
      { what, status: 'expired', total },
    ]);
    return tallied([...deposits.all(), ...expired, ...payouts.all(), ...callbacks.all(), ...tests.all()]);
  };
}
