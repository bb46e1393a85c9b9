import type { Change } from '../store/store.ts';

/**
 * The earliest due time that a change creates, in epoch milliseconds: the expiry of an order, or the delivery of a
 * callback.
 */
export function dueOf(change: Change): number | null {
  const instants = change.flatMap((write) => {
    if (write.write === 'insert_deposit') return [write.deposit.expiresAt];
    return write.write === 'enqueue' ? [write.callback.createdAt] : [];
  });
  return instants.length === 0 ? null : Math.min(...instants);
}
