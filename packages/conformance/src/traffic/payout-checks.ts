import { payoutCreated, payoutFound } from '@inrgate/sdk/internal';
import type { Json } from '../http/json.ts';
import { type Answered, isCreate, typeAsked } from './answered.ts';
import { feeCheck } from './fees.ts';
import { allOf, checksOf, same, type Verdict } from './finding.ts';
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
import { issuesOf } from './schema-issues.ts';

type Payout = Answered & { readonly data: Json };

const schemaOf = ({ expected }: Answered) => (isCreate(expected) ? payoutCreated : payoutFound);
const isNew = ({ expected, data }: Payout) => isCreate(expected) && data['duplicate'] === undefined;
const lasting = ['orderNo', 'mchOrderNo', 'amount', 'fee', 'totalDebit', 'payType', 'createdAt'] as const;
/** spec: States and transitions, Withdrawal. */
const legal = {
  pending: ['processing', 'success', 'failed'],
  processing: ['success', 'failed'],
  success: [],
  failed: [],
};

/** Checks of a payout in responses of `payout` and the query (spec: Withdrawal). */
export const payoutChecks: readonly DataCheck[] = checksOf<Payout>({
  ...conventions(schemaOf),
  'spec:payout.fields': {
    judge: (payout) =>
      allOf(
        issuesOf(
          schemaOf(payout),
          payout.data,
          (field, value) =>
            isPlainField(field, value) && field !== 'type' && (field !== 'orderNo' || value === undefined),
        ),
        unpaid(payout.data),
        isCreate(payout.expected) ? echoed(payout) : null,
        isNew(payout) ? sameAmount(payout) : null,
      ),
  },
  'spec:payout.order-no': {
    judge: ({ data }) =>
      issuesOf(payoutCreated, data, (field, value) => field === 'orderNo' && value !== undefined),
  },
  'spec:payout.fee': feeCheck('payout'),
  'spec:payout.detection': {
    judge: (payout) => (isNew(payout) ? detected(payout) : null),
  },
  'spec:states.payout': {
    judge: (payout) =>
      allOf(
        isNew(payout) && payout.known === null ? same('status', payout.data['status'], 'pending') : null,
        moved(payout, legal),
      ),
  },
  'spec:payout.idempotent': {
    judge: (payout) => repeated(payout, lasting),
  },
  'spec:payout.conflict': {
    judge: (payout) => conflicting(payout, typeAsked(payout.expected)),
  },
  'spec:query.payout': {
    judge: (payout) =>
      isCreate(payout.expected)
        ? null
        : allOf(same('type', payout.data['type'], 'payout'), lastingFields(payout, lasting)),
  },
  'spec:query.either-number': {
    judge: (payout) => (isCreate(payout.expected) ? null : echoed(payout)),
  },
  'spec:query.key-selects': {
    judge: ({ expected }) =>
      isCreate(expected) || !expected.judged
        ? null
        : expected.signedWith.has('mchSecret') || 'a query signed with mchKey returned a payout',
  },
});

function unpaid(data: Json): Verdict {
  const isPaid = data['status'] === 'success';
  if (data['paidAt'] !== undefined && (data['paidAt'] !== null) !== isPaid)
    return `paidAt is ${isPaid ? 'empty' : 'set'}, but status is ${String(data['status']).slice(0, 20)}`;
  return (
    isPaid || data['txid'] === undefined || data['txid'] === null || 'txid is set before the payout is paid'
  );
}

function detected({ expected, data }: Payout): Verdict {
  const type = typeAsked(expected);
  return type === null ? null : same('payType', data['payType'], type);
}
