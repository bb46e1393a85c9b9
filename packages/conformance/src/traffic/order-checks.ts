import {
  type KeyName,
  linkAmountPattern,
  linkCreated,
  linkFound,
  parseLinkAmount,
  parseRate,
  payinCreated,
  payinFound,
  payoutCreated,
  payoutFound,
  url,
  usdtForPaise,
  wallet,
} from '@inrgate/sdk/internal';
import { formatAmount, formatUsdt, payinFee, payoutFee } from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import type { Json } from '../http/messages.ts';
import { type Answered, isCreate, param, typeAsked } from './answered.ts';
import { allOf, type Check, checksOf, type Judge, quoted, same, type Verdict } from './finding.ts';
import {
  amountFields,
  hasFraction,
  instantOf,
  issuesOf,
  paiseOf,
  timeFields,
  usdtFields,
} from './schema-issues.ts';

/** An order or a wallet in a response. */
type Shown = Answered & { readonly data: Json };
type SchemaOf = (answered: Answered) => z.ZodType;

/** Checks of amounts and times in any response (spec: Conventions). */
function conventions(schema: SchemaOf): Readonly<Record<string, Judge<Shown>>> {
  const times = (judge: (field: string, value: unknown) => Verdict) => (data: Json) =>
    Object.entries(data).map(([field, value]) => (timeFields.has(field) ? judge(field, value) : null));
  const existing = times((field, value) =>
    !isThere(value) || value === '' ? null : instantOf(value) !== null || `${field} is ${quoted(value)}`,
  );
  const inSeconds = times((field, value) =>
    instantOf(value) === null
      ? null
      : !hasFraction(value) || `${field} is ${quoted(value)}; expected whole seconds`,
  );
  return {
    'spec:conventions.amounts': (answered) =>
      issuesOf(schema(answered), answered.data, (field, value) => amountFields.has(field) && isThere(value)),
    'spec:conventions.times': (answered) =>
      allOf(
        issuesOf(
          schema(answered),
          answered.data,
          (field, value) => timeFields.has(field) && isThere(value) && !hasFraction(value),
        ),
        ...existing(answered.data),
      ),
    'reading:money.seconds': ({ data }) => allOf(...inSeconds(data)),
  };
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Returns whether no check except the check of all fields covers a field. */
function isPlainField(field: string, value: unknown): boolean {
  return !((amountFields.has(field) || timeFields.has(field)) && isThere(value));
}

const fees = {
  payin: { feeOf: payinFee, percent: '11 % of', plus: '', sum: 'netAmount', sign: -1n, words: 'minus' },
  payout: {
    feeOf: payoutFee,
    percent: '6.5 % of',
    plus: ' plus 10.00',
    sum: 'totalDebit',
    sign: 1n,
    words: 'plus',
  },
} as const;

/** Checks that the amount, the fee and their sum in an order or its callback are consistent. */
export function feeCheck(kind: keyof typeof fees): Judge<{ readonly data: Json }> {
  const { feeOf, percent, plus, sum, sign, words } = fees[kind];
  return ({ data }) => {
    const [amount, fee, total] = [data['amount'], data['fee'], data[sum]].map(paiseOf);
    if (amount == null) return null;
    const expected = feeOf(amount);
    const isFee = fee === expected || `fee is ${data['fee']}, not ${percent} ${data['amount']}${plus}`;
    const isSum =
      total === amount + sign * (fee ?? expected) || `${sum} is ${data[sum]}, not amount ${words} fee`;
    return allOf(fee == null ? null : isFee, total == null ? null : isSum);
  };
}

interface OrderKind {
  readonly created: z.ZodType;
  readonly found: z.ZodType;
  /** Fields that never change. */
  readonly lasting: readonly string[];
  /** Returns whether another check covers a field. */
  readonly isCovered: (field: string, value: unknown) => boolean;
  /** Checks that only a paid order contains the fields of a payment. */
  readonly unpaid: (data: Json) => Verdict;
  readonly key: KeyName;
  readonly wrongKey: string;
}

/** Checks that both kinds of order share (spec: Pay-in order; Withdrawal; Query). */
function orderChecks(
  kind: 'payin' | 'payout',
  { created, found, lasting, isCovered, unpaid, key, wrongKey }: OrderKind,
  own: Readonly<Record<string, Judge<Shown>>>,
): readonly Check<Shown>[] {
  const schemaOf: SchemaOf = ({ expected }) => (isCreate(expected) ? created : found);
  const ofQuery =
    (judge: Judge<Shown>): Judge<Shown> =>
    (order) =>
      isCreate(order.expected) ? null : judge(order);
  return checksOf<Shown>({
    ...conventions(schemaOf),
    [`spec:${kind}.fields`]: (order) =>
      allOf(
        issuesOf(
          schemaOf(order),
          order.data,
          (field, value) => isPlainField(field, value) && field !== 'type' && !isCovered(field, value),
        ),
        unpaid(order.data),
        isCreate(order.expected) ? echoed(order) : null,
        isNew(order) ? same('amount', order.data['amount'], param(order.expected.params, 'amount')) : null,
      ),
    [`spec:${kind}.fee`]: feeCheck(kind),
    ...own,
    [`spec:${kind}.idempotent`]: (order) => repeated(order, lasting),
    [`spec:${kind}.conflict`]: conflicting,
    [`spec:query.${kind}`]: ofQuery((order) =>
      allOf(same('type', order.data['type'], kind), lastingFields(order, lasting)),
    ),
    'spec:query.either-number': ofQuery(echoed),
    'spec:query.key-selects': ofQuery(({ expected: { judged, signedWith } }) =>
      judged ? signedWith.has(key) || wrongKey : null,
    ),
  });
}

/** Returns whether the response is the first for its order number. */
function isNew({ expected, data }: Shown): boolean {
  return isCreate(expected) && data['duplicate'] === undefined;
}

/** Legal transitions (spec: States and transitions). The specification does not list the transitions from expired. */
const payinMoves = { success: [], failed: ['success'], expired: ['success', 'failed'] };
const payoutMoves = {
  pending: ['processing', 'success', 'failed'],
  processing: ['success', 'failed'],
  success: [],
  failed: [],
};

const payinLasting = [
  'orderNo',
  'mchOrderNo',
  'amount',
  'fee',
  'netAmount',
  'tradeType',
  'createdAt',
  'expiresAt',
];
const payinSchema: SchemaOf = ({ expected }) => (isCreate(expected) ? payinCreated : payinFound);
const isUrl = ({ data }: Shown) =>
  url.safeParse(data['pay_url']).success ? true : 'pay_url is not an http or https URL';

/** Checks of a pay-in in responses of `payin` and the query (spec: Pay-in order). */
export const payinChecks = orderChecks(
  'payin',
  {
    ...{ created: payinCreated, found: payinFound },
    lasting: payinLasting,
    isCovered: (field) => usdtFields.has(field),
    unpaid: (data) => paidFields(data, ['paidAmount', 'paidAt']),
    ...{ key: 'mchKey', wrongKey: 'a query signed with mchSecret returned a pay-in' },
  },
  {
    'spec:payin.pay-url': (payin) =>
      allOf(same('payUrl', payin.data['payUrl'], payin.data['pay_url']), isUrl(payin)),
    'spec:payin.extra': (payin) => {
      const { data, expected, known } = payin;
      if (known !== null) return same('extra', data['extra'], known.data['extra']);
      return isNew(payin) ? same('extra', data['extra'], param(expected.params, 'extra') ?? '') : null;
    },
    'spec:payin.expires-at': ({ data }) => {
      const [created, expires] = [instantOf(data['createdAt']), instantOf(data['expiresAt'])];
      if (created === null || expires === null) return null;
      return expires > created || 'expiresAt is not after createdAt';
    },
    'spec:payin.usdt-fields': (payin) =>
      issuesOf(payinSchema(payin), payin.data, (field) => usdtFields.has(field)),
    'reading:money.usdt-up': ({ data }) => {
      const [amount, rate] = [paiseOf(data['amount']), data['rate']];
      if (amount === null || typeof rate !== 'string' || !/^[1-9][0-9]{0,8}\.[0-9]{4}$/.test(rate))
        return null;
      return same('usdtAmount', data['usdtAmount'], formatUsdt(usdtForPaise(amount, parseRate(rate))));
    },
    'spec:states.payin.pending': startsPending,
    'spec:payin.trade-type': (payin) =>
      isNew(payin) ? same('tradeType', payin.data['tradeType'], typeAsked(payin.expected)) : null,
    'spec:states.payin.success': (payin) => moved(payin, payinMoves),
  },
);

/** Checks of a payout in responses of `payout` and the query (spec: Withdrawal). */
export const payoutChecks = orderChecks(
  'payout',
  {
    ...{ created: payoutCreated, found: payoutFound },
    lasting: ['orderNo', 'mchOrderNo', 'amount', 'fee', 'totalDebit', 'payType', 'createdAt'],
    isCovered: (field, value) => field === 'orderNo' && value !== undefined,
    unpaid: (data) => {
      const wrong = paidFields(data, ['paidAt']);
      if (wrong !== true) return wrong;
      const isEarly = data['status'] !== 'success' && (data['txid'] ?? null) !== null;
      return !isEarly || 'txid is set before the payout is paid';
    },
    ...{ key: 'mchSecret', wrongKey: 'a query signed with mchKey returned a payout' },
  },
  {
    'spec:payout.order-no': ({ data }) =>
      issuesOf(payoutCreated, data, (field, value) => field === 'orderNo' && value !== undefined),
    'spec:payout.detection': (payout) => {
      const type = isNew(payout) ? typeAsked(payout.expected) : null;
      return type === null ? null : same('payType', payout.data['payType'], type);
    },
    'spec:states.payout': (payout) => allOf(startsPending(payout), moved(payout, payoutMoves)),
  },
);

function startsPending(order: Shown): Verdict {
  return isNew(order) && order.known === null ? same('status', order.data['status'], 'pending') : null;
}

function paidFields(data: Json, fields: readonly string[]): Verdict {
  const isPaid = data['status'] === 'success';
  const wrong = fields.find((field) => data[field] !== undefined && (data[field] !== null) !== isPaid);
  if (wrong === undefined) return true;
  return `${wrong} is ${isPaid ? 'empty' : 'set'}, but status is ${String(data['status']).slice(0, 20)}`;
}

/** Compares the order numbers with the request. */
function echoed({ expected, data }: Shown): Verdict {
  const reference = param(expected.params, 'mchOrderNo', 'merchant_order_no');
  const orderNo = param(expected.params, 'orderNo');
  return allOf(
    reference === null ? null : same('mchOrderNo', data['mchOrderNo'], reference),
    orderNo === null ? null : same('orderNo', data['orderNo'], orderNo),
  );
}

/** First rule of creation: a repeated request returns the same order and marks it as a duplicate. */
function repeated(answered: Shown, lasting: readonly string[]): Verdict {
  const { expected, earlier, known, data } = answered;
  if (!isCreate(expected)) return null;
  if (known === null || known.data['amount'] !== param(expected.params, 'amount')) return null;
  return allOf(
    same('a repeat returned another order: orderNo', data['orderNo'], known.orderNo),
    lastingFields(answered, lasting),
    earlier === null ? null : same('duplicate', data['duplicate'], true),
  );
}

/** Compares the fields of an order that never change. */
function lastingFields({ known, data }: Shown, lasting: readonly string[]): Verdict {
  if (known === null) return null;
  return allOf(...lasting.map((field) => same(field, data[field], known.data[field])));
}

/** Second rule of creation: the gateway rejects a repeated order number with another amount or type. */
function conflicting({ expected, known }: Shown): Verdict {
  if (!isCreate(expected) || known === null) return null;
  const [amount, type] = [param(expected.params, 'amount'), typeAsked(expected)];
  const before = known.data['tradeType'] ?? known.data['payType'];
  const twice = (first: unknown, second: unknown) =>
    first === second ||
    `the gateway accepted the order number for ${quoted(first)} and again for ${quoted(second)}`;
  return allOf(twice(known.data['amount'], amount), type === null ? null : twice(before, type));
}

/** Returns whether an order made an illegal transition. */
function moved({ earlier, data }: Shown, legal: Readonly<Record<string, readonly string[]>>): Verdict {
  const before = earlier?.data['status'];
  if (typeof before !== 'string' || !Object.hasOwn(legal, before)) return null;
  const now = data['status'];
  if (now === before) return true;
  return legal[before]?.includes(String(now)) ? true : `the status changed from ${before} to ${quoted(now)}`;
}

/** Checks of `check-gateway-balance` responses (spec: Wallet). */
export const walletChecks: readonly Check<Shown>[] = checksOf<Shown>({
  ...conventions(() => wallet),
  'spec:balance.fields': ({ data }) => {
    const [balance, frozen, total] = [data['balance'], data['frozen'], data['total']].map(paiseOf);
    const isKnown = balance != null && frozen != null && total != null;
    return allOf(
      issuesOf(wallet, data, isPlainField),
      same('available', data['available'], data['balance']),
      isKnown ? total === balance + frozen || `total is ${data['total']}, not balance plus frozen` : null,
    );
  },
});

const linkSchema: SchemaOf = ({ expected }) => (isCreate(expected) ? linkCreated : linkFound);

/** Checks of a link in legacy responses (spec: Legacy payment link). */
export const linkChecks: readonly Check<Shown>[] = checksOf<Shown>({
  ...conventions(linkSchema),
  'spec:v1.fields': (link) =>
    allOf(
      issuesOf(linkSchema(link), link.data, isPlainField),
      isUrl(link),
      ofCreate(link, 'client_ref', param(link.expected.params, 'client_ref') ?? ''),
    ),
  'reading:v1.amount': (link) => {
    const sent = param(link.expected.params, 'amount');
    if (sent === null || sent.length > 30 || !linkAmountPattern.test(sent)) return null;
    return ofCreate(link, 'amount', formatAmount(parseLinkAmount(sent)));
  },
  'spec:v1.currency': (link) => ofCreate(link, 'currency', typeAsked(link.expected)),
  'spec:v1.idempotent': (link) =>
    link.known === null ? null : ofCreate(link, 'link_code', link.known.orderNo),
  'spec:v1.status': (link) => {
    const { data, expected } = link;
    if (isCreate(expected)) return null;
    const isPaid = data['status'] === 'success';
    return allOf(
      same('link_code', data['link_code'], param(expected.params, 'link_code')),
      lastingFields(link, ['client_ref', 'amount', 'currency', 'created_at']),
      (data['paid_at'] !== '') === isPaid ||
        `paid_at is ${isPaid ? 'empty' : 'set'}, but the link is ${isPaid ? '' : 'not '}paid`,
    );
  },
  'spec:states.link': (link) => moved(link, payinMoves),
});

/** Compares a field of a new or repeated link with the request. */
function ofCreate({ expected, data }: Shown, field: string, value: unknown): Verdict {
  return isCreate(expected) ? same(field, data[field], value) : null;
}
