import {
  type Account,
  assertBalanced,
  availableAccount,
  heldAccount,
  type LedgerEntry,
  type LedgerKind,
  type LedgerTransaction,
  type Posting,
  type Wallet,
} from '../domain/ledger.ts';
import type { Database } from './database.ts';
import { checkLedger, type LedgerCheck } from './ledger-check.ts';
import { cut, invalidCursor, mapPage, type Page, type Paged } from './paging.ts';

/** Cached balance of an account, in paise. */
export interface AccountBalance {
  readonly account: Account;
  readonly balance: bigint;
}

/** A page of a merchant's journal, with the cached balances of its accounts. */
export interface Statement extends Paged<LedgerEntry> {
  readonly accounts: readonly AccountBalance[];
}

/** A row of the journal. Each entry has its own row. */
interface EntryRow {
  readonly seq: bigint;
  readonly position: bigint;
  readonly id: string;
  readonly kind: LedgerKind;
  readonly mch_id: string;
  readonly order_no: string | null;
  readonly at: bigint;
  readonly account: Account;
  readonly amount: bigint;
}

const entryColumns =
  't.seq, e.position, t.id, t.kind, t.mch_id, t.order_no, t.at, a.name AS account, e.amount';

/** The double-entry ledger: wallets and their journal. */
export class Ledger {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  wallet(mchId: string): Wallet {
    return {
      available: this.#balance(availableAccount(mchId)),
      held: this.#balance(heldAccount(mchId)),
    };
  }

  #balance(account: Account): bigint {
    const sql = 'SELECT balance FROM accounts WHERE name = ?';
    return this.#db.get<{ balance: bigint }>(sql, account)?.balance ?? 0n;
  }

  /** Appends a transaction and changes the cached balances. A CHECK rejects a negative balance of a merchant. */
  post(transaction: LedgerTransaction): void {
    assertBalanced(transaction);
    const { id, kind, mchId: mch_id, orderNo: order_no, at, postings } = transaction;
    this.#db.insert('transactions', { id, kind, mch_id, order_no, at });
    for (const [position, { account, amount }] of postings.entries()) {
      this.#db.run('UPDATE accounts SET balance = balance + ? WHERE name = ?', amount, account);
      this.#db.run(
        `INSERT INTO entries (transaction_seq, account_seq, amount, position)
         VALUES ((SELECT max(seq) FROM transactions), (SELECT seq FROM accounts WHERE name = ?), ?, ?)`,
        ...[account, amount, position],
      );
    }
  }

  /**
   * Returns a merchant's journal, entry by entry, oldest first, with the accounts of its transactions. The content of a
   * page never changes, because the journal only grows. The cursor `7.2` is entry 2 of transaction 7.
   */
  statement(mchId: string, { limit, cursor }: Page): Statement {
    const [seq, position] = cursor === undefined ? [0, 0] : entryAt(cursor);
    const rows = this.#db.all<EntryRow>(
      `SELECT ${entryColumns} FROM transactions t INDEXED BY transactions_by_merchant
         CROSS JOIN entries e ON e.transaction_seq = t.seq CROSS JOIN accounts a ON a.seq = e.account_seq
       WHERE t.mch_id = ? AND t.seq >= ? AND (t.seq > ? OR e.position > ?) ORDER BY t.seq, e.position LIMIT ?`,
      ...[mchId, seq, seq, position, limit + 1],
    );
    const page = cut(rows, limit, (row) => `${row.seq}.${row.position}`);
    const accounts = this.#db.all<AccountBalance>(
      // The gateway has few own accounts, and the first entries of a merchant include most of these accounts.
      `SELECT name AS account, balance FROM accounts WHERE seq IN (
         SELECT seq FROM accounts WHERE mch_id = ?1
         UNION ALL SELECT seq FROM accounts ours WHERE mch_id IS NULL AND EXISTS (
           SELECT 1 FROM transactions t
             CROSS JOIN entries e ON e.transaction_seq = t.seq AND e.account_seq = ours.seq
           WHERE t.mch_id = ?1)
       ) ORDER BY seq`,
      mchId,
    );
    return { ...mapPage(page, toEntry), accounts };
  }

  /** Returns the transactions of an order, oldest first. */
  ofOrder(orderNo: string): readonly LedgerTransaction[] {
    const rows = this.#db.all<EntryRow>(
      `SELECT ${entryColumns} FROM transactions t
         JOIN entries e ON e.transaction_seq = t.seq JOIN accounts a ON a.seq = e.account_seq
       WHERE t.order_no = ? ORDER BY t.seq, e.position`,
      orderNo,
    );
    return gather(rows);
  }

  /** Recomputes every balance from the journal, in steps between which requests run. */
  check(): Promise<LedgerCheck> {
    return checkLedger(this.#db);
  }
}

function entryAt(cursor: string): readonly [seq: number, position: number] {
  const [, seq, position] = /^([1-9][0-9]{0,14})\.([0-9]{1,2})$/.exec(cursor) ?? [];
  if (seq === undefined) throw invalidCursor();
  return [Number(seq), Number(position)];
}

function toEntry({ id, kind, order_no, at, account, amount }: EntryRow): LedgerEntry {
  return { transactionId: id, kind, orderNo: order_no, at: Number(at), account, amount };
}

/** Groups entries by transaction. The entries of one transaction are consecutive. */
function gather(rows: readonly EntryRow[]): readonly LedgerTransaction[] {
  const transactions: (LedgerTransaction & { readonly postings: Posting[] })[] = [];
  for (const { id, kind, mch_id, order_no, at, account, amount } of rows) {
    const last = transactions.at(-1);
    if (last?.id === id) last.postings.push({ account, amount });
    else {
      const head = { id, kind, mchId: mch_id, orderNo: order_no, at: Number(at) };
      transactions.push({ ...head, postings: [{ account, amount }] });
    }
  }
  return transactions;
}
