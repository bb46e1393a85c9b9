import { fieldsOf, isForUs, isGenuine, kindOf, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

const known = new Set(
  `mchId merchant_id mchOrderNo merchant_order_no orderNo gateway_order_no amount paidAmount fee netAmount
   tradeType status utr payTime extra usdtAmount test sign`.split(/\s+/),
);

/**
 * Removes unknown fields before it verifies the callback, as a typed request does. When the gateway adds a field, the
 * endpoint rejects every callback. Fix: verify all received fields first.
 */
export const knownFields: MakeEndpoint = (shop, credentials) => async (request) => {
  const all = await fieldsOf(request);
  const fields = kindOf(all) === 'payin' ? new Map([...all].filter(([name]) => known.has(name))) : all;
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
