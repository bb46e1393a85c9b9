import type { LedgerCheck, LedgerReads } from '../store.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { query } from './rows.ts';

/** Save the function at load time, because a test that fakes timers must not stop a check. */
const nextTurn = setImmediate;

/** Number of transactions to check per turn of the event loop, which takes a few milliseconds. */
const perTurn = 5_000;

export interface Progress {
  /** Last transaction that was read. */
  last: { readonly seq: bigint; readonly id: string } | null;
  /** Sums of the entries by account. */
  readonly sums: Map<bigint, bigint>;
  readonly problems: string[];
  entries: number;
}

export interface LedgerSteps {
  /** Reads the next transactions. After the last transaction, returns the result. */
  step(progress: Progress): Promise<LedgerCheck | null>;
}

function begin(): Progress {
  return { last: null, sums: new Map(), problems: [], entries: 0 };
}

/**
 * Recomputes every balance in steps, with requests between the steps. The result is correct, because the journal only
 * grows.
 */
export async function checkInTurns(step: LedgerSteps['step']): ReturnType<LedgerReads['check']> {
  const progress = begin();
  for (;;) {
    const check = await step(progress);
    if (check !== null) return check;
    await new Promise((resolve) => nextTurn(resolve));
  }
}

/**
 * Creates the steps of the check on a database (invariants 1 and 3). The last step compares the sums with the current
 * balances.
 */
export function ledgerCheckStep(db: Db): Sync<LedgerSteps>['step'] {
  const idOf = prepared<[bigint], string>(db, 'SELECT id FROM transactions WHERE seq = ?').pluck();
  const following = query<NonNullable<Progress['last']>, [bigint]>(
    db,
    `SELECT seq, id FROM transactions WHERE seq > ? ORDER BY seq LIMIT 1 OFFSET ${perTurn - 1}`,
  );
  const unbalanced = query<string, [bigint, bigint]>(
    db,
    `SELECT 'the entries of transaction ' || t.id || ' do not sum to zero' AS problem
     FROM transactions t LEFT JOIN entries e ON e.transaction_seq = t.seq
     WHERE t.seq > ? AND t.seq <= ?
     GROUP BY t.seq HAVING coalesce(sum(e.amount), 1) <> 0`,
  ).pluck();
  const sums = query<
    { readonly account: bigint; readonly sum: bigint; readonly count: bigint },
    [bigint, bigint]
  >(
    db,
    `SELECT account_seq AS account, sum(amount) AS sum, count(*) AS count FROM entries
     WHERE transaction_seq > ? AND transaction_seq <= ? GROUP BY account_seq`,
  );
  const compare = comparison(db);
  return (progress) => {
    const { last } = progress;
    // Start from the beginning after a reset, because a reset replaces the journal.
    if (last !== null && idOf.get(last.seq) !== last.id) Object.assign(progress, begin());
    const from = progress.last?.seq ?? 0n;
    const next = following.get(from) ?? null;
    const to = next?.seq ?? maxSeq;
    progress.problems.push(...unbalanced.all(from, to));
    for (const { account, sum, count } of sums.all(from, to)) {
      progress.sums.set(account, (progress.sums.get(account) ?? 0n) + sum);
      progress.entries += Number(count);
    }
    progress.last = next;
    return next === null ? compare(progress) : null;
  };
}

const maxSeq = 2n ** 63n - 1n;

function comparison(db: Db): (progress: Progress) => LedgerCheck {
  const accounts = query<{ readonly seq: bigint; readonly name: string; readonly balance: bigint }, []>(
    db,
    'SELECT seq, name, balance FROM accounts ORDER BY seq',
  );
  const proofs = [
    `SELECT 'account ' || name || ' is below zero' AS problem FROM accounts WHERE mch_id IS NOT NULL AND balance < 0`,
    `SELECT 'account ' || a.name || ': the balance differs from the sum of the open payouts' AS problem
     FROM accounts a LEFT JOIN payouts p ON p.mch_id = a.mch_id AND p.status IN ('pending', 'processing')
     WHERE a.name = 'merchant:' || a.mch_id || ':held'
     GROUP BY a.seq HAVING a.balance <> coalesce(sum(p.total_debit), 0)`,
  ].map((proof) => query<string, []>(db, proof).pluck());
  return ({ sums, problems, entries }) => {
    const all = accounts.all();
    const wrong = all.filter(({ seq, balance }) => balance !== (sums.get(seq) ?? 0n));
    const found = [
      ...problems,
      ...wrong.map(({ name }) => `account ${name}: the cached balance differs from the sum of its entries`),
      ...proofs.flatMap((proof) => proof.all()),
    ];
    return { balanced: found.length === 0, accounts: all.length, entries, problems: found };
  };
}
