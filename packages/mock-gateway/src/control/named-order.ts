import { z } from 'zod';
import type { Deposit, DepositKind } from '../domain/deposit.ts';
import type { Payout } from '../domain/payout.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { Ports } from '../operations/ports.ts';
import type { OrderFilter, Page, Paged } from '../store/store.ts';
import { parseInput } from './input.ts';

/** Whose, where the merchant's own number is not one order's alone. */
export const ownerInput = z.strictObject({ mchId: z.string().optional() });

export type OwnerInput = z.input<typeof ownerInput>;

/** An order as a message names it. */
export interface Named {
  readonly orderNo: string;
  readonly mchId: string;
}

/** One kind of orders, by its numbers. */
export interface OrderShelf<Order extends Named> {
  /** Such as `pay-in`. */
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

/** So many orders of one name are named in a message. */
const mostNamed = 10;

/**
 * The order of that number: the gateway's own, else the merchant's, if exactly one order of the kind has it.
 *
 * @throws {ControlError} `not_found`; `ambiguous`, with whose they are
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

/** What was looked up once more by the gateway's number; a reset may have taken the order away. */
export function found<Told>(told: Told | null, noun: string): Told {
  if (told === null) throw noSuchOrder(noun);
  return told;
}

function noSuchOrder(noun: string): ControlError {
  return new ControlError('not_found', `There is no ${noun} with this number.`);
}

/** One by the gateway's number; without one, those by the merchant's. */
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
    `More than one order has the number ${number}: ${named.join(', ')}${rest}. Use the gateway order number, or add mchId.`,
  );
}

/**
 * The gateway's number of an order of whatever kind; the number itself where no order is called that.
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
