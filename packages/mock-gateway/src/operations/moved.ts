import { type Result, refused } from '../domain/result.ts';
import { tryAgain, untilCommitted } from './ports.ts';

/** The moved order, or the state that does not allow the move. */
export type Moved<Order, Status> =
  | Result<Order, 'not_found'>
  | { readonly ok: false; readonly refusal: 'illegal_transition'; readonly status: Status };

/**
 * Decides on the loaded order. After a conflict, decides again on the stored order.
 *
 * @param attempt decides and commits
 */
export function untilMoved<Order extends { readonly orderNo: string }, Outcome>(
  loaded: Order,
  shelf: { readonly get: (orderNo: string) => Promise<Order | null> },
  attempt: (order: Order) => Promise<Outcome | typeof tryAgain>,
) {
  let order: Order | null = loaded;
  return untilCommitted(async () => {
    order ??= await shelf.get(loaded.orderNo);
    // Only a reset removes an order.
    if (order === null) return refused('not_found');
    const outcome = await attempt(order);
    if (outcome === tryAgain) order = null;
    return outcome;
  });
}
