import type { Change } from '../store/store.ts';

/** The earliest instant at which something of a change falls due: an order expires, a callback is delivered. */
export function dueOf(change: Change): number | null {
  const instants = change.flatMap((write) => {
    if (write.write === 'insert_deposit') return [write.deposit.expiresAt];
    return write.write === 'enqueue' ? [write.callback.createdAt] : [];
  });
  return instants.length === 0 ? null : Math.min(...instants);
}
