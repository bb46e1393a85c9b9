import type { Rate, TradeType } from '@inrgate/sdk/internal';
import type { MicroUsdt, Paise } from '@inrgate/sdk/protocol';
import { type MoveOf, movesOf } from './moves.ts';
import { done, type Result, refused } from './result.ts';
import type { Settings } from './settings.ts';

/**
 * An order that a customer pays: a pay-in of v3 or a payment link of v1. Both kinds have the same states and credit the
 * same wallet (reading: States, "a legacy link behaves as a pay-in does").
 */
export type Deposit = Payin | Link;

/** Kind of deposit. Each kind has its own order numbers and lists. */
export type DepositKind = Deposit['kind'];

/** spec: States and transitions, Pay-in order. Instants are epoch milliseconds of the gateway's clock. */
export type DepositState =
  | { readonly status: 'pending' }
  | {
      readonly status: 'success';
      readonly paidAmount: Paise;
      readonly utr: string | null;
      readonly paidAt: number;
    }
  | { readonly status: 'failed'; readonly failedAt: number }
  | { readonly status: 'expired' };

/** Status as stored. `depositStateAt` returns the state at an instant. */
export type DepositStatus = DepositState['status'];

/** Quote of a USDT order. The price is in INR. The customer pays in USDT (TRC20) to the order's own wallet address. */
export interface UsdtQuote {
  readonly amount: MicroUsdt;
  readonly rate: Rate;
  readonly address: string;
}

interface DepositBase {
  /** The gateway order number: `orderNo` of a pay-in, `link_code` of a link. */
  readonly orderNo: string;
  readonly mchId: string;
  readonly amount: Paise;
  /** Fee in paise, fixed at creation: fee + netAmount = amount. */
  readonly fee: Paise;
  readonly netAmount: Paise;
  readonly tradeType: TradeType;
  readonly usdt: UsdtQuote | null;
  readonly notifyUrl: string | null;
  readonly returnUrl: string | null;
  /** Secret part of the checkout URL, `/pay/<token>`. */
  readonly payToken: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: DepositState;
}

/** A pay-in order of v3. */
export interface Payin extends DepositBase {
  readonly kind: 'payin';
  readonly mchOrderNo: string;
  readonly extra: string;
}

/** A payment link of v1. The merchant's order number is optional. */
export interface Link extends DepositBase {
  readonly kind: 'link';
  readonly clientRef: string | null;
  readonly note: string;
}

/** The merchant's order number, unique per merchant and kind. Can be null for a link. */
export function merchantReference(deposit: Deposit): string | null {
  return deposit.kind === 'payin' ? deposit.mchOrderNo : deposit.clientRef;
}

/** The settings that affect a payment, at the time of the decision. */
export type PaymentRules = Pick<Settings, 'latePayments'>;

export interface Payment {
  readonly paidAmount: Paise;
  readonly utr: string | null;
}

/**
 * State at this instant. An unpaid order is expired from `expiresAt` on, even before the timer has stored the expiry
 * (reading: States, "becomes expired at expiresAt on the gateway's clock").
 */
export function depositStateAt(deposit: Deposit, now: number): DepositState {
  return deposit.state.status === 'pending' && now >= deposit.expiresAt
    ? { status: 'expired' }
    : deposit.state;
}

/** Legal moves of a pay-in at this instant. Settings that reject late payments also apply to a failed order. */
export function legalDepositMoves(
  deposit: Deposit,
  { now, latePayments }: PaymentRules & { readonly now: number },
): readonly MoveOf<'payin'>[] {
  const { status } = depositStateAt(deposit, now);
  const isLate = status === 'expired' || now >= deposit.expiresAt;
  return movesOf('payin', status).filter((move) => !(move === 'pay' && isLate && latePayments === 'refuse'));
}

/**
 * Pays a pending, failed or expired order as the customer. The settings can disable late payments (spec: States and
 * transitions, Pay-in order).
 */
export function payDeposit<D extends Deposit>(
  deposit: D,
  payment: Payment,
  context: PaymentRules & { readonly now: number },
): Result<D, 'illegal_transition'> {
  if (!legalDepositMoves(deposit, context).includes('pay')) return refused('illegal_transition');
  return done(withState(deposit, { status: 'success', ...payment, paidAt: context.now }));
}

/** Fails the payment of a pending order (reading: States, failing an expired order is illegal). */
export function failDeposit<D extends Deposit>(deposit: D, now: number): Result<D, 'illegal_transition'> {
  const { status } = depositStateAt(deposit, now);
  if (!movesOf('payin', status).includes('fail')) return refused('illegal_transition');
  return done(withState(deposit, { status: 'failed', failedAt: now }));
}

/** Returns whether the order can still expire. */
export function canStillExpire(deposit: Deposit, now: number): boolean {
  return depositStateAt(deposit, now).status === 'pending';
}

/** Expires an unpaid order. */
export function expireDeposit<D extends Deposit>(deposit: D, now: number): Result<D, 'illegal_transition'> {
  if (deposit.state.status !== 'pending' || now < deposit.expiresAt) return refused('illegal_transition');
  return done(withState(deposit, { status: 'expired' }));
}

function withState<D extends Deposit>(deposit: D, state: DepositState): D {
  return { ...deposit, state };
}
