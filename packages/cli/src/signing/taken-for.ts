import type { SignedOperation } from '@inrgate/sdk/doctor';
import { allDestinationFields } from '../input/field-options.ts';

export type Api = 'v3' | 'v1';

/** Parameters that identify v1 requests, which contain no Merchant ID (spec: Legacy v1). */
const ofV1 = ['api_key', 'link_code', 'client_ref'] as const;
const orders = ['mchOrderNo', 'merchant_order_no', 'orderNo'] as const;

type Names = Pick<ReadonlyMap<string, unknown>, 'has'>;

export function isCallback(params: Names): boolean {
  return params.has('status');
}

/** Returns the endpoint of a request, detected from its parameters, or undefined if it is unknown. */
export function endpointOf(params: Names, api?: Api): SignedOperation | undefined {
  const hasOne = (names: readonly string[]) => names.some((name) => params.has(name));
  if (api === 'v1' || (api === undefined && hasOne(ofV1))) {
    return params.has('link_code') ? 'link-status' : 'create-link';
  }
  if (hasOne(['payType', ...allDestinationFields])) return 'payout';
  if (params.has('amount')) return 'payin';
  if (hasOne(orders)) return 'check-order-status';
  return hasOne(['mchId', 'merchant_id']) ? 'check-gateway-balance' : undefined;
}
