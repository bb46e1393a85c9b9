import { absentFields, destinations, payinFields, payoutFields, payType } from '@inrgate/sdk/internal';
import type { FlatParams } from '@inrgate/sdk/protocol';
import { bodyOf } from './body.ts';
import type { SeenAnswer, SeenExchange, SeenRequest } from './exchange.ts';
import type { Expectation } from './expectation.ts';
import type { KnownOrder, OrderBook } from './order-book.ts';

/** A JSON object of somebody else's. */
export type Json = Readonly<Record<string, unknown>>;

/** An answer with everything that it is judged by. */
export interface Answered {
  readonly api: SeenExchange['api'];
  readonly request: SeenRequest;
  readonly answer: SeenAnswer;
  /** Why the answer did not arrive to its end, where that is known. */
  readonly failure: string | null;
  readonly expected: Expectation;
  /** The whole body as a JSON object; null for anything else. */
  readonly envelope: Json | null;
  /** Of a success. */
  readonly data: Json | null;
  /** The error code of a failure. */
  readonly error: string | null;
  /** The order that the request names, as an exchange that had ended before this one began told it. */
  readonly earlier: KnownOrder | null;
  /** The same, whenever it was told: an exchange at the same time may have made it. */
  readonly known: KnownOrder | null;
}

/** Puts together what an answer is judged by. */
export function answeredBy(
  exchange: SeenExchange & { readonly answer: SeenAnswer },
  expected: Expectation,
  book: OrderBook,
): Answered {
  const { api, request, answer, startedAt, failure = null } = exchange;
  const envelope = request.method === 'HEAD' ? null : jsonObject(bodyOf(answer));
  const known = knownOrder(expected, book);
  const earlier = known !== null && known.knownAt <= startedAt ? known : null;
  const data = jsonOrNull(envelope?.['data']);
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

/** A parameter's text; null where there is none. */
export function param(params: FlatParams | null, name: string, alias?: string): string | null {
  const text = params?.get(name)?.text || (alias === undefined ? '' : params?.get(alias)?.text);
  return text === undefined || text === '' ? null : text;
}

/** Whether the request makes an order: the answer to a repeat shows it as it is now. */
export function isCreate({ endpoint }: Expectation): boolean {
  return endpoint === 'payin' || endpoint === 'payout' || endpoint === 'create-link';
}

/** How an order is to be paid, as the request says or its fields tell; null where it tells none. */
export function typeAsked({ endpoint, params }: Expectation): string | null {
  if (endpoint === 'payin') return param(params, 'tradeType', 'trade_type') ?? 'INRUPI';
  if (endpoint === 'create-link') return param(params, 'currency') ?? 'INR';
  if (endpoint !== 'payout') return null;
  const told = payType.options.filter((kind) =>
    destinations[kind].some(({ name, tells }) => tells && param(params, name) !== null),
  );
  return param(params, 'payType') ?? told[0] ?? null;
}

/** What kind of order an answer with this data is about; null for a wallet, or what cannot be told. */
export function kindOf({ endpoint }: Expectation, data: Json): KnownOrder['kind'] | null {
  if (endpoint === 'payin' || endpoint === 'payout') return endpoint;
  if (endpoint === 'create-link' || endpoint === 'link-status') return 'link';
  if (endpoint !== 'check-order-status') return null;
  return 'netAmount' in data || data['type'] === 'payin' ? 'payin' : 'payout';
}

/** How the tables write a value that is absent (spec: Resources and their fields). */
const absentIn: Readonly<Record<KnownOrder['kind'], Readonly<Record<string, string | null>>>> = {
  payin: absentFields(payinFields),
  payout: absentFields(payoutFields),
  link: { note: '', paid_at: '' },
};

/** null, an empty string and absence are the same (reading: Absent values). */
function withAbsent(data: Json, expected: Expectation): Json {
  const kind = kindOf(expected, data);
  if (kind === null || expected.endpoint === 'create-link') return data;
  return withAbsentValues(data, absentIn[kind]);
}

/** The data with each of these fields written in one way where it is null, empty or absent. */
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
  // Without the keys nobody knows which of the two it asks for.
  const kind = signedWith.has('mchKey') ? 'payin' : signedWith.has('mchSecret') ? 'payout' : null;
  return kind === null ? null : book.byReference(kind, mchId, reference ?? '');
}

function jsonObject(text: string | null): Json | null {
  if (text === null) return null;
  try {
    return jsonOrNull(JSON.parse(text));
  } catch {
    return null;
  }
}

function jsonOrNull(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}
