import type { Deposit } from './deposit.ts';
import type { Merchant } from './merchant.ts';

/**
 * Where an order's callbacks go now; null when there is nowhere. A pay-in's go to its own `notifyUrl`, else to the saved
 * URL (spec: Pay-in callback), a link's to its `notify_url` alone (reading: Callbacks, last).
 */
export function depositTarget(deposit: Deposit, merchant: Merchant): string | null {
  return deposit.kind === 'payin' ? (deposit.notifyUrl ?? merchant.callbackUrl) : deposit.notifyUrl;
}

/** To the saved URL alone (spec: Pay-out callback). */
export function payoutTarget(merchant: Merchant): string | null {
  return merchant.callbackUrl;
}
