import { isApiError } from '../errors/api-error.ts';

/**
 * State of an order after a crash, and the next step.
 *
 * - `done`: the order's status is final: `success`, or `failed` of a payout.
 * - `wait`: the order can still change. A failed or expired pay-in can still be paid. Wait for its callback or use `waitForFinal`. Do not create another order.
 * - `create`: the order does not exist. Create it with the **same** `mchOrderNo`, because a delayed request can still
 * create the order.
 */
export type Recovery<Order> =
  | {
      /** The order exists. */
      readonly exists: true;
      /** The current order. */
      readonly order: Order;
      /** `done` if the order's status is final. */
      readonly next: 'done' | 'wait';
    }
  | {
      /** No order has this order number. */
      readonly exists: false;
      /** Always null. */
      readonly order: null;
      /** Create the order with the same order number, never with a new one. */
      readonly next: 'create';
    };

/**
 * Returns the recovery for the result of a query by `mchOrderNo`.
 *
 * @param final the statuses that can never change
 */
export async function recovery<Order extends { readonly status: string }>(
  query: Promise<Order>,
  final: readonly string[],
): Promise<Recovery<Order>> {
  try {
    const order = await query;
    return { exists: true, order, next: final.includes(order.status) ? 'done' : 'wait' };
  } catch (error) {
    if (!isApiError(error) || error.code !== 'order_not_found') throw error;
    return { exists: false, order: null, next: 'create' };
  }
}
