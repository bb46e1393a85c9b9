import type { Database } from './database.ts';

/** Save the function at load time, because a test that fakes timers must not stop a check. */
const nextTurn = setImmediate;

/** Number of transactions to check per turn of the event loop, which takes a few milliseconds. */
const perTurn = 5_000;

/** Result of the comparison between the cached balances and the journal. */
export interface LedgerCheck {
  readonly balanced: boolean;
  readonly accounts: number;
  readonly entries: number;
  /** One sentence for each inconsistency, or an empty list. */
  readonly problems: readonly string[];
}

/** The journal up to a transaction. */
interface Sums {
  /** Last transaction that was read. */
  readonly last: { readonly seq: bigint; readonly id: string } | null;
  readonly byAccount: Map<bigint, bigint>;
  readonly problems: string[];
  entries: number;
}

/**
 * Recomputes every balance from the journal (invariants 1 and 3), in steps between which requests run. The last step
 * compares the sums with the balances of the same instant. The result is correct, because the journal only grows.
 */
export async function checkLedger(db: Database): Promise<LedgerCheck> {
  let sums = nothing();
  for (;;) {
    // A reset replaces the journal, so the check begins anew.
    if (sums.last !== null && !isThere(db, sums.last)) sums = nothing();
    const from = sums.last?.seq ?? 0n;
    const next =
      db.get<NonNullable<Sums['last']>>(
        `SELECT seq, id FROM transactions WHERE seq > ? ORDER BY seq LIMIT 1 OFFSET ${perTurn - 1}`,
        from,
      ) ?? null;
    add(db, sums, from, next?.seq ?? maxSeq);
    if (next === null) return compared(db, sums);
    sums = { ...sums, last: next };
    await new Promise((resolve) => nextTurn(resolve));
  }
}

const maxSeq = 2n ** 63n - 1n;

function nothing(): Sums {
  return { last: null, byAccount: new Map(), problems: [], entries: 0 };
}

function isThere(db: Database, { seq, id }: NonNullable<Sums['last']>): boolean {
  return db.get('SELECT 1 FROM transactions WHERE seq = ? AND id = ?', seq, id) !== undefined;
}

function add(db: Database, sums: Sums, from: bigint, to: bigint): void {
  const unbalanced = db.all<{ id: string }>(
    `SELECT t.id FROM transactions t LEFT JOIN entries e ON e.transaction_seq = t.seq
     WHERE t.seq > ? AND t.seq <= ? GROUP BY t.seq HAVING coalesce(sum(e.amount), 1) <> 0`,
    ...[from, to],
  );
  for (const { id } of unbalanced) sums.problems.push(`the entries of transaction ${id} do not sum to zero`);
  const added = db.all<{ account: bigint; sum: bigint; count: bigint }>(
    `SELECT account_seq AS account, sum(amount) AS sum, count(*) AS count FROM entries
     WHERE transaction_seq > ? AND transaction_seq <= ? GROUP BY account_seq`,
    ...[from, to],
  );
  for (const { account, sum, count } of added) {
    sums.byAccount.set(account, (sums.byAccount.get(account) ?? 0n) + sum);
    sums.entries += Number(count);
  }
}

const proofs = [
  `SELECT 'account ' || name || ' is below zero' AS problem FROM accounts WHERE mch_id IS NOT NULL AND balance < 0`,
  `SELECT 'account ' || a.name || ': the balance differs from the sum of the open payouts' AS problem
   FROM accounts a LEFT JOIN payouts p ON p.mch_id = a.mch_id AND p.status IN ('pending', 'processing')
   WHERE a.name = 'merchant:' || a.mch_id || ':held'
   GROUP BY a.seq HAVING a.balance <> coalesce(sum(p.total_debit), 0)`,
];

function compared(db: Database, { byAccount, problems, entries }: Sums): LedgerCheck {
  const accounts = db.all<{ seq: bigint; name: string; balance: bigint }>(
    'SELECT seq, name, balance FROM accounts ORDER BY seq',
  );
  const wrong = accounts.filter(({ seq, balance }) => balance !== (byAccount.get(seq) ?? 0n));
  const found = [
    ...problems,
    ...wrong.map(({ name }) => `account ${name}: the cached balance differs from the sum of its entries`),
    ...proofs.flatMap((proof) => db.all<{ problem: string }>(proof).map(({ problem }) => problem)),
  ];
  return { balanced: found.length === 0, accounts: accounts.length, entries, problems: found };
}
