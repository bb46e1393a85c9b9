import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'spec:query.aliases',
    file: 'packages/mock-gateway/src/http/v3/reading.ts',
    replace: "readParameter(params, 'mchId', 'merchant_id')",
    by: "readParameter(params, 'mchId', call.endpoint === 'check-order-status' ? undefined : 'merchant_id')",
  },
  {
    id: 'spec:query.either-number',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: 'await payouts.get(wanted.orderNo)',
    by: 'null',
  },
  {
    id: 'spec:query.either-number',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: "deposits.byReference(merchant.mchId, 'payin', wanted.mchOrderNo ?? '')",
    by: "deposits.get(wanted.mchOrderNo ?? '')",
  },
  {
    id: 'spec:query.key-selects',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: "call.key === 'mchKey'",
    by: 'wanted.mchOrderNo !== null',
  },
  {
    id: 'spec:query.payin',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: "type: 'payin'",
    by: "type: 'deposit'",
  },
  {
    id: 'spec:query.payin',
    file: 'packages/mock-gateway/src/http/v3/views.ts',
    replace: 'status: state.status,\n    utr',
    by: "status: state.status === 'failed' ? 'pending' : state.status,\n    utr",
  },
  {
    id: 'spec:query.payout',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: "type: 'payout'",
    by: "type: 'withdrawal'",
  },
  {
    id: 'spec:query.payout',
    file: 'packages/mock-gateway/src/http/v3/views.ts',
    replace: 'txid: paid?.txid ?? null',
    by: 'txid: null',
  },
  {
    id: 'spec:query.payout',
    file: 'packages/mock-gateway/src/http/v3/views.ts',
    replace: 'status: payout.state.status',
    by: "status: payout.state.status === 'processing' ? 'pending' : payout.state.status",
  },
  {
    id: 'spec:query.not-found',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: 'order.mchId === mchId &&',
    by: '',
    why: 'Another merchant’s order is found.',
  },
  {
    id: 'spec:query.not-found',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: "found?.kind !== 'payin' ||",
    by: 'found === null ||',
    why: 'A link is found.',
  },
  {
    id: 'spec:query.polling',
    file: 'packages/sdk/src/resources/waits.ts',
    replace: '{ fallback: 3_000, min: 1 }',
    by: '{ fallback: 300, min: 1 }',
  },
  {
    id: 'spec:query.polling',
    file: 'packages/sdk/src/resources/waits.ts',
    replace: "new Set(['success', 'failed', 'expired'])",
    by: "new Set(['success', 'failed'])",
  },
];
