import type { Destination } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import { movesOf } from './moves.ts';
import { done, type Result, refused } from './result.ts';

/** spec: States and transitions, Withdrawal. Instants are epoch milliseconds of the gateway's clock. */
export type PayoutState =
  | { readonly status: 'pending' }
  | { readonly status: 'processing'; readonly approvedAt: number }
  | { readonly status: 'success'; readonly paidAt: number; readonly txid: string | null }
  | { readonly status: 'failed'; readonly failedAt: number; readonly message: string };

/** Status as stored and as the wire API returns it. The status does not change over time. */
export type PayoutStatus = PayoutState['status'];

/** A payout. The ledger holds `totalDebit` from the available balance until the payout is paid or rejected. */
export interface Payout {
  /** Gateway order number. It begins with the letters WD. */
  readonly orderNo: string;
  readonly mchId: string;
  readonly mchOrderNo: string;
  readonly amount: Paise;
  readonly fee: Paise;
  readonly totalDebit: Paise;
  readonly destination: Destination;
  readonly createdAt: number;
  readonly state: PayoutState;
}

/** Approves a payout as the operator, from pending to processing (spec: States and transitions, Withdrawal). */
export function approvePayout(payout: Payout, now: number): Result<Payout, 'illegal_transition'> {
  if (!movesOf('payout', payout.state.status).includes('approve')) return refused('illegal_transition');
  return done(movePayout(payout, { status: 'processing', approvedAt: now }));
}

/** Completes the transfer of a payout, from processing to success. */
export function completePayout(
  payout: Payout,
  transfer: { readonly txid: string | null; readonly now: number },
): Result<Payout, 'illegal_transition'> {
  if (!movesOf('payout', payout.state.status).includes('complete')) return refused('illegal_transition');
  return done(movePayout(payout, { status: 'success', paidAt: transfer.now, txid: transfer.txid }));
}

/** Rejects or cancels a payout, from pending or processing to failed. */
export function failPayout(
  payout: Payout,
  rejection: { readonly message: string; readonly now: number },
): Result<Payout, 'illegal_transition'> {
  if (!movesOf('payout', payout.state.status).includes('reject')) return refused('illegal_transition');
  return done(movePayout(payout, { status: 'failed', failedAt: rejection.now, message: rejection.message }));
}

function movePayout(payout: Payout, state: PayoutState): Payout {
  return { ...payout, state };
}
