import { describe, expect, it } from 'vitest';
import type { Keys } from '../client.ts';
import { gatewayPerTest, type Open } from './gateway-per-test.ts';
import { type Draft, faultsOfPayin, faultsOfPayout, faultsOfQuery, type OrderFault } from './order-faults.ts';
import { faultsOfCreateLink, faultsOfLinkStatus } from './order-faults-v1.ts';
import { pairs, send, type Together } from './order-pairs.ts';

/** reading:order; States, "legacy checks in order". */
export function orderOfChecksContract(open: Open, together: Together): void {
  const inOrder = (draft: (keys: Keys) => Draft, faults: readonly OrderFault[], which = together) =>
    pairs(gatewayPerTest(open), draft, { faults, together: which });
  const all = together === 'neighbours' ? 'every two' : together;
  describe('the order of checks of a pay-in', () => inOrder(payin, faultsOfPayin, all));
  describe('the order of checks of a link', () => inOrder(linkStatus, faultsOfLinkStatus));
  // For payouts and queries, the checks of the transport are the same as for a pay-in.
  if (together !== 'those handed over') {
    describe('the order of checks of a payout', () => inOrder(payout, faultsOfPayout));
    describe('the order of checks of a query', () => inOrder(query, faultsOfQuery));
    describe('the order of checks of a new link', () => inOrder(link, faultsOfCreateLink));
  }

  describe('request without an error', () => {
    const at = gatewayPerTest(open);
    it('the gateway accepts a request without an error', async () => {
      for (const draft of [payin, payout, query, link]) {
        expect((await send(at.caller, draft(at.caller.keys))).status).toBe(200);
      }
    });
  });
}

/** Creates a USDT pay-in, so every business rule can fail. */
function payin({ mchId }: Keys): Draft {
  const params = { mchId, mchOrderNo: 'A', amount: '500.00', tradeType: 'usdt' };
  return { path: '/v3/payin', method: 'POST', sent: 'body', tail: '', params, key: 'mchKey', sign: 'right' };
}

function payout(keys: Keys): Draft {
  const params = { mchId: keys.mchId, mchOrderNo: 'A', amount: '1000.00', upiId: 'asha@okhdfcbank' };
  return { ...payin(keys), path: '/v3/payout', params, key: 'mchSecret' };
}

function query(keys: Keys): Draft {
  return { ...payin(keys), path: '/v3/check-order-status', params: { mchId: keys.mchId, mchOrderNo: 'A' } };
}

function link(keys: Keys): Draft {
  const params = { api_key: keys.mchKey, amount: '500', client_ref: 'A', currency: 'USDT' };
  return { ...payin(keys), path: '/v1/create-link.php', params, key: 'mchSecret' };
}

function linkStatus(keys: Keys): Draft {
  const params = { api_key: keys.mchKey, link_code: 'NONE' };
  return { ...link(keys), path: '/v1/link-status.php', method: 'GET', sent: 'query', params };
}
