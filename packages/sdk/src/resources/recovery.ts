import { isApiError } from '../errors/api-error.ts';
import { isFinal } from './waits.ts';

/**
 * Whether an order exists, and what to do next:
 *
 * - `done`: its status is final; act on it.
 * - `wait`: it is under way; wait for its callback, or with `waitForFinal`. Do not create another.
 * - `create`: nothing came about; create it with the **same** `mchOrderNo`. With that number even a request that is
 *   still on its way cannot make a second order; with a new one it could.
 */
export type Recovery<Order> =
  | {
      /** The order came about. */
      readonly exists: true;
      /** The order as it is now. */
      readonly order: Order;
      /** Whether its status is final. */
      readonly next: 'done' | 'wait';
    }
  | {
      /** No order has this number. */
      readonly exists: false;
      /** There is none. */
      readonly order: null;
      /** With the same number, never a new one. */
      readonly next: 'create';
    };

/** What a query by the merchant's number says about it. */
export async function recovery<Order extends { readonly status: string }>(
  query: Promise<Order>,
): Promise<Recovery<Order>> {
  try {
    const order = await query;
    return { exists: true, order, next: isFinal(order.status) ? 'done' : 'wait' };
  } catch (error) {
    if (!isApiError(error) || error.code !== 'order_not_found') throw error;
    return { exists: false, order: null, next: 'create' };
  }
}
