import {
  type Deposit,
  type DepositStatus,
  depositStateAt,
  legalDepositMoves,
  type PaymentRules,
} from '../../domain/deposit.ts';

/** State that an open page polls every few seconds. Contains only values that the page shows. */
export interface CheckoutStatus {
  readonly status: DepositStatus;
  /** True if the gateway would credit a payment now, even after a failure, or after expiry if the settings allow it. */
  readonly payable: boolean;
  /** Milliseconds until the order expires on the gateway's clock, or 0 after the expiry. */
  readonly remainingMs: number;
  /** Mode of the gateway's clock. */
  readonly clock: 'running' | 'frozen';
}

export interface CheckoutClock {
  readonly now: number;
  readonly mode: 'running' | 'frozen';
}

export function checkoutStatus(deposit: Deposit, clock: CheckoutClock, rules: PaymentRules): CheckoutStatus {
  const { status } = depositStateAt(deposit, clock.now);
  return {
    status,
    payable: legalDepositMoves(deposit, { ...rules, now: clock.now }).includes('pay'),
    remainingMs: Math.max(0, deposit.expiresAt - clock.now),
    clock: clock.mode,
  };
}
