import type { Payin, Payout } from '@inrgate/sdk';
import { type ComparedField, comparedFields, type ListedOrder } from './list.ts';
import { sameText } from './same-text.ts';

/** Field whose values differ between the list and the gateway. */
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
    const listed = values[field];
    const gateway = gatewayValue(order, field);
    return listed === undefined || sameText(field, listed, gateway) ? [] : [{ field, listed, gateway }];
  });
  const found = [...differences, ...unexpected(values, order)];
  return { kind: found.length === 0 ? 'matching' : 'differing', order, differences: found };
}

function unexpected(values: ListedOrder['values'], order: Payin | Payout): readonly Difference[] {
  const { amount, status } = order;
  const paidAmount = gatewayValue(order, 'paidAmount');
  const unpaid = ['failed', 'expired'].some((ended) => sameText('status', ended, status));
  const paidOtherwise = paidAmount !== '' && !sameText('paidAmount', amount, paidAmount);
  const found: readonly (Difference | false)[] = [
    unpaid && { field: 'status', listed: null, gateway: status },
    paidOtherwise && { field: 'paidAmount', listed: null, gateway: paidAmount },
  ];
  return found.filter((one) => one !== false).filter(({ field }) => values[field] === undefined);
}

export function gatewayValue(order: Payin | Payout, field: ComparedField): string {
  const values: Partial<Record<ComparedField, string | null>> = order;
  return values[field] ?? '';
}
