import {
  type Destination,
  type DestinationRefusal,
  refuseDestination,
  type TradeType,
} from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { Merchant } from './merchant.ts';
import type { Settings } from './settings.ts';

/** Error codes of the business rules for a new pay-in, in the order of the checks (reading:order.12). */
export type PayinRefusal =
  | 'method_not_allowed'
  | 'amount_range'
  | 'provider_unavailable'
  | 'rate_unavailable';

/** Returns the code of the first rule that the order violates, or null. */
export function refusePayin(
  order: { readonly amount: Paise; readonly tradeType: TradeType },
  merchant: Merchant,
  settings: Settings,
): PayinRefusal | null {
  const { payinMin, payinMax } = merchant.limits;
  if (!methodEnabled(merchant, order.tradeType)) return 'method_not_allowed';
  if (!within(order.amount, payinMin, payinMax)) return 'amount_range';
  if (!settings.providerAvailable) return 'provider_unavailable';
  if (order.tradeType === 'usdt' && settings.usdtRate === null) return 'rate_unavailable';
  return null;
}

/**
 * Error codes of the business rules for a new payout. `createPayout` checks `daily_limit` and `insufficient_balance` with the wallet.
 */
export type PayoutRefusal = 'method_not_allowed' | DestinationRefusal | 'amount_range';

/**
 * Returns the code of the first rule that the payout violates. Null means that only the wallet balance and the daily
 * limit are left to check.
 */
export function refusePayout(
  order: { readonly amount: Paise; readonly destination: Destination },
  merchant: Merchant,
): PayoutRefusal | null {
  const { payoutMin, payoutMax } = merchant.limits;
  const tradeType = order.destination.payType === 'usdt' ? 'usdt' : 'INRUPI';
  if (!methodEnabled(merchant, tradeType)) return 'method_not_allowed';
  const refusal = refuseDestination(order.destination);
  if (refusal !== null) return refusal;
  return within(order.amount, payoutMin, payoutMax) ? null : 'amount_range';
}

function methodEnabled(merchant: Merchant, tradeType: TradeType): boolean {
  return tradeType === 'usdt' ? merchant.usdtEnabled : merchant.inrEnabled;
}

function within(amount: Paise, min: Paise, max: Paise): boolean {
  return amount >= min && amount <= max;
}
