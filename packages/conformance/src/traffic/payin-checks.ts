import { parseRate, payinCreated, payinFound, url, usdtForPaise } from '@inrgate/sdk/internal';
import { formatUsdt } from '@inrgate/sdk/protocol';
import type { Json } from '../http/json.ts';
import { type Answered, isCreate, param, typeAsked } from './answered.ts';
import { feeCheck } from './fees.ts';
import { allOf, checksOf, same, type Verdict } from './finding.ts';
import { instantOf, paiseOf } from './money.ts';
import {
  conflicting,
  conventions,
  type DataCheck,
  echoed,
  isPlainField,
  lastingFields,
  moved,
  repeated,
  sameAmount,
} from './order-checks.ts';
import { issuesOf, usdtFields } from './schema-issues.ts';

type Payin = Answered & { readonly data: Json };

const schemaOf = ({ expected }: Answered) => (isCreate(expected) ? payinCreated : payinFound);
const isNew = ({ expected, data }: Payin) => isCreate(expected) && data['duplicate'] === undefined;
const lasting = [
  'orderNo',
  'mchOrderNo',
  'amount',
  'fee',
  'netAmount',
  'tradeType',
  'createdAt',
  'expiresAt',
] as const;
/** Legal transitions (spec: States and transitions). The specification does not list the transitions from expired. */
const legal = {
  success: [],
  failed: ['success'],
  expired: ['success', 'failed'],
} as const;

/** Checks of a pay-in in responses of `payin` and the query (spec: Pay-in order). */
export const payinChecks: readonly DataCheck[] = checksOf<Payin>({
  ...conventions(schemaOf),
  'spec:payin.fields': {
    title: 'The order contains exactly the fields that the specification lists, and matches the request.',
    judge: (payin) =>
      allOf(
        issuesOf(
          schemaOf(payin),
          payin.data,
          (field, value) => isPlainField(field, value) && !usdtFields.has(field) && field !== 'type',
        ),
        unpaid(payin.data),
        isCreate(payin.expected) ? echoed(payin) : null,
        isNew(payin) ? sameAmount(payin) : null,
      ),
  },
  'spec:payin.fee': feeCheck('payin'),
  'spec:payin.pay-url': {
    title: 'pay_url and payUrl contain the same URL of a hosted checkout page.',
    judge: ({ data }) =>
      allOf(
        same('payUrl', data['payUrl'], data['pay_url']),
        url.safeParse(data['pay_url']).success ? true : 'pay_url is not an http or https URL',
      ),
  },
  'spec:payin.extra': {
    title: 'The gateway returns extra unchanged, or the empty string if the request contains no extra.',
    judge: (payin) => extraOf(payin),
  },
  'spec:payin.expires-at': {
    title: 'expiresAt is the creation time plus the order validity.',
    judge: ({ data }) => expiry(data),
  },
  'spec:payin.usdt-fields': {
    title: 'Only USDT orders contain usdtAmount, rate, address and network.',
    judge: (payin) => issuesOf(schemaOf(payin), payin.data, (field) => usdtFields.has(field)),
  },
  'reading:money.usdt-up': {
    title: 'usdtAmount is amount divided by rate, rounded up, with six decimals.',
    judge: ({ data }) => usdtOf(data),
  },
  'spec:states.payin.pending': {
    title: 'A valid request creates a pending order.',
    judge: (payin) =>
      isNew(payin) && payin.known === null ? same('status', payin.data['status'], 'pending') : null,
  },
  'spec:payin.trade-type': {
    title: 'tradeType is the requested trade type, or INRUPI by default.',
    judge: (payin) =>
      isNew(payin) ? same('tradeType', payin.data['tradeType'], typeAsked(payin.expected)) : null,
  },
  'spec:payin.idempotent': {
    title: 'A repeated mchOrderNo returns the same order with duplicate = true.',
    judge: (payin) => repeated(payin, lasting),
  },
  'spec:payin.conflict': {
    title: 'The gateway rejects a repeated mchOrderNo with another amount or trade type.',
    judge: (payin) => conflicting(payin, typeAsked(payin.expected)),
  },
  'spec:query.payin': {
    title: 'A query for a pay-in returns the pay-in in its current state, with type = payin.',
    judge: (payin) =>
      isCreate(payin.expected)
        ? null
        : allOf(same('type', payin.data['type'], 'payin'), lastingFields(payin, lasting)),
  },
  'spec:query.either-number': {
    title: 'The query returns the requested order.',
    judge: (payin) => (isCreate(payin.expected) ? null : echoed(payin)),
  },
  'spec:query.key-selects': {
    title: 'A query signed with mchKey searches the pay-ins.',
    judge: ({ expected }) =>
      isCreate(expected) || !expected.judged
        ? null
        : expected.signedWith.has('mchKey') || 'a query signed with mchSecret returned a pay-in',
  },
  'spec:states.payin.success': {
    title: 'success is final, and a failed or expired order does not become pending again.',
    judge: (payin) => moved(payin, legal),
  },
});

/** Checks that only a paid order contains a paid amount and a payment time. */
function unpaid(data: Json): Verdict {
  const fields = ['paidAmount', 'paidAt'].filter((field) => data[field] !== undefined);
  const isPaid = data['status'] === 'success';
  const wrong = fields.find((field) => (data[field] !== null) !== isPaid);
  if (wrong === undefined) return true;
  return `${wrong} is ${isPaid ? 'empty' : 'set'}, but status is ${String(data['status']).slice(0, 20)}`;
}

function extraOf(payin: Payin): Verdict {
  const { data, expected, known } = payin;
  if (isNew(payin) && known === null)
    return same('extra', data['extra'], param(expected.params, 'extra') ?? '');
  return known === null ? null : same('extra', data['extra'], known.data['extra']);
}

function expiry(data: Json): Verdict {
  const [created, expires] = [instantOf(data['createdAt']), instantOf(data['expiresAt'])];
  if (created === null || expires === null) return null;
  return expires > created || 'expiresAt is not after createdAt';
}

function usdtOf(data: Json): Verdict {
  const amount = paiseOf(data['amount']);
  const rate = data['rate'];
  if (amount === null || typeof rate !== 'string' || !/^[1-9][0-9]{0,8}\.[0-9]{4}$/.test(rate)) return null;
  return same('usdtAmount', data['usdtAmount'], formatUsdt(usdtForPaise(amount, parseRate(rate))));
}
