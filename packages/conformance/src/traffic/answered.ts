import {
  absentFields,
  currencyByTradeType,
  destinations,
  payinFields,
  payoutFields,
  payType,
} from '@inrgate/sdk/internal';
import type { FlatParams } from '@inrgate/sdk/protocol';
import { type Json, objectOf, parsedObject } from '../http/messages.ts';
import { bodyOf, type SeenAnswer, type SeenExchange, type SeenRequest } from './exchange.ts';
import type { Expectation } from './expected.ts';

/** A response, with the data that its checks need. */
export interface Answered {
  readonly api: SeenExchange['api'];
  readonly request: SeenRequest;
  readonly answer: SeenAnswer;
  readonly failure: string | null;
  readonly expected: Expectation;
  /** The body as a JSON object, or null for any other body. */
  readonly envelope: Json | null;
  /** `data` of a success. */
  readonly data: Json | null;
  /** The error code of a failed request. */
  readonly error: string | null;
  /** The requested order as seen in exchanges that ended before this exchange began. */
  readonly earlier: KnownOrder | null;
  /** The requested order as seen in all exchanges, because a simultaneous exchange may have created the order. */
  readonly known: KnownOrder | null;
}

/** Collects the data for the checks of a response. */
export function answeredBy(
  exchange: SeenExchange & { readonly answer: SeenAnswer },
  expected: Expectation,
  book: OrderBook,
): Answered {
  const { api, request, answer, startedAt, failure = null } = exchange;
  const envelope = request.method === 'HEAD' ? null : parsedObject(bodyOf(answer) ?? '');
  const known = knownOrder(expected, book);
  const earlier = known !== null && known.knownAt <= startedAt ? known : null;
  const data = objectOf(envelope?.['data']);
  const error = envelope?.['error'];
  return {
    api,
    request,
    answer,
    failure,
    expected,
    envelope,
    data: answer.status === 200 && data !== null ? withAbsent(data, expected) : null,
    error: typeof error === 'string' ? error : null,
    earlier,
    known,
  };
}

/** Returns a parameter's string, or null if it is missing. */
export function param(params: FlatParams | null, name: string, alias?: string): string | null {
  const text = params?.get(name)?.text || (alias === undefined ? '' : params?.get(alias)?.text);
  return text === undefined || text === '' ? null : text;
}

/** Returns whether the request creates an order. The response to a repeated request shows the order's current state. */
export function isCreate({ endpoint }: Expectation): boolean {
  return endpoint === 'payin' || endpoint === 'payout' || endpoint === 'create-link';
}

/** Returns the payment type of an order, from the request or from its fields, or null if it is unknown. */
export function typeAsked({ endpoint, params }: Expectation): string | null {
  if (endpoint === 'payin') return param(params, 'tradeType', 'trade_type') ?? 'INRUPI';
  if (endpoint === 'create-link')
    return param(params, 'currency') ?? currencyByTradeType.get(param(params, 'trade_type') ?? '') ?? 'INR';
  if (endpoint !== 'payout') return null;
  const told = payType.options.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && param(params, name) !== null),
  );
  return param(params, 'payType') ?? told[0] ?? null;
}

/** Returns the kind of order that this data describes, or null for a wallet or unknown data. */
export function kindOf({ endpoint }: Expectation, data: Json): KnownOrder['kind'] | null {
  if (endpoint === 'payin' || endpoint === 'payout') return endpoint;
  if (endpoint === 'create-link' || endpoint === 'link-status') return 'link';
  if (endpoint !== 'check-order-status') return null;
  return 'netAmount' in data || data['type'] === 'payin' ? 'payin' : 'payout';
}

/** Value that replaces an absent field, by kind of order and field (spec: Resources and their fields). */
const absentIn: Readonly<Record<KnownOrder['kind'], Readonly<Record<string, string | null>>>> = {
  payin: absentFields(payinFields),
  payout: absentFields(payoutFields),
  link: { note: '', paid_at: '' },
};

/** Treats null, an empty string and absence as equal (reading: Absent values). */
function withAbsent(data: Json, expected: Expectation): Json {
  const kind = kindOf(expected, data);
  if (kind === null || expected.endpoint === 'create-link') return data;
  return withAbsentValues(data, absentIn[kind]);
}

/** Normalizes null, empty and absent fields of the data. */
export function withAbsentValues(data: Json, absent: Readonly<Record<string, string | null>>): Json {
  const fields = Object.entries(absent).filter(([field]) => (data[field] ?? '') === '');
  return { ...data, ...Object.fromEntries(fields) };
}

function knownOrder(
  { endpoint, params, mchId, signedWith }: Expectation,
  book: OrderBook,
): KnownOrder | null {
  if (endpoint === null || mchId === null) return null;
  if (endpoint === 'create-link') return book.byReference('link', mchId, param(params, 'client_ref') ?? '');
  if (endpoint === 'link-status') return book.byOrderNo(param(params, 'link_code') ?? '');
  const reference = param(params, 'mchOrderNo', 'merchant_order_no');
  if (endpoint === 'payin' || endpoint === 'payout')
    return book.byReference(endpoint, mchId, reference ?? '');
  const orderNo = param(params, 'orderNo');
  if (orderNo !== null) return book.byOrderNo(orderNo);
  // Only the keys that sign correctly show the kind of order.
  const kind = signedWith.has('mchKey') ? 'payin' : signedWith.has('mchSecret') ? 'payout' : null;
  return kind === null ? null : book.byReference(kind, mchId, reference ?? '');
}

/** An order, as its last response showed it. */
export interface KnownOrder {
  readonly kind: 'payin' | 'payout' | 'link';
  readonly mchId: string;
  /** The order number: `mchOrderNo` or `client_ref`. */
  readonly reference: string;
  readonly orderNo: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** End of the last response in epoch milliseconds. An exchange that began earlier may show an older state. */
  readonly knownAt: number;
}

/** The deliveries of one event's callback so far. */
export interface Delivered {
  /** The body of the first delivery. */
  readonly body: string;
  readonly attempts: number;
  /** True if the receiver acknowledged a delivery. */
  readonly acknowledged: boolean;
  /** End of the last delivery in epoch milliseconds. */
  readonly endedAt: number;
}

/** Maximum number of stored orders. */
const capacity = 20_000;

/** Orders from earlier exchanges. When the book is full, it removes the oldest order. */
export class OrderBook {
  readonly #byReference = new Map<string, KnownOrder>();
  readonly #byOrderNo = new Map<string, KnownOrder>();
  readonly #callbacks = new Map<string, Delivered>();

  byReference(kind: KnownOrder['kind'], mchId: string, reference: string): KnownOrder | null {
    return this.#byReference.get(keyOf({ kind, mchId, reference })) ?? null;
  }

  byOrderNo(orderNo: string): KnownOrder | null {
    return this.#byOrderNo.get(orderNo) ?? null;
  }

  learn(order: KnownOrder): void {
    if (order.reference !== '') put(this.#byReference, keyOf(order), order);
    put(this.#byOrderNo, order.orderNo, order);
  }

  delivered(event: string): Delivered | null {
    return this.#callbacks.get(event) ?? null;
  }

  deliver(event: string, delivery: Omit<Delivered, 'attempts'>): void {
    const before = this.delivered(event);
    put(this.#callbacks, event, {
      ...delivery,
      body: before?.body ?? delivery.body,
      acknowledged: delivery.acknowledged || before?.acknowledged === true,
      attempts: (before?.attempts ?? 0) + 1,
    });
  }

  clear(): void {
    for (const map of [this.#byReference, this.#byOrderNo, this.#callbacks]) map.clear();
  }
}

function keyOf({ kind, mchId, reference }: Pick<KnownOrder, 'kind' | 'mchId' | 'reference'>): string {
  return JSON.stringify([kind, mchId, reference]);
}

function put<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > capacity ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
