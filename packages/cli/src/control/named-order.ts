import { type ControlAnswer, type ControlApi, ControlError } from './control-api.ts';

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
 * Makes a call about an order: by the service's number, then by the merchant's own, if it is one order's alone.
 *
 * @throws {ControlError}
 */
export async function callOnOrder(
  control: ControlApi,
  named: NamedOrder,
  call: (place: Place) => Promise<ControlAnswer>,
): Promise<Found> {
  const { collections, order } = named;
  for (const collection of collections) {
    const found = await callAt({ collection, orderNo: order }, call);
    if (found !== null) return found;
  }
  const place = await placeOfOwnNumber(control, named);
  const found = place === null ? null : await callAt(place, call);
  if (found !== null) return found;
  throw new ControlError(`there is no order ${order}`, { status: 404, code: 'not_found' });
}

/** null when it is not there. */
async function callAt(place: Place, call: (place: Place) => Promise<ControlAnswer>): Promise<Found | null> {
  try {
    return { collection: place.collection, answer: await call(place) };
  } catch (error) {
    if (error instanceof ControlError && error.code === 'not_found' && !isAboutCallback(error)) return null;
    throw error;
  }
}

/** The order is there, but has nothing to send again. */
function isAboutCallback({ message: text }: ControlError): boolean {
  return text.includes('callback');
}

async function placeOfOwnNumber(
  control: ControlApi,
  { collections, order, mchId }: NamedOrder,
): Promise<Place | null> {
  const lists = await Promise.all(
    collections.map(async (collection) => {
      const { items } = await control.page(`/${collection}`, { mchOrderNo: order, mchId });
      return items.map((item) => ({ collection, orderNo: String(item['orderNo'] ?? item['linkCode']) }));
    }),
  );
  const [place, another] = lists.flat();
  if (another !== undefined) {
    throw new ControlError(`more than one order is called ${order}: name it by the service's own number`, {
      status: 409,
      code: 'ambiguous',
    });
  }
  return place ?? null;
}
