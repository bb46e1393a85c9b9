// Folder domain: pure rules of orders, money and callbacks, without a clock, random numbers or I/O.
import type { Deposit } from './deposit.ts';
import type { Merchant } from './merchant.ts';

/**
 * Current callback URL of an order, or null if none is set. A pay-in uses its own `notifyUrl`, otherwise the saved URL
 * (spec: Pay-in callback). A link uses only its `notify_url` (reading: Callbacks, last).
 */
export function depositTarget(deposit: Deposit, merchant: Merchant): string | null {
  return deposit.kind === 'payin' ? (deposit.notifyUrl ?? merchant.callbackUrl) : deposit.notifyUrl;
}

/** The saved URL, to which the gateway sends every payout callback (spec: Pay-out callback). */
export function payoutTarget(merchant: Merchant): string | null {
  return merchant.callbackUrl;
}
