import type { Payin, Payout } from '@inrgate/sdk';
import { sameText } from '../batch/same-text.ts';
import { type ComparedField, comparedFields, type ListedOrder } from './list.ts';

/** A field of which the list says something else than the gateway. */
export interface Difference {
  readonly field: ComparedField;
  /** The list's. */
  readonly listed: string;
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

/** Compares what the list says of an order with the order. */
export function compare({ values }: ListedOrder, order: Payin | Payout): Finding {
  const differences = comparedFields.flatMap((field): readonly Difference[] => {
    const listed = values[field];
    const gateway = gatewayValue(order, field);
    return listed === undefined || sameText(field, listed, gateway) ? [] : [{ field, listed, gateway }];
  });
  return { kind: differences.length === 0 ? 'matching' : 'differing', order, differences };
}

export function gatewayValue(order: Payin | Payout, field: ComparedField): string {
  const values: Partial<Record<ComparedField, string | null>> = order;
  return values[field] ?? '';
}
