import { type ControlAnswer, type ControlApi, ControlError, segment } from './control-api.ts';

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
export interface Place {
  readonly collection: Collection;
  readonly orderNo: string;
}

export interface Found {
  readonly collection: Collection;
  readonly answer: ControlAnswer;
}

/**
 * Makes a call about an order: the one that has the service's number, else the one that has the merchant's own.
 *
 * @throws {ControlError}
 */
export async function callOnOrder(
  control: ControlApi,
  named: NamedOrder,
  call: (place: Place) => Promise<ControlAnswer>,
): Promise<Found> {
  const place = await placeOf(control, named);
  return { collection: place.collection, answer: await call(place) };
}

async function placeOf(control: ControlApi, { collections, order, mchId }: NamedOrder): Promise<Place> {
  const found = await Promise.all(
    collections.map((collection) => placeIn(control, { collection, order, mchId })),
  );
  const places = found.filter((place) => place !== null);
  const exact = places.find(({ orderNo }) => orderNo === order);
  const [place, another] = exact === undefined ? places : [exact];
  if (place === undefined) {
    throw new ControlError(`there is no order ${order}`, { status: 404, code: 'not_found' });
  }
  if (another === undefined) return place;
  throw new ControlError(`more than one order is called ${order}: name it by the service's own number`, {
    status: 409,
    code: 'ambiguous',
  });
}

/** null when it is not there; the control API finds an order by either number. */
async function placeIn(
  control: ControlApi,
  { collection, order, mchId }: Pick<NamedOrder, 'order' | 'mchId'> & Pick<Place, 'collection'>,
): Promise<Place | null> {
  try {
    const answer = await control.get(`/${collection}/${segment(order)}`, { mchId });
    return { collection, orderNo: String(answer['orderNo'] ?? answer['linkCode']) };
  } catch (error) {
    if (error instanceof ControlError && error.code === 'not_found') return null;
    throw error;
  }
}
