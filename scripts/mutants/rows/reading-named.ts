import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'reading:order.7',
    file: 'packages/mock-gateway/src/limits/rate-window.ts',
    replace: 'Math.ceil((leaves',
    by: 'Math.floor((leaves',
    why: 'Whoever waits as told is refused again.',
  },
  {
    id: 'reading:params.name-spaces',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace: 'order.mchId === mchId &&',
    by: '',
    why: 'Another merchant’s order is found by its orderNo.',
  },
  {
    id: 'reading:params.name-spaces',
    file: 'packages/mock-gateway/src/http/v3/endpoints/check-order-status.ts',
    replace:
      "!isTheOne(found, wanted, merchant.mchId)) throw new V3Refusal('order_not_found');\n  trace.orderNo = found.orderNo;\n  return",
    by: "!isTheOne(found, wanted, found.mchId)) throw new V3Refusal('order_not_found');\n  trace.orderNo = found.orderNo;\n  return",
    why: 'Another merchant’s withdrawal is found by its orderNo.',
  },
  {
    id: 'reading:params.bank-list',
    file: 'packages/sdk/src/protocol/banks.ts',
    replace: 'text.toLowerCase()',
    by: 'text.trimStart().toLowerCase()',
  },
  {
    id: 'reading:params.bank-list',
    file: 'packages/sdk/src/protocol/banks.ts',
    replace: 'text.toLowerCase()',
    by: 'text.trimEnd().toLowerCase()',
  },
  {
    id: 'reading:params.bank-list',
    file: 'packages/sdk/src/protocol/banks.ts',
    replace: 'text.toLowerCase()',
    by: 'text',
  },
  {
    id: 'reading:params.bank-list',
    file: 'packages/sdk/src/protocol/banks.ts',
    replace: "  'HSBC',\n",
    by: '',
  },
  {
    id: 'reading:states.late-payment',
    file: 'packages/mock-gateway/src/operations/settle-deposit.ts',
    replace: "deposit.state.status !== 'success') return []",
    by: "deposit.state.status !== 'success' || at >= deposit.expiresAt) return []",
  },
  {
    id: 'reading:states.late-payment',
    file: 'packages/mock-gateway/src/domain/deposit.ts',
    replace: "latePayments === 'refuse'",
    by: "latePayments !== 'refuse'",
  },
  {
    id: 'reading:states.late-payment',
    file: 'packages/mock-gateway/src/domain/deposit.ts',
    replace: "if (!legalDepositMoves(status, context).includes('pay'))",
    by: "if (!legalDepositMoves(status, context).includes('pay') || (context.now >= deposit.expiresAt && context.latePayments === 'refuse'))",
    why: 'The setting refuses a failed order as well.',
  },
  {
    id: 'reading:v1.header-not-signed',
    file: 'packages/mock-gateway/src/http/v1/admission.ts',
    replace: 'refuseSignature(call, params, merchant)',
    by: "refuseSignature(call, new Map([['api_key', { text: apiKey, kind: 'string' } as const], ...params]), merchant)",
    why: 'It is signed.',
  },
  {
    id: 'reading:v1.header-not-signed',
    file: 'packages/mock-gateway/src/http/v1/admission.ts',
    replace: 'trace.wronglySigned = endpoint;',
    by: "if (verifySignature(new Map([...texts, ['api_key', merchant.mchKey]]), merchant.mchSecret, texts.get('sign') ?? '')) return;\n  trace.wronglySigned = endpoint;",
    why: 'It may be signed.',
  },
];
