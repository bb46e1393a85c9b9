import {
  ControlApiError,
  type ControlClient,
  type ControlPath,
  type ControlResponse,
} from '@inrgate/mock-gateway/control';

export type Collection = 'payins' | 'payouts' | 'links';

export interface NamedOrder {
  readonly collections: readonly Collection[];
  /** Order number, gateway order number, or link code. */
  readonly order: string;
  /** Merchant ID. Required if several merchants use the order number. */
  readonly mchId: string | undefined;
}

export interface OrderLocation {
  readonly collection: Collection;
  /** Gateway order number or link code. */
  readonly orderNo: string;
}

export type Order = ControlResponse<'Payin' | 'Link' | 'Payout'>;

/** Paths of the control API for actions of customers and operators. */
export type MovePath = Exclude<
  Extract<ControlPath<'POST'>, `/${Collection}/:id/${string}`>,
  `${string}/resend`
>;

export interface OrderAnswer<Answer = Order> {
  readonly collection: Collection;
  readonly answer: Answer;
}

/** Returns the gateway order number of an order, or the code of a link. */
export function numberOf(order: Order): string {
  return 'linkCode' in order ? order.linkCode : order.orderNo;
}

/**
 * Calls the control API for an order. Finds the order by its gateway order number, or else by its order number.
 *
 * @throws {ControlApiError}
 */
export async function callOnOrder<Answer>(
  control: ControlClient,
  named: NamedOrder,
  call: (location: OrderLocation) => Promise<Answer>,
): Promise<OrderAnswer<Answer>> {
  const location = await locateOrder(control, named);
  if (location === null) throw noOrder(named.order);
  return { collection: location.collection, answer: await call(location) };
}

/**
 * Returns the collection and the id of an order, or null.
 *
 * @throws {ControlApiError} if several orders have the order number
 */
export async function locateOrder(
  control: ControlClient,
  { collections, order, mchId }: NamedOrder,
): Promise<OrderLocation | null> {
  const found = await Promise.all(
    collections.map((collection) => locateIn(control, { collection, order, mchId })),
  );
  const locations = found.filter((location) => location !== null);
  const exact = locations.find(({ orderNo }) => orderNo === order);
  const [location, another] = exact === undefined ? locations : [exact];
  if (location === undefined) return null;
  if (another === undefined) return location;
  throw new ControlApiError(`several orders use the order number ${order}. Use the gateway order number`, {
    status: 409,
    code: 'ambiguous',
  });
}

/** Error of the control API for an unknown order. */
export function noOrder(order: string): ControlApiError {
  return new ControlApiError(`there is no order ${order}`, { status: 404, code: 'not_found' });
}

/**
 * Searches one collection for an order. Returns null if it contains none. The control API finds an order by either
 * order number.
 */
async function locateIn(
  control: ControlClient,
  { collection, order, mchId }: Pick<NamedOrder, 'order' | 'mchId'> & Pick<OrderLocation, 'collection'>,
): Promise<OrderLocation | null> {
  const answer = await control.find(`/${collection}/:id`, { id: order, query: { mchId } });
  return answer && { collection, orderNo: numberOf(answer) };
}
