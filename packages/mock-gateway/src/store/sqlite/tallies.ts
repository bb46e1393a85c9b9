import type { Tallies } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

interface Count {
  readonly kind: 'payin' | 'link';
  readonly status: string;
  readonly total: number;
}

/** Each count reads an index alone. */
export function tallyStatement(db: Db): (now: number) => Tallies {
  const deposits = prepared<[], Count>(
    db,
    'SELECT kind, status, count(*) AS total FROM deposits INDEXED BY deposits_by_status GROUP BY kind, status',
  );
  const due = prepared<[number], Pick<Count, 'kind' | 'total'>>(
    db,
    `SELECT kind, count(*) AS total FROM deposits INDEXED BY deposits_to_expire
     WHERE status = 'pending' AND expires_at <= ? GROUP BY kind`,
  );
  const payouts = prepared<[], Count>(
    db,
    'SELECT status, count(*) AS total FROM payouts INDEXED BY payouts_by_status GROUP BY status',
  );
  const callbacks = prepared<[], Count>(
    db,
    'SELECT state AS status, count(*) AS total FROM callbacks INDEXED BY callbacks_by_state GROUP BY state',
  );
  const tests = prepared<[], Count>(
    db,
    `SELECT state AS status, -count(*) AS total FROM callbacks INDEXED BY callbacks_tests_by_state
     WHERE kind = 'test' GROUP BY state`,
  );
  return (now) => {
    const expired = due.all(now).flatMap(({ kind, total }) => [
      { kind, status: 'pending', total: -total },
      { kind, status: 'expired', total },
    ]);
    const counted = [...deposits.all(), ...expired];
    return {
      payins: byStatus(counted.filter(({ kind }) => kind === 'payin')),
      links: byStatus(counted.filter(({ kind }) => kind === 'link')),
      payouts: byStatus(payouts.all()),
      callbacks: byStatus([...callbacks.all(), ...tests.all()]),
    };
  };
}

function byStatus(counts: readonly Count[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { status, total } of counts) sums.set(status, (sums.get(status) ?? 0) + total);
  return Object.fromEntries([...sums].filter(([, total]) => total > 0));
}
