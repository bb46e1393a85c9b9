import { callbackAliases, type KeyName } from '@inrgate/sdk/internal';
import {
  type FlatParams,
  FlatParseError,
  linkCallback,
  parseFlat,
  payinCallback,
  payoutCallback,
  textParams,
  verifySignature,
} from '@inrgate/sdk/protocol';
import type { CallbackKind } from '../delivery/acknowledgement.ts';
import type { Json } from '../http/json.ts';
import { withAbsentValues } from './answered.ts';
import { unpackedBody } from './body.ts';
import { headerOf, type KnownMerchant, type SeenCallback } from './exchange.ts';
import { unjudged } from './expectation.ts';
import { feeCheck } from './fees.ts';
import { allOf, type Check, checksOf, quoted, same, type Unseen, type Verdict } from './finding.ts';
import { instantOf, paiseOf } from './money.ts';
import type { Delivered, KnownOrder, OrderBook } from './order-book.ts';
import { amountFields, issuesOf, timeFields } from './schema-issues.ts';

export type CalledKind = Exclude<CallbackKind, 'test'>;

export interface Called {
  readonly seen: SeenCallback;
  readonly kind: CalledKind;
  readonly params: FlatParams;
  /** The fields of the callback by name, with `test` as a boolean. */
  readonly data: Json;
  readonly known: KnownMerchant | null;
  readonly order: KnownOrder | null;
  /** Identifier of the event that the callback reports. */
  readonly event: string;
  /** The body as a string of one character per byte. */
  readonly text: string;
  /** Earlier deliveries of this event, or null for the first delivery or a test. */
  readonly before: Delivered | null;
}

/** Reads a callback. Returns null for a callback of another API. */
export function calledBy(seen: SeenCallback, known: KnownMerchant | null, book: OrderBook): Called | null {
  const body = unpackedBody(seen.request);
  const params = body === null ? null : paramsOf(body, headerOf(seen.request, 'content-type'));
  const kind = params === null ? null : kindOf(params);
  if (params === null || kind === null) return null;
  const texts = textParams(params);
  const data: Record<string, unknown> = Object.fromEntries(texts);
  if (texts.get('test') === 'true') data['test'] = true;
  const orderNo = texts.get('orderNo') ?? texts.get('gateway_order_no') ?? texts.get('link_code') ?? '';
  const event = JSON.stringify([kind, orderNo, texts.get('status') ?? '']);
  return {
    seen,
    kind,
    params,
    data: withAbsentValues(data, absentIn[kind]),
    known,
    order: book.byOrderNo(orderNo),
    event,
    text: Buffer.from(body ?? '').toString('latin1'),
    before: data['test'] === true ? null : book.delivered(event),
  };
}

/** Fields that a callback can leave empty (reading: Absent values). */
const absentIn: Readonly<Record<CalledKind, Readonly<Record<string, ''>>>> = {
  payin: { utr: '' },
  payout: { txid: '', message: '' },
  link: {},
};

function paramsOf(body: Uint8Array, contentType: string | null): FlatParams | null {
  try {
    return parseFlat(body, contentType);
  } catch (error) {
    if (error instanceof FlatParseError) return null;
    throw error;
  }
}

function kindOf(params: FlatParams): CalledKind | null {
  if (params.has('link_code')) return 'link';
  if (!params.has('orderNo') && !params.has('gateway_order_no')) return null;
  return params.has('totalDebit') || params.has('txid') ? 'payout' : 'payin';
}

const schemas = { payin: payinCallback, payout: payoutCallback, link: linkCallback } as const;
const rules = {
  payin: 'spec:events.payin',
  payout: 'spec:events.payout',
  link: 'spec:events.legacy',
} as const;

/** Returns the checks for callbacks of a kind (spec: Events). */
export function callbackChecks(kind: CalledKind): readonly Check<Called>[] {
  return checksOf<Called>({
    [rules[kind]]: {
      judge: fieldsOf,
    },
    'spec:conventions.amounts': {
      judge: ({ data }) =>
        issuesOf(schemas[kind], data, (field, value) => amountFields.has(field) && value !== undefined),
    },
    'spec:conventions.times': {
      judge: ({ data }) => timesOf(data),
    },
    'spec:events.signed': { judge: signedOf },
    'spec:auth.callback-key': {
      judge: otherKeyOf,
    },
    'spec:auth.algorithm': {
      judge: ({ params }) => upperCase(params.get('sign')?.text ?? ''),
    },
    ...(kind === 'link'
      ? {}
      : { [`spec:${kind}.fee`]: feeCheck(kind), [`${rules[kind]}.target`]: merchantCheck }),
    'spec:events.format': {
      judge: ({ seen }) => same('the method', seen.request.method, 'POST'),
    },
    'spec:delivery.5': {
      judge: agreesWithOrder,
    },
  });
}

/** Checks the Merchant ID, which the check of the fields omits. */
const merchantCheck: Omit<Check<Called>, 'id'> = {
  judge: ({ data, known, order }) => {
    const mchId = data['mchId'] ?? data['merchant_id'];
    if (known === null || mchId === undefined) return null;
    // A proxy for several merchants also forwards orders of other merchants.
    if (order !== null && order.mchId === mchId) return true;
    return mchId === known.mchId || `the callback is for the merchant ${quoted(mchId)}, not ${known.mchId}`;
  },
};

function fieldsOf({ kind, data }: Called): Verdict {
  const isPaid = data['status'] === 'success';
  return allOf(
    issuesOf(
      schemas[kind],
      data,
      (field, value) => !((amountFields.has(field) || timeFields.has(field)) && value !== undefined),
    ),
    ...Object.entries(callbackAliases).map(([alias, name]) =>
      data[alias] === undefined ? null : same(alias, data[alias], data[name]),
    ),
    kind === 'payin' && isPaid && paiseOf(data['paidAmount']) === null
      ? 'paidAmount is empty, but the order is paid'
      : null,
  );
}

function timesOf(data: Json): Verdict {
  return allOf(
    ...Object.entries(data).map(([field, value]) => {
      if (!timeFields.has(field) || value === '') return null;
      return instantOf(value) !== null || `${field} is ${quoted(value)}`;
    }),
  );
}

function keyOf({ kind }: Called): KeyName {
  return kind === 'payin' ? 'mchKey' : 'mchSecret';
}

/** Checks the signature with this key. Returns the reason if this is impossible. */
function isRight({ params, known, data }: Called, name: KeyName): boolean | Unseen {
  const key = known?.[name] ?? '';
  const isOurs =
    params.get('link_code') !== undefined || (data['mchId'] ?? data['merchant_id']) === known?.mchId;
  if (known === null || !isOurs) return { unseen: unjudged.strangers };
  if (key === '') return { unseen: `${name} is unknown` };
  return verifySignature(textParams(params), key, params.get('sign')?.text ?? '');
}

export function isWronglySigned(called: Called): boolean {
  return isRight(called, keyOf(called)) === false;
}

function signedOf(called: Called): Verdict {
  const right = isRight(called, keyOf(called));
  if (right !== false) return right;
  const other = keyOf(called) === 'mchKey' ? 'mchSecret' : 'mchKey';
  return isRight(called, other) === true
    ? null
    : `sign is not the signature of these fields with ${keyOf(called)}`;
}

function otherKeyOf(called: Called): Verdict {
  const [own, other] = [keyOf(called), keyOf(called) === 'mchKey' ? 'mchSecret' : 'mchKey'] as const;
  const right = isRight(called, own);
  if (right === true) return true;
  if (isRight(called, other) === true) return `the callback is signed with ${other}; expected ${own}`;
  return right === false ? null : right;
}

function upperCase(sign: string): Verdict {
  return /^[0-9A-F]{32}$/.test(sign) || 'sign is not 32 upper-case hexadecimal digits';
}

/** Fields that both kinds contain. */
const common = [
  'amount',
  'fee',
  'netAmount',
  'totalDebit',
  'tradeType',
  'extra',
  'usdtAmount',
  'currency',
  'mchOrderNo',
] as const;

function agreesWithOrder(called: Called): Verdict {
  const { data, order } = called;
  if (order === null) return null;
  return allOf(
    stateOf(called, order),
    ...common.map((field) =>
      data[field] === undefined || order.data[field] === undefined
        ? null
        : same(`${field} of the callback`, data[field], order.data[field]),
    ),
  );
}

/** Compares the state with a final state from an earlier response (spec: States and transitions). */
function stateOf({ data, seen, before, kind }: Called, order: KnownOrder): Verdict {
  const [now, told] = [data['status'], order.data['status']];
  if (order.knownAt > seen.startedAt || typeof told !== 'string' || now === told) return null;
  const text = `status of the callback is ${quoted(now)}, but an earlier response contained ${quoted(told)}`;
  if (kind === 'payout') return isFinal(told) && isFinal(now) ? text : null;
  // The gateway can retry the callback of an earlier event after the callback of a later event (reading: Callbacks).
  if (told !== 'success' || before !== null) return null;
  return { doubt: `${text}, which is final, unless the callback is an older, delayed callback` };
}

function isFinal(status: unknown): boolean {
  return status === 'success' || status === 'failed';
}
