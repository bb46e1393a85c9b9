import { payoutCreated, payoutFound } from '@inrgate/sdk/internal';
import { payoutFee } from '@inrgate/sdk/protocol';
import type { Json } from '../http/json.ts';
import { type Answered, isCreate, typeAsked } from './answered.ts';
import { allOf, same, type Verdict } from './finding.ts';
import { paiseOf } from './money.ts';
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
const lasting = ['amount', 'fee', 'totalDebit', 'payType', 'createdAt'] as const;
/** spec: States and transitions, Withdrawal. */
const legal = {
  pending: ['processing', 'success', 'failed'],
  processing: ['success', 'failed'],
  success: [],
  failed: [],
};

/** Checks of a payout in responses of `payout` and the query (spec: Withdrawal). */
export const payoutChecks: readonly DataCheck[] = [
  ...conventions(schemaOf),
  {
    id: 'spec:payout.fields',
    title: 'The payout contains exactly the fields that the specification lists, and matches the request.',
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
  {
    id: 'spec:payout.order-no',
    title: 'orderNo begins with WD.',
    judge: ({ data }) =>
      issuesOf(payoutCreated, data, (field, value) => field === 'orderNo' && value !== undefined),
  },
  {
    id: 'spec:payout.fee',
    title: 'fee is 6.5 % of amount plus 10.00. totalDebit is amount plus fee.',
    judge: ({ data }) => payoutFeeOf(data),
  },
  {
    id: 'spec:payout.detection',
    title: 'payType is the requested pay type, or the pay type of the destination.',
    judge: (payout) => (isNew(payout) ? detected(payout) : null),
  },
  {
    id: 'spec:states.payout',
    title: 'A payout is pending, then processing, then success or failed. Success and failed are final.',
    judge: (payout) =>
      allOf(
        isNew(payout) && payout.known === null ? same('status', payout.data['status'], 'pending') : null,
        moved(payout, legal),
      ),
  },
  {
    id: 'spec:payout.idempotent',
    title: 'A repeated mchOrderNo returns the same payout.',
    judge: (payout) => repeated(payout, lasting),
  },
  {
    id: 'spec:payout.conflict',
    title: 'The gateway rejects a repeated mchOrderNo with another amount or pay type.',
    judge: (payout) => conflicting(payout, typeAsked(payout.expected)),
  },
  {
    id: 'spec:query.payout',
    title: 'A query for a payout returns the payout in its current state, with type = payout.',
    judge: (payout) =>
      isCreate(payout.expected)
        ? null
        : allOf(same('type', payout.data['type'], 'payout'), lastingFields(payout, lasting)),
  },
  {
    id: 'spec:query.either-number',
    title: 'The query returns the requested order.',
    judge: (payout) => (isCreate(payout.expected) ? null : echoed(payout)),
  },
  {
    id: 'spec:query.key-selects',
    title: 'A query signed with mchSecret searches the payouts.',
    judge: ({ expected }) =>
      isCreate(expected) || !expected.judged
        ? null
        : expected.signedWith.has('mchSecret') || 'a query signed with mchKey returned a payout',
  },
];

function unpaid(data: Json): Verdict {
  const isPaid = data['status'] === 'success';
  if (data['paidAt'] !== undefined && (data['paidAt'] !== null) !== isPaid)
    return `paidAt is ${isPaid ? 'empty' : 'set'}, but status is ${String(data['status']).slice(0, 20)}`;
  return (
    isPaid || data['txid'] === undefined || data['txid'] === null || 'txid is set before the payout is paid'
  );
}

/** Checks that amount, fee and total debit of a payout or its callback are consistent. */
export function payoutFeeOf(data: Json): Verdict {
  const [amount, fee, total] = [data['amount'], data['fee'], data['totalDebit']].map(paiseOf);
  if (amount === null || amount === undefined) return null;
  const expected = payoutFee(amount);
  return allOf(
    fee === null || fee === undefined
      ? null
      : fee === expected || `fee is ${data['fee']}, not 6.5 % of ${data['amount']} plus 10.00`,
    total === null || total === undefined
      ? null
      : total === amount + (fee ?? expected) || `totalDebit is ${data['totalDebit']}, not amount plus fee`,
  );
}

function detected({ expected, data }: Payout): Verdict {
  const type = typeAsked(expected);
  return type === null ? null : same('payType', data['payType'], type);
}
