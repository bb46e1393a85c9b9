import { callbackAliases, type KeyName } from '@inrgate/sdk/internal';
import {
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  type FlatParams,
  FlatParseError,
  linkCallback,
  parseFlat,
  payinCallback,
  payoutCallback,
  textParams,
  verifySignature,
} from '@inrgate/sdk/protocol';
import { type Acknowledgement, acknowledgementOf, type CallbackKind } from '../delivery/acknowledgement.ts';
import { userAgent } from '../delivery/sender.ts';
import type { Json } from '../http/messages.ts';
import { type Delivered, type KnownOrder, type OrderBook, withAbsentValues } from './answered.ts';
import { headerOf, type KnownMerchant, type SeenCallback, unpackedBody } from './exchange.ts';
import { unjudged } from './expected.ts';
import {
  allOf,
  type Check,
  checksOf,
  type Judge,
  quoted,
  same,
  type Unseen,
  type Verdict,
} from './finding.ts';
import { feeCheck } from './order-checks.ts';
import { amountFields, instantOf, issuesOf, paiseOf, timeFields } from './schema-issues.ts';

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
    [rules[kind]]: fieldsOf,
    'spec:conventions.amounts': ({ data }) =>
      issuesOf(schemas[kind], data, (field, value) => amountFields.has(field) && value !== undefined),
    'spec:conventions.times': ({ data }) => timesOf(data),
    'spec:events.signed': signedOf,
    'spec:auth.callback-key': otherKeyOf,
    'spec:auth.algorithm': ({ params }) =>
      /^[0-9A-F]{32}$/.test(params.get('sign')?.text ?? '') || 'sign is not 32 upper-case hexadecimal digits',
    ...(kind === 'link'
      ? {}
      : { [`spec:${kind}.fee`]: feeCheck(kind), [`${rules[kind]}.target`]: merchantCheck }),
    'spec:events.format': ({ seen }) => same('the method', seen.request.method, 'POST'),
    'spec:delivery.5': agreesWithOrder,
  });
}

/** Checks the Merchant ID, which the check of the fields omits. */
const merchantCheck: Judge<Called> = ({ data, known, order }) => {
  const mchId = data['mchId'] ?? data['merchant_id'];
  if (known === null || mchId === undefined) return null;
  // A proxy for several merchants also forwards orders of other merchants.
  if (order !== null && order.mchId === mchId) return true;
  return mchId === known.mchId || `the callback is for the merchant ${quoted(mchId)}, not ${known.mchId}`;
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

/** Checks the signature with this key. Returns the reason if this is impossible. */
function isRight({ params, known, data }: Called, name: KeyName): boolean | Unseen {
  const key = known?.[name] ?? '';
  const isOurs =
    params.get('link_code') !== undefined || (data['mchId'] ?? data['merchant_id']) === known?.mchId;
  if (known === null || !isOurs) return { unseen: unjudged.strangers };
  if (key === '') return { unseen: `${name} is unknown` };
  return verifySignature(textParams(params), key, params.get('sign')?.text ?? '');
}

/** Judges the signature with the key of the kind, and with the merchant's other key. */
function signatureOf(called: Called) {
  const [own, other] =
    called.kind === 'payin' ? (['mchKey', 'mchSecret'] as const) : (['mchSecret', 'mchKey'] as const);
  return { own, other, right: isRight(called, own), isOther: isRight(called, other) === true };
}

export function isWronglySigned(called: Called): boolean {
  return signatureOf(called).right === false;
}

function signedOf(called: Called): Verdict {
  const { own, right, isOther } = signatureOf(called);
  if (right !== false) return right;
  return isOther ? null : `sign is not the signature of these fields with ${own}`;
}

function otherKeyOf(called: Called): Verdict {
  const { own, other, right, isOther } = signatureOf(called);
  if (right === true) return true;
  if (isOther) return `the callback is signed with ${other}; expected ${own}`;
  return right === false ? null : right;
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

/** Tolerance in milliseconds, because network delays can make a retry seem early. */
const toleranceMs = 1_000;

/** Checks of the deliveries of one event's callback (spec: Delivery rules 3 and 4). */
export const deliveryChecks: readonly Check<Called>[] = checksOf({
  'reading:callbacks.fixed-body': ({ before, text }) =>
    before === null
      ? null
      : before.body === text || 'an earlier callback for the same event contained another body',
  'spec:limits.callback-retries': retriedOf,
  'spec:delivery.3': ({ before }) => {
    if (before === null || !before.acknowledged) return before === null ? null : true;
    return { doubt: 'the gateway retried the acknowledged callback, unless an operator re-sent it' };
  },
});

function retriedOf({ before, seen }: Called): Verdict {
  const delay = callbackRetryDelaysMs[(before?.attempts ?? 0) - 1];
  if (before === null || before.acknowledged || delay === undefined) return null;
  if (headerOf(seen.request, 'user-agent') === userAgent)
    return { unseen: 'the callback is from a mock gateway with a movable clock' };
  const after = seen.startedAt - before.endedAt;
  if (after >= delay - toleranceMs) return true;
  const [came, due] = [Math.max(0, after) / 1_000, delay / 1_000];
  return {
    doubt: `the retry arrived ${came.toFixed(1)} s after the failed attempt instead of ${due} s, unless an operator re-sent the callback`,
  };
}

/** Checks of a receiver's response (spec: Delivery rules 1 and 2). */
export const acknowledgementChecks: readonly Check<Called>[] = checksOf({
  'spec:delivery.1': (called) => {
    const { ok, reason } = acknowledgement(called);
    if (ok) return reason === null || { doubt: reason };
    return reason ?? 'the receiver did not acknowledge the callback';
  },
  'spec:limits.callback-timeout': ({ seen: { startedAt, endedAt } }) =>
    endedAt - startedAt <= callbackTimeoutMs ||
    `the response took ${((endedAt - startedAt) / 1_000).toFixed(1)} s`,
});

/** Judges whether the receiver acknowledged the callback. States the reason if it did not. */
export function acknowledgement({ seen, kind }: Called): Acknowledgement {
  const { answer, startedAt, endedAt } = seen;
  if (answer === null) return { ok: false, reason: 'there was no response' };
  return acknowledgementOf(kind, {
    durationMs: endedAt - startedAt,
    status: answer.status,
    body: answer.body,
    redirectHost: null,
    failure: answer.complete ? null : 'connection',
    detail: null,
  });
}
