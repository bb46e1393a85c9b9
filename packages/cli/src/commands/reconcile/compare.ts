import type { Payin, Payout } from '@inrgate/sdk';
import { isSameAmount } from '@inrgate/sdk/protocol';
import { amountFields, type ComparedField, comparedFields, type ListedOrder } from './list.ts';

export interface Difference {
  readonly field: ComparedField;
  /** Value in the list. Null if only the gateway has a value, which is unexpected. */
  readonly listed: string | null;
  /** Value at the gateway, or an empty string. */
  readonly gateway: string;
}

/** Result of an order's query. `unknown` means that no usable response arrived. */
export type Finding =
  | {
      readonly kind: 'matching' | 'differing';
      readonly order: Payin | Payout;
      readonly differences: readonly Difference[];
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly error: string };

export interface Reconciled {
  readonly listed: ListedOrder;
  readonly finding: Finding;
}

/**
 * Compares a row of the list with the order. If the list states no status, a failed or expired order is a difference. If the list
 * states no `paidAmount`, a pay-in that was paid with another amount is a difference (spec: Delivery rules 5).
 */
export function compare({ values }: ListedOrder, order: Payin | Payout): Finding {
  const differences = comparedFields.flatMap((field): readonly Difference[] => {
    const listed = values[field] ?? null;
    const gateway = gatewayValue(order, field);
    const isExpected = listed === null ? !isUnexpected(field, order) : sameText(field, listed, gateway);
    return isExpected ? [] : [{ field, listed, gateway }];
  });
  return { kind: differences.length === 0 ? 'matching' : 'differing', order, differences };
}

function isUnexpected(field: ComparedField, order: Payin | Payout): boolean {
  if (field === 'status') return ['failed', 'expired'].some((ended) => sameText(field, ended, order.status));
  const paid = field === 'paidAmount' ? gatewayValue(order, field) : '';
  return paid !== '' && !sameText(field, order.amount, paid);
}

export function gatewayValue(order: Payin | Payout, field: ComparedField): string {
  const values: Partial<Record<ComparedField, string | null>> = order;
  return values[field] ?? '';
}

const words: ReadonlySet<string> = new Set(['status', 'tradeType', 'payType']);

/** Returns whether two values of a field are equal. Gateways format the same amount or word in several ways. */
export function sameText(field: ComparedField, one: string, other: string): boolean {
  if (amountFields.has(field)) return isSameAmount(one, other);
  return one === other || (words.has(field) && one.toLowerCase() === other.toLowerCase());
}
