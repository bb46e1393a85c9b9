import type { Payin, Payout } from '@inrgate/sdk';
import { sameText } from '../batch/same-text.ts';
import { type ComparedField, comparedFields, type ListedOrder } from './list.ts';

/** A field of which the list says something else than the gateway. */
export interface Difference {
  readonly field: ComparedField;
  /** The list's; null where it has none, and the gateway's is not what an order should come to. */
  readonly listed: string | null;
  /** The gateway's; empty when it has none. */
  readonly gateway: string;
}

/** What came of an order's query. `unknown`: there was no answer. */
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
 * Compares what the list says of an order with the order. Where the list leaves the status open, the order is expected
 * not to have failed: a failed payout has paid nobody. A paid pay-in is expected to be paid with its amount, unless the
 * list has a `paidAmount` of its own (spec: Delivery rules 5).
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

/** What no list has to say of an order. */
function unexpected(values: ListedOrder['values'], order: Payin | Payout): readonly Difference[] {
  const { amount, status } = order;
  const paidAmount = gatewayValue(order, 'paidAmount');
  const failed = sameText('status', 'failed', status);
  const paidOtherwise = paidAmount !== '' && !sameText('paidAmount', amount, paidAmount);
  const found: readonly (Difference | false)[] = [
    failed && { field: 'status', listed: null, gateway: status },
    paidOtherwise && { field: 'paidAmount', listed: null, gateway: paidAmount },
  ];
  return found.filter((one) => one !== false).filter(({ field }) => values[field] === undefined);
}

export function gatewayValue(order: Payin | Payout, field: ComparedField): string {
  const values: Partial<Record<ComparedField, string | null>> = order;
  return values[field] ?? '';
}
