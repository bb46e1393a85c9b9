import { isApiError } from '../errors/api-error.ts';
import { isFinal } from './waits.ts';

/**
 * State of an order after a crash, and the next step.
 *
 * - `done`: its status is final, so act on it.
 * - `wait`: it is in progress. Wait for its callback or use `waitForFinal`, and do not create another order.
 * - `create`: it does not exist. Create it with the **same** `mchOrderNo`, so that a request still on its way cannot
 *   create a second order.
 */
export type Recovery<Order> =
  | {
      /** The order exists. */
      readonly exists: true;
      /** The current order. */
      readonly order: Order;
      /** True if its status is final. */
      readonly next: 'done' | 'wait';
    }
  | {
      /** No order has this order number. */
      readonly exists: false;
      /** No order. */
      readonly order: null;
      /** Create it with the same order number, never with a new one. */
      readonly next: 'create';
    };

/** The result of a query by `mchOrderNo`. */
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
