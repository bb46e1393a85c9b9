import type { KeyName, V3Endpoint } from '@inrgate/sdk/internal';

/** A valid call of the demo merchant, with the key that signs it. */
interface V3Call {
  readonly key: KeyName;
  /** Parameters without mchId and sign. */
  readonly params: Readonly<Record<string, string>>;
}

/** One call for each v3 endpoint, for tests that cover all endpoints. */
const calls: Readonly<Record<V3Endpoint, V3Call>> = {
  payin: { key: 'mchKey', params: { mchOrderNo: 'A', amount: '500.00' } },
  'check-order-status': { key: 'mchKey', params: { mchOrderNo: 'A' } },
  payout: { key: 'mchSecret', params: { mchOrderNo: 'A', amount: '500.00', upiId: 'asha@okhdfcbank' } },
  'check-gateway-balance': { key: 'mchSecret', params: {} },
};

export const v3Calls = (Object.keys(calls) as V3Endpoint[]).map((name) => ({ name, ...calls[name] }));
