import {
  ControlApiError,
  type ControlClient,
  type ControlPath,
  type ControlResponse,
} from '@inrgate/mock-gateway/control';

/** What the control API calls the lists of orders. */
export type Collection = 'payins' | 'payouts' | 'links';

/** An order as a person names it. */
export interface NamedOrder {
  /** Where it may be; asked in this order. */
  readonly collections: readonly Collection[];
  /** The service's number, a link code, or the merchant's own number. */
  readonly order: string;
  /** Whose, where the merchant's own number is not one order's alone. */
  readonly mchId: string | undefined;
}

/** Where the control API has an order. */
export interface OrderLocation {
  readonly collection: Collection;
  /** The service's number, or a link code. */
  readonly orderNo: string;
}

/** An order of whichever kind. */
export type Order = ControlResponse<'Payin' | 'Link' | 'Payout'>;

/** What customers and operators do to an order, by the path of the control API. */
export type MovePath = Exclude<
  Extract<ControlPath<'POST'>, `/${Collection}/:id/${string}`>,
  `${string}/resend`
>;

/** The response to a call about an order. */
export interface OrderAnswer<Answer = Order> {
  readonly collection: Collection;
  readonly answer: Answer;
}

/** The service's number of an order, or a link's code. */
export function numberOf(order: Order): string {
  return 'linkCode' in order ? order.linkCode : order.orderNo;
}

/**
 * Makes a call about an order: the one that has the service's number, else the one that has the merchant's own.
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
 * Where an order is; null where there is none.
 *
 * @throws {ControlApiError} when more than one order has the name
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
  throw new ControlApiError(`more than one order is called ${order}: name it by the service's own number`, {
    status: 409,
    code: 'ambiguous',
  });
}

/** As the control API itself refuses what is not there. */
export function noOrder(order: string): ControlApiError {
  return new ControlApiError(`there is no order ${order}`, { status: 404, code: 'not_found' });
}

/** null when it is not there; the control API finds an order by either number. */
async function locateIn(
  control: ControlClient,
  { collection, order, mchId }: Pick<NamedOrder, 'order' | 'mchId'> & Pick<OrderLocation, 'collection'>,
): Promise<OrderLocation | null> {
  const answer = await control.find(`/${collection}/:id`, { id: order, query: { mchId } });
  return answer && { collection, orderNo: numberOf(answer) };
}
