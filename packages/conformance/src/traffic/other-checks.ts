import {
  linkAmountPattern,
  linkCreated,
  linkFound,
  parseLinkAmount,
  url,
  wallet,
} from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import type { Json } from '../http/json.ts';
import { type Answered, isCreate, param, typeAsked } from './answered.ts';
import { allOf, checksOf, same, type Verdict } from './finding.ts';
import { paiseOf } from './money.ts';
import { conventions, type DataCheck, isPlainField, lastingFields, moved } from './order-checks.ts';
import { issuesOf } from './schema-issues.ts';

/** Checks of `check-gateway-balance` responses (spec: Wallet). */
export const walletChecks: readonly DataCheck[] = checksOf({
  ...conventions(() => wallet),
  'spec:balance.fields': {
    judge: ({ data }) => allOf(issuesOf(wallet, data, isPlainField), sums(data)),
  },
});

function sums(data: Json): Verdict {
  const [balance, frozen, total] = [data['balance'], data['frozen'], data['total']].map(paiseOf);
  const isKnown = [balance, frozen, total].every((sum) => typeof sum === 'bigint');
  return allOf(
    same('available', data['available'], data['balance']),
    !isKnown
      ? null
      : total === (balance ?? 0n) + (frozen ?? 0n) || `total is ${data['total']}, not balance plus frozen`,
  );
}

type Link = Answered & { readonly data: Json };

const linkSchema = ({ expected }: Answered) => (isCreate(expected) ? linkCreated : linkFound);
const lasting = ['client_ref', 'amount', 'currency', 'created_at'] as const;
const legal = { success: [], failed: ['success'], expired: ['success', 'failed'] };

/** Checks of a link in legacy responses (spec: Legacy payment link). */
export const linkChecks: readonly DataCheck[] = checksOf({
  ...conventions(linkSchema),
  'spec:v1.fields': {
    judge: (link) =>
      allOf(
        issuesOf(linkSchema(link), link.data, isPlainField),
        url.safeParse(link.data['pay_url']).success ? true : 'pay_url is not an http or https URL',
        isCreate(link.expected)
          ? same('client_ref', link.data['client_ref'], param(link.expected.params, 'client_ref') ?? '')
          : null,
      ),
  },
  'reading:v1.amount': {
    judge: (link) => (isCreate(link.expected) ? asked(link) : null),
  },
  'spec:v1.currency': {
    judge: ({ expected, data }) =>
      isCreate(expected) ? same('currency', data['currency'], typeAsked(expected)) : null,
  },
  'spec:v1.idempotent': {
    judge: ({ expected, known, data }) =>
      isCreate(expected) && known !== null ? same('link_code', data['link_code'], known.orderNo) : null,
  },
  'spec:v1.status': {
    judge: (link) =>
      isCreate(link.expected)
        ? null
        : allOf(
            same('link_code', link.data['link_code'], param(link.expected.params, 'link_code')),
            lastingFields(link, lasting),
            paidAt(link.data),
          ),
  },
  'spec:states.link': {
    judge: (link) => moved(link, legal),
  },
});

function asked({ expected, data }: Link): Verdict {
  const sent = param(expected.params, 'amount');
  if (sent === null || sent.length > 30 || !linkAmountPattern.test(sent)) return null;
  return same('amount', data['amount'], formatAmount(parseLinkAmount(sent)));
}

function paidAt(data: Json): Verdict {
  const isPaid = data['status'] === 'success';
  return (
    (data['paid_at'] !== '') === isPaid ||
    `paid_at is ${isPaid ? 'empty' : 'set'}, but the link is ${isPaid ? '' : 'not '}paid`
  );
}
