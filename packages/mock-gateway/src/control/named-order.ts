import { z } from 'zod';
import type { Deposit, DepositKind } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { Ports } from '../operations/ports.ts';
import type { OrderFilter, Page, Paged } from '../store/store.ts';
import { parseInput } from './input.ts';

/** Owner of the order. Required if several merchants use the order number. */
export const ownerInput = z.strictObject({ mchId: z.string().optional() });

export type OwnerInput = z.input<typeof ownerInput>;

export interface Named {
  readonly orderNo: string;
  readonly mchId: string;
}

/** Access to the orders of one kind, by order number. */
export interface OrderShelf<Order extends Named> {
  /** Name of the kind. Example: `pay-in`. */
  readonly noun: string;
  readonly get: (orderNo: string) => Promise<Order | null>;
  readonly list: (
    filter: Pick<OrderFilter<never>, 'reference' | 'mchId'>,
    page: Page,
  ) => Promise<Paged<Order>>;
}

export const nouns = { payin: 'pay-in', link: 'link', payout: 'payout' } as const;

export function depositShelf({ store }: Ports, kind: DepositKind): OrderShelf<Deposit> {
  return {
    noun: nouns[kind],
    async get(orderNo) {
      const deposit = await store.deposits.get(orderNo);
      return deposit?.kind === kind ? deposit : null;
    },
    list: (filter, page) => store.deposits.list({ kind, ...filter }, page),
  };
}

export function payoutShelf({ store: { payouts } }: Ports): OrderShelf<Payout> {
  return { noun: nouns.payout, get: payouts.get, list: payouts.list };
}

/** Maximum number of orders that an error message lists. */
const mostNamed = 10;

/**
 * Finds the order by its gateway order number, or by the merchant's order number if it is unique within the kind.
 *
 * @throws {ControlError} `not_found` or `ambiguous`, which lists the orders
 */
export async function findOrder<Order extends Named>(
  shelf: OrderShelf<Order>,
  number: string,
  owner: OwnerInput,
): Promise<Order> {
  const { mchId } = parseInput(ownerInput, owner);
  const called = await ordersCalled(shelf, number, mchId);
  const [order, ...others] = called;
  if (order === undefined) throw noSuchOrder(shelf.noun);
  if (others.length > 0)
    throw ambiguous(
      number,
      called.map((one) => ({ ...one, noun: shelf.noun })),
    );
  return order;
}

/** Returns the result of a second lookup. Throws if a reset has removed the order. */
export function found<Result>(result: Result | null, noun: string): Result {
  if (result === null) throw noSuchOrder(noun);
  return result;
}

function noSuchOrder(noun: string): ControlError {
  return new ControlError('not_found', `No ${noun} has this order number.`);
}

/** Finds an order by its gateway order number. If none matches, finds all orders with this merchant's order number. */
async function ordersCalled<Order extends Named>(
  shelf: OrderShelf<Order>,
  number: string,
  mchId: string | undefined,
): Promise<readonly Order[]> {
  const own = await shelf.get(number);
  if (own !== null && (mchId === undefined || own.mchId === mchId)) return [own];
  const { items } = await shelf.list({ reference: number, mchId }, { limit: mostNamed + 1 });
  return items;
}

function ambiguous(
  number: string,
  orders: readonly (Named & Pick<OrderShelf<Named>, 'noun'>)[],
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
export async function numberOf(ports: Ports, number: string, mchId: string | undefined): Promise<string> {
  const shelves = [depositShelf(ports, 'payin'), depositShelf(ports, 'link'), payoutShelf(ports)];
  const found = await Promise.all(
    shelves.map(async (shelf) => {
      const orders = await ordersCalled<Named>(shelf, number, mchId);
      return orders.map(({ orderNo, mchId: whose }) => ({ noun: shelf.noun, orderNo, mchId: whose }));
    }),
  );
  const orders = found.flat();
  const own = orders.find(({ orderNo }) => orderNo === number);
  if (own === undefined && orders.length > 1) throw ambiguous(number, orders);
  return (own ?? orders[0])?.orderNo ?? number;
}
