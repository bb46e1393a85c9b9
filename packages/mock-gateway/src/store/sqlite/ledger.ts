import { assertBalanced, availableAccount, heldAccount } from '../../domain/ledger.ts';
import { cut, entryAt, mapPage } from '../pages.ts';
import { type EntryRow, gather, type JournalRow, toEntry } from '../rows/journal-rows.ts';
import type { AccountBalance, LedgerReads } from '../store.ts';
import type { Db } from './database.ts';
import { ledgerCheckStep } from './ledger-check.ts';
import { prepared } from './prepared.ts';
import type { Sync } from './promised.ts';
import { type Appliers, query } from './rows.ts';

export function ledgerStatements(db: Db) {
  return {
    reads: { wallet: walletReader(db), ...statements(db), ...journal(db) },
    checkStep: ledgerCheckStep(db),
    writes: { post: poster(db) } satisfies Appliers<'post'>,
  };
}

/** Posts transactions. Entries and cached balances change together. */
function poster(db: Db): Appliers['post'] {
  // The condition prevents a negative balance of a merchant's account.
  const move = prepared<[bigint, string, bigint], number>(
    db,
    `UPDATE accounts SET balance = balance + ?
       WHERE name = ? AND (mch_id IS NULL OR balance + ? >= 0) RETURNING seq`,
  ).pluck();
  const account = prepared<[string]>(db, 'SELECT 1 FROM accounts WHERE name = ?');
  const insert = prepared<[string, string, string, string | null, number]>(
    db,
    'INSERT INTO transactions (id, kind, mch_id, order_no, at) VALUES (?, ?, ?, ?, ?)',
  );
  const insertEntry = prepared<[number | bigint, number, bigint, number]>(
    db,
    'INSERT INTO entries (transaction_seq, account_seq, amount, position) VALUES (?, ?, ?, ?)',
  );

  return ({ transaction }) => {
    assertBalanced(transaction);
    const { id, kind, mchId, orderNo, at } = transaction;
    const { lastInsertRowid } = insert.run(id, kind, mchId, orderNo, at);
    for (const [position, { account: name, amount }] of transaction.postings.entries()) {
      const seq = move.get(amount, name, amount);
      if (seq === undefined) {
        if (account.get(name) === undefined)
          throw new Error(`a ${kind} posts to an account that does not exist`);
        return 'balance';
      }
      insertEntry.run(lastInsertRowid, seq, amount, position);
    }
    return null;
  };
}

function walletReader(db: Db): Sync<LedgerReads>['wallet'] {
  const balance = query<bigint, [string]>(db, 'SELECT balance FROM accounts WHERE name = ?').pluck();
  return (mchId) => ({
    available: balance.get(availableAccount(mchId)) ?? 0n,
    held: balance.get(heldAccount(mchId)) ?? 0n,
  });
}

/** Reads statements. The cursor `7.2` is entry 2 of transaction 7. */
function statements(db: Db): Pick<Sync<LedgerReads>, 'statement'> {
  const touched = query<AccountBalance, [string, string]>(
    db,
    // The gateway has few own accounts, and the first entries of a merchant include most of these accounts.
    `SELECT name AS account, balance FROM accounts WHERE seq IN (
       SELECT seq FROM accounts WHERE mch_id = ?
       UNION ALL SELECT seq FROM accounts ours WHERE mch_id IS NULL AND EXISTS (
         SELECT 1 FROM transactions t
           CROSS JOIN entries e ON e.transaction_seq = t.seq AND e.account_seq = ours.seq
         WHERE t.mch_id = ?)
     ) ORDER BY seq`,
  );
  const after = query<JournalRow, [string, number, number, number, number]>(
    db,
    `SELECT t.seq, e.position, t.id, t.kind, t.mch_id, t.order_no, t.at, a.name AS account, e.amount
     FROM transactions t INDEXED BY transactions_by_merchant
       CROSS JOIN entries e ON e.transaction_seq = t.seq CROSS JOIN accounts a ON a.seq = e.account_seq
     WHERE t.mch_id = ? AND t.seq >= ? AND (t.seq > ? OR e.position > ?) ORDER BY t.seq, e.position LIMIT ?`,
  );
  return {
    statement(mchId, { limit, cursor }) {
      const { seq, position } = cursor === undefined ? { seq: 0, position: 0 } : entryAt(cursor);
      const rows = after.all(mchId, seq, seq, position, limit + 1);
      const page = cut(rows, limit, (row) => `${row.seq}.${row.position}`);
      return { ...mapPage(page, toEntry), accounts: touched.all(mchId, mchId) };
    },
  };
}

function journal(db: Db): Pick<Sync<LedgerReads>, 'transactions'> {
  const entries = (condition: string) =>
    query<EntryRow, string[]>(
      db,
      `SELECT t.id, t.kind, t.mch_id, t.order_no, t.at, a.name AS account, e.amount
       FROM transactions t JOIN entries e ON e.transaction_seq = t.seq JOIN accounts a ON a.seq = e.account_seq
       ${condition} ORDER BY t.seq, e.position`,
    );
  const all = entries('');
  const ofMerchant = entries('WHERE t.mch_id = ?');
  const ofOrder = entries('WHERE t.order_no = ?');
  const ofBoth = entries('WHERE t.order_no = ? AND +t.mch_id = ?');
  return {
    transactions({ mchId, orderNo }) {
      if (orderNo === undefined) return gather(mchId === undefined ? all.all() : ofMerchant.all(mchId));
      return gather(mchId === undefined ? ofOrder.all(orderNo) : ofBoth.all(orderNo, mchId));
    },
  };
}
