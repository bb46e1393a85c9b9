import { describe } from 'vitest';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';
import { type Draft, faultsOfPayin, faultsOfPayout, faultsOfQuery } from './order-faults.ts';
import { pairs } from './order-pairs.ts';

/**
 * reading: Order of checks. Each test gives a request one fault together with each of the faults that come after it,
 * two at a time: the first must answer, as if the second were not there.
 */
export function orderOfChecksContract(open: Open): void {
  describe('the order of checks of a pay-in', () => pairs(gatewayPerTest(open), payinDraft, faultsOfPayin));
  describe('the order of checks of a payout', () => pairs(gatewayPerTest(open), payoutDraft, faultsOfPayout));
  describe('the order of checks of a query', () => pairs(gatewayPerTest(open), queryDraft, faultsOfQuery));
}

/** In USDT, so that every business rule can break. */
const payinDraft: Draft = {
  path: '/v3/payin',
  method: 'POST',
  contentType: 'application/json',
  params: { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00', tradeType: 'usdt' },
  key: 'mchKey',
  sign: 'right',
};

const payoutDraft: Draft = {
  ...payinDraft,
  path: '/v3/payout',
  params: { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '1000.00', upiId: 'asha@okhdfcbank' },
  key: 'mchSecret',
};

const queryDraft: Draft = {
  ...payinDraft,
  path: '/v3/check-order-status',
  params: { mchId: 'DEMO1001', mchOrderNo: 'A' },
};
