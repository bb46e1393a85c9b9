import type { Paise } from '@inrgate/sdk/protocol';
import type { Deposit } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';

const rupee: Paise = 100n;
/** How long after its expiry an order that ends in .02 is paid, and how long a slow payout takes, ms. */
const latePaymentMs = 60_000;
const slowPayoutMs = 600_000;

/** What a simulated customer does with an order. */
export interface DepositOutcome {
  /** Epoch ms. */
  readonly at: number;
  readonly move: 'pay' | 'fail';
  readonly paidAmount: Paise;
  /** What happens to the first attempt of the callback. */
  readonly fault?: 'duplicate' | 'drop';
}

/** contract: Simulated customers. The last two digits of the amount decide; null is never paid. */
export function depositOutcome(
  { amount, createdAt, expiresAt }: Pick<Deposit, 'amount' | 'createdAt' | 'expiresAt'>,
  payAfterMs: number,
): DepositOutcome | null {
  const paid = { at: createdAt + payAfterMs, move: 'pay', paidAmount: amount } as const;
  switch (amount % 100n) {
    case 1n:
      return { ...paid, move: 'fail' };
    case 2n:
      return { ...paid, at: expiresAt + latePaymentMs };
    case 3n:
      return { ...paid, paidAmount: amount - rupee };
    case 4n:
      return { ...paid, paidAmount: amount + rupee };
    case 5n:
      return null;
    case 6n:
      return { ...paid, fault: 'duplicate' };
    case 7n:
      return { ...paid, fault: 'drop' };
    default:
      return paid;
  }
}

/** What a simulated operator does next with a payout, and when, epoch ms. */
export interface PayoutOutcome {
  readonly at: number;
  readonly move: 'approve' | 'complete' | 'reject';
}

/** contract: Simulated customers. The beginning of the destination decides; null is nothing more. */
export function payoutOutcome(
  { state, destination, createdAt }: Pick<Payout, 'state' | 'destination' | 'createdAt'>,
  payAfterMs: number,
): PayoutOutcome | null {
  const at = createdAt + payAfterMs;
  const kind = /^(?:fail|slow|stuck)/i.exec(nameOf(destination))?.[0].toLowerCase();
  if (state.status === 'pending') return { at, move: kind === 'fail' ? 'reject' : 'approve' };
  if (state.status !== 'processing' || kind === 'stuck') return null;
  return { at: kind === 'slow' ? at + slowPayoutMs : at, move: 'complete' };
}

function nameOf(destination: Payout['destination']): string {
  switch (destination.payType) {
    case 'bank':
      return destination.accountName;
    case 'upi':
      return destination.upiId;
    default:
      return destination.usdtAddress;
  }
}
