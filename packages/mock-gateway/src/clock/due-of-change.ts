import type { Change } from '../store/change.ts';

/** The due time that a change creates, in epoch milliseconds: the expiry of a new order, or the next attempt of a callback. */
export function dueOf(change: Change): number | null {
  if (change.type === 'deposit') return change.isNew ? change.deposit.expiresAt : null;
  return change.type === 'callback' ? change.callback.nextAttemptAt : null;
}
