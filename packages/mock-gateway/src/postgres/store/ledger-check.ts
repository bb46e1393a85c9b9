import type { LedgerReads } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { balanceOf } from './journal-json.ts';

interface CheckRow {
  readonly problems: readonly string[];
  readonly accounts: bigint;
  readonly entries: bigint;
}

/** Maximum duration of the check in real milliseconds. The limit is long, because the check reads the whole journal. */
const answerWithin = 60_000;

/** Recomputes every balance from the journal in one snapshot (invariants 1 and 3). */
export function ledgerCheck(database: Database): LedgerReads['check'] {
  const { schema } = database;
  // Queries that return one row for each violation.
  const proofs = [
    `SELECT 'the entries of transaction ' || t.id || ' do not sum to zero' AS problem
     FROM ${schema}.transactions t LEFT JOIN ${schema}.entries e ON e.transaction_seq = t.seq
     GROUP BY t.seq HAVING coalesce(sum(e.amount), 1) <> 0`,
    `SELECT 'account ' || a.name || ': the cached balance differs from the sum of its entries'
     FROM ${schema}.accounts a LEFT JOIN ${schema}.entries e ON e.account_seq = a.seq
     GROUP BY a.seq HAVING ${balanceOf(schema)} <> coalesce(sum(e.amount), 0)`,
    `SELECT 'account ' || a.name || ' is below zero' FROM ${schema}.accounts a
     WHERE a.mch_id IS NOT NULL AND a.balance < 0`,
    `SELECT 'account ' || a.name || ': the balance differs from the sum of the open payouts' FROM ${schema}.accounts a
       LEFT JOIN ${schema}.payouts p ON p.mch_id = a.mch_id AND p.status IN ('pending', 'processing')
     WHERE a.name = 'merchant:' || a.mch_id || ':held'
     GROUP BY a.seq HAVING a.balance <> coalesce(sum(p.total_debit), 0)`,
  ];
  const text = `SELECT
      (SELECT coalesce(json_agg(problem), '[]') FROM (${proofs.join(' UNION ALL ')}) found) AS problems,
      (SELECT count(*) FROM ${schema}.accounts) AS accounts,
      (SELECT count(*) FROM ${schema}.entries) AS entries`;
  return async () => {
    const read = { again: true, answerWithin: Math.max(answerWithin, database.answerWithin) };
    const [row] = await database.use((connection) => connection.query<CheckRow>({ text }), read);
    const { problems = [], accounts = 0n, entries = 0n } = row ?? {};
    return {
      balanced: problems.length === 0,
      accounts: Number(accounts),
      entries: Number(entries),
      problems,
    };
  };
}
