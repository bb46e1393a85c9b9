import type { Callback } from '../domain/callback.ts';
import type { Deposit } from '../domain/deposit.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';

/** A change that the store reports after its commit. */
export type Change =
  | { readonly type: 'deposit'; readonly deposit: Deposit; readonly isNew: boolean }
  | { readonly type: 'payout'; readonly payout: Payout; readonly isNew: boolean }
  | { readonly type: 'callback'; readonly callback: Callback }
  | { readonly type: 'merchant'; readonly merchant: Merchant }
  | { readonly type: 'settings' };

/** A moved clock: `offset` milliseconds ahead of real time, or frozen at `frozenAt` in epoch milliseconds. */
export interface StoredClock {
  readonly offset: number;
  readonly frozenAt: number | null;
}
