import type { JournalRow } from '../../store/rows/journal-rows.ts';

/** A row as JSON. Money is a string, because JSON numbers would lose paise. */
export type InJson<Row, Money extends keyof Row> = Omit<Row, Money> & Readonly<Record<Money, string>>;
export type EntryJson = InJson<JournalRow, 'amount'>;

export function fromEntryJson(row: EntryJson): JournalRow {
  return { ...row, amount: BigInt(row.amount) };
}

/**
 * SELECT of the journal entries, without a WHERE clause. The aliases are `t` for a transaction and `e` for its entry.
 */
export function entriesOf(schema: string): string {
  return `SELECT t.seq, e.position, t.id, t.kind, t.mch_id, t.order_no, t.at, a.name AS account, e.amount::text AS amount
    FROM ${schema}.transactions t JOIN ${schema}.entries e ON e.transaction_seq = t.seq
      JOIN ${schema}.accounts a ON a.seq = e.account_seq`;
}

/**
 * SQL for the balance of the account in row `a`. The balance of one of the gateway's own accounts is the sum of its
 * slots.
 */
export function balanceOf(schema: string): string {
  return `(a.balance + coalesce((SELECT sum(s.balance) FROM ${schema}.slots s WHERE s.account_seq = a.seq), 0))::bigint`;
}
