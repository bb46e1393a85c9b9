import type { Account, LedgerEntry, LedgerKind, LedgerTransaction, Posting } from '../../domain/ledger.ts';
import type { Integer } from './columns.ts';

/** A row of the journal. Each entry has its own row. */
export interface EntryRow {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly mch_id: string;
  readonly order_no: string | null;
  readonly at: Integer;
  readonly account: Account;
  readonly amount: bigint;
}

/** An entry with its position in the journal. */
export interface JournalRow extends EntryRow {
  readonly seq: Integer;
  readonly position: Integer;
}

/** Converts a row to one entry of a statement. */
export function toEntry({ id, kind, order_no, at, account, amount }: JournalRow): LedgerEntry {
  return { transactionId: id, kind, orderNo: order_no, at: Number(at), account, amount };
}

/** Groups entries by transaction. The entries of one transaction are consecutive. */
export function gather(rows: readonly EntryRow[]): readonly LedgerTransaction[] {
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
