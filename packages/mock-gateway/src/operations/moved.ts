import type { Merchant } from '../domain/merchant.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Settings } from '../domain/settings.ts';
import type { Change } from '../store/store.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

/** The moved order, or the state that does not allow the move. */
export type Moved<Order, Status> =
  | Result<Order, 'not_found'>
  | { readonly ok: false; readonly refusal: 'illegal_transition'; readonly status: Status };

/** The order before and after a move, and the state on which the change depends. */
export interface Step<Order> {
  readonly before: Order;
  readonly after: Order;
  readonly merchant: Merchant;
  readonly settings: Settings;
  readonly now: number;
}

interface Move<Order, Status> {
  readonly shelf: { readonly get: (orderNo: string) => Promise<Order | null> };
  readonly decide: (order: Order, now: number, settings: Settings) => Result<Order, 'illegal_transition'>;
  readonly statusAt: (order: Order, now: number) => Status;
  readonly change: (step: Step<Order>) => Change;
}

/** Decides on the loaded order and commits the change. After a conflict, decides again on the stored order. */
export function moveOrder<Order extends { readonly orderNo: string; readonly mchId: string }, Status>(
  ports: Ports,
  loaded: Order,
  { shelf, decide, statusAt, change }: Move<Order, Status>,
): Promise<Moved<Order, Status>> {
  let first: Order | null = loaded;
  return untilCommitted<Moved<Order, Status>>(async () => {
    const before = first ?? (await shelf.get(loaded.orderNo));
    first = null;
    // Only a reset removes an order.
    if (before === null) return refused('not_found');
    const settings = await ports.settings();
    const now = ports.clock.now();
    const decision = decide(before, now, settings);
    if (!decision.ok) return { ...decision, status: statusAt(before, now) };
    const after = decision.value;
    const merchant = await ports.store.merchants.get(before.mchId);
    // Only a reset removes a merchant, together with its orders.
    if (merchant === null) return tryAgain;
    const result = await commit(ports, change({ before, after, merchant, settings, now }));
    return result.committed ? done(after) : tryAgain;
  });
}
