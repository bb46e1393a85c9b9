import { z } from 'zod';
import type { Deposit, DepositKind } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { OrderFilter, Page, Paged } from '../store/paging.ts';
import type { Store } from '../store/store.ts';
import { parseInput } from './input.ts';

/** Owner of the order. Required if several merchants use the order number. */
export const ownerInput = z.strictObject({ mchId: z.string().optional() });

export type OwnerInput = z.input<typeof ownerInput>;

export interface Named {
  readonly orderNo: string;
  readonly mchId: string;
}

/** Access to the orders of one kind, by order number. */
export interface OrderLookup<Order extends Named> {
  /** Name of the kind. Example: `pay-in`. */
  readonly noun: string;
  readonly get: (orderNo: string) => Order | null;
  readonly list: (filter: Pick<OrderFilter<never>, 'reference' | 'mchId'>, page: Page) => Paged<Order>;
}

export const nouns = { payin: 'pay-in', link: 'link', payout: 'payout' } as const;

export function depositLookup({ deposits }: Store, kind: DepositKind): OrderLookup<Deposit> {
  return {
    noun: nouns[kind],
    get(orderNo) {
      const deposit = deposits.get(orderNo);
      return deposit?.kind === kind ? deposit : null;
    },
    list: (filter, page) => deposits.list({ kind, ...filter }, page),
  };
}

export function payoutLookup({ payouts }: Store): OrderLookup<Payout> {
  return {
    noun: nouns.payout,
    get: (orderNo) => payouts.get(orderNo),
    list: (filter, page) => payouts.list(filter, page),
  };
}

/** Maximum number of orders that an error message lists. */
const mostNamed = 10;

/**
 * Finds the order by its gateway order number, or by the merchant's order number if it is unique within the kind.
 *
 * @throws {ControlError} `not_found` or `ambiguous`, which lists the orders
 */
export function findOrder<Order extends Named>(
  lookup: OrderLookup<Order>,
  number: string,
  owner: OwnerInput,
): Order {
  const { mchId } = parseInput(ownerInput, owner);
  const called = ordersCalled(lookup, number, mchId);
  const [order, ...others] = called;
  if (order === undefined) throw new ControlError('not_found', `No ${lookup.noun} has this order number.`);
  if (others.length > 0)
    throw ambiguous(
      number,
      called.map((one) => ({ ...one, noun: lookup.noun })),
    );
  return order;
}

/** Finds an order by its gateway order number. If none matches, finds all orders with this merchant's order number. */
function ordersCalled<Order extends Named>(
  lookup: OrderLookup<Order>,
  number: string,
  mchId: string | undefined,
): readonly Order[] {
  const own = lookup.get(number);
  if (own !== null && (mchId === undefined || own.mchId === mchId)) return [own];
  return lookup.list({ reference: number, mchId }, { limit: mostNamed + 1 }).items;
}

function ambiguous(
  number: string,
  orders: readonly (Named & Pick<OrderLookup<Named>, 'noun'>)[],
): ControlError {
  const named = orders
    .slice(0, mostNamed)
    .map(({ noun, orderNo, mchId }) => `${noun} ${orderNo} of ${mchId}`);
  const rest = orders.length > mostNamed ? ' and more' : '';
  return new ControlError(
    'ambiguous',
    `Several orders use the order number ${number}: ${named.join(', ')}${rest}. Use the gateway order number, or add mchId.`,
  );
}

/**
 * Returns the gateway order number of an order of any kind, or the given number if no order matches.
 *
 * @throws {ControlError} `ambiguous`
 */
export function numberOf(store: Store, number: string, mchId: string | undefined): string {
  const lookups = [depositLookup(store, 'payin'), depositLookup(store, 'link'), payoutLookup(store)];
  const orders = lookups.flatMap((lookup) =>
    ordersCalled<Named>(lookup, number, mchId).map(({ orderNo, mchId: whose }) => ({
      noun: lookup.noun,
      orderNo,
      mchId: whose,
    })),
  );
  const own = orders.find(({ orderNo }) => orderNo === number);
  if (own === undefined && orders.length > 1) throw ambiguous(number, orders);
  return (own ?? orders[0])?.orderNo ?? number;
}
