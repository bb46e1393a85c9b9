import type { LedgerTransaction, Posting } from '../domain/ledger.ts';
import type { Change, Write } from './store.ts';

/**
 * Order in which every transaction locks shared rows. This order prevents deadlocks in a store with row locks.
 * Singletons are first, followed by the merchant, the order, the accounts by name and the day's total. Rows that no
 * other write locks are last.
 */
const places: Readonly<Record<Write['write'], number>> = {
  put_config: 0,
  put_settings: 1,
  put_clock: 2,
  insert_merchant: 3,
  update_merchant: 3,
  insert_deposit: 4,
  update_deposit: 4,
  insert_payout: 4,
  update_payout: 4,
  post: 5,
  add_daily: 6,
  enqueue: 7,
  record_test: 7,
  record: 7,
  notify: 7,
};

/** Sorts the writes of a change into lock order. */
export function inLockOrder(change: Change): Change {
  return change.toSorted((a, b) => places[a.write] - places[b.write]);
}

/** Sorts the postings of a transaction into lock order. Each posting keeps its position in the journal. */
export function postingsInLockOrder({
  postings,
}: LedgerTransaction): readonly (readonly [position: number, posting: Posting])[] {
  return [...postings.entries()].toSorted(([, a], [, b]) => (a.account < b.account ? -1 : 1));
}
