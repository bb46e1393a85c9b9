import { z } from 'zod';
import type { Deposit, DepositKind } from '../domain/deposit.ts';
import type { OrderKind } from '../domain/moves.ts';
import type { Payout } from '../domain/payout.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { Store } from '../store/store.ts';

/** Owner of the order. Required if several merchants use the order number. */
export const ownerInput = z.strictObject({ mchId: z.string().optional() });

export type Owner = z.output<typeof ownerInput>;

/** An order of any kind. */
export type FoundOrder =
  | { readonly kind: DepositKind; readonly order: Deposit }
  | { readonly kind: 'payout'; readonly order: Payout };

export const orderKinds: readonly OrderKind[] = ['payin', 'link', 'payout'];

export const nouns = { payin: 'pay-in', link: 'link', payout: 'payout' } as const;

/** Maximum number of orders that an error message lists. */
const mostNamed = 10;

/**
 * Finds the order by its gateway order number, or by the merchant's order number if it is unique within the kinds.
 *
 * @throws {ControlError} `not_found` or `ambiguous`, which lists the orders
 */
export function findOrder(
  store: Store,
  number: string,
  { kinds, mchId }: Owner & { readonly kinds: readonly OrderKind[] },
): FoundOrder {
  const called = kinds.flatMap((kind) => ordersCalled(store, kind, { number, mchId }));
  const own = called.find(({ order }) => order.orderNo === number);
  const [found, ...others] = own === undefined ? called : [own];
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined) throw ambiguous(number, called);
  const [kind] = kinds;
  const noun = kind === undefined || kinds.length > 1 ? 'order' : nouns[kind];
  throw new ControlError('not_found', `No ${noun} has the order number ${number}.`);
}

/** Finds an order by its gateway order number. If none matches, finds all orders with this merchant's order number. */
function ordersCalled(
  { deposits, payouts }: Store,
  kind: OrderKind,
  { number, mchId }: Owner & { readonly number: string },
): readonly FoundOrder[] {
  const filter = { reference: number, mchId };
  const page = { limit: mostNamed + 1 };
  const isOwn = (order: Deposit | Payout) => mchId === undefined || order.mchId === mchId;
  if (kind === 'payout') {
    const own = payouts.get(number);
    const orders = own !== null && isOwn(own) ? [own] : payouts.list(filter, page).items;
    return orders.map((order) => ({ kind, order }));
  }
  const own = deposits.get(number);
  const isFound = own !== null && own.kind === kind && isOwn(own);
  const orders = isFound ? [own] : deposits.list({ kind, ...filter }, page).items;
  return orders.map((order) => ({ kind, order }));
}

function ambiguous(number: string, orders: readonly FoundOrder[]): ControlError {
  const named = orders
    .slice(0, mostNamed)
    .map(({ kind, order: { orderNo, mchId } }) => `${nouns[kind]} ${orderNo} of ${mchId}`);
  const rest = orders.length > mostNamed ? ' and more' : '';
  return new ControlError(
    'ambiguous',
    `Several orders use the order number ${number}: ${named.join(', ')}${rest}. Use the gateway order number, or add mchId.`,
  );
}

/**
 * Returns the order of any kind, or null if no order matches.
 *
 * @throws {ControlError} `ambiguous`
 */
export function orderNamed(store: Store, number: string, mchId: string | undefined): FoundOrder | null {
  try {
    return findOrder(store, number, { kinds: orderKinds, mchId });
  } catch (error) {
    if (error instanceof ControlError && error.code === 'not_found') return null;
    throw error;
  }
}
