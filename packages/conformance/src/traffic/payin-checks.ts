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
    judge: ({ data }) =>
      allOf(
        same('payUrl', data['payUrl'], data['pay_url']),
        url.safeParse(data['pay_url']).success ? true : 'pay_url is not an http or https URL',
      ),
  },
  'spec:payin.extra': {
    judge: (payin) => extraOf(payin),
  },
  'spec:payin.expires-at': {
    judge: ({ data }) => expiry(data),
  },
  'spec:payin.usdt-fields': {
    judge: (payin) => issuesOf(schemaOf(payin), payin.data, (field) => usdtFields.has(field)),
  },
  'reading:money.usdt-up': {
    judge: ({ data }) => usdtOf(data),
  },
  'spec:states.payin.pending': {
    judge: (payin) =>
      isNew(payin) && payin.known === null ? same('status', payin.data['status'], 'pending') : null,
  },
  'spec:payin.trade-type': {
    judge: (payin) =>
      isNew(payin) ? same('tradeType', payin.data['tradeType'], typeAsked(payin.expected)) : null,
  },
  'spec:payin.idempotent': {
    judge: (payin) => repeated(payin, lasting),
  },
  'spec:payin.conflict': {
    judge: (payin) => conflicting(payin, typeAsked(payin.expected)),
  },
  'spec:query.payin': {
    judge: (payin) =>
      isCreate(payin.expected)
        ? null
        : allOf(same('type', payin.data['type'], 'payin'), lastingFields(payin, lasting)),
  },
  'spec:query.either-number': {
    judge: (payin) => (isCreate(payin.expected) ? null : echoed(payin)),
  },
  'spec:query.key-selects': {
    judge: ({ expected }) =>
      isCreate(expected) || !expected.judged
        ? null
        : expected.signedWith.has('mchKey') || 'a query signed with mchSecret returned a pay-in',
  },
  'spec:states.payin.success': {
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
