import type { LedgerCheck } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { query } from './rows.ts';

/** What does not hold, one row each; every query is empty in a sound ledger (invariants 1 and 3). */
const proofs: readonly string[] = [
  `SELECT 'the entries of transaction ' || t.id || ' do not sum to zero' AS problem
   FROM transactions t LEFT JOIN entries e ON e.transaction_seq = t.seq
   GROUP BY t.seq HAVING coalesce(sum(e.amount), 1) <> 0`,

  `SELECT 'account ' || a.name || ' is cached with another balance than its entries have' AS problem
   FROM accounts a LEFT JOIN entries e ON e.account_seq = a.seq
   GROUP BY a.seq HAVING a.balance <> coalesce(sum(e.amount), 0)`,

  `SELECT 'account ' || name || ' is below zero' AS problem FROM accounts WHERE mch_id IS NOT NULL AND balance < 0`,

  `SELECT 'account ' || a.name || ' is not what the open withdrawals hold' AS problem
   FROM accounts a LEFT JOIN payouts p ON p.mch_id = a.mch_id AND p.status IN ('pending', 'processing')
   WHERE a.name = 'merchant:' || a.mch_id || ':held'
   GROUP BY a.seq HAVING a.balance <> coalesce(sum(p.total_debit), 0)`,
];

/** Recomputes everything from the journal, in one look at the database. */
export function ledgerCheck(db: Db): () => LedgerCheck {
  const accounts = prepared<[], number>(db, 'SELECT count(*) FROM accounts').pluck();
  const entries = prepared<[], number>(db, 'SELECT count(*) FROM entries').pluck();
  const problems = proofs.map((proof) => query<string, []>(db, proof).pluck());
  return () => {
    const found = problems.flatMap((statement) => statement.all());
    return {
      balanced: found.length === 0,
      accounts: accounts.get() ?? 0,
      entries: entries.get() ?? 0,
      problems: found,
    };
  };
}
