import { parseAmount, parseFlat, textParams, verifySignature } from '@inrgate/sdk/protocol';
import type { Credentials, Shop } from './shop.ts';

/**
 * The steps of a receiver as separate functions, one for each mistake. In a real shop, use `createCallbackHandler` from
 * `@inrgate/sdk/callbacks` instead.
 */

/** The fields as received, including `sign`. */
export type Fields = ReadonlyMap<string, string>;

/** Parses the raw body, JSON or form, with values exactly as signed. */
export async function fieldsOf(request: Request): Promise<Fields> {
  return textParams(parseFlat(await request.text(), request.headers.get('content-type')));
}

/** Kind of the order. Only a payout contains `totalDebit`, and only a link contains `link_code`. */
export function kindOf(fields: Fields): 'payin' | 'payout' | 'link' {
  if (fields.has('link_code')) return 'link';
  return fields.has('totalDebit') ? 'payout' : 'payin';
}

/** Verifies the signature with the key of the order's kind. The signature covers every received field. */
export function isGenuine(fields: Fields, { mchKey, mchSecret }: Credentials): boolean {
  const key = kindOf(fields) === 'payin' ? mchKey : mchSecret;
  return verifySignature(fields, key, fields.get('sign') ?? '');
}

/**
 * Checks that the callback contains this Merchant ID and one order number. The callback of a link contains no Merchant
 * ID.
 */
export function isForUs(fields: Fields, { mchId }: Credentials): boolean {
  if (kindOf(fields) === 'link') return true;
  const isSame = fields.get('mchOrderNo') === fields.get('merchant_order_no');
  return isSame && fields.get('mchId') === mchId && fields.get('merchant_id') === mchId;
}

export function orderOf(fields: Fields): string {
  return fields.get('mchOrderNo') ?? fields.get('client_ref') ?? '';
}

/**
 * The paid amount in paise. The callback of a link contains only `amount`.
 *
 * @throws {TypeError} without the amount, so the endpoint returns 500 and the gateway retries the callback
 */
export function paidOf(fields: Fields): bigint {
  return parseAmount(fields.get(kindOf(fields) === 'link' ? 'amount' : 'paidAmount') ?? '');
}

/** Credits the paid amount once. A test callback or a `failed` status credits nothing. `failed` is not final. */
export function settle(fields: Fields, shop: Shop): void {
  const status = fields.get('status') ?? '';
  if (fields.get('test') === 'true' || kindOf(fields) === 'payout' || status !== 'success') return;
  const order = orderOf(fields);
  if (shop.claim(`${kindOf(fields)} ${order} ${status}`)) shop.credit(order, paidOf(fields));
}

/** Response to a forged callback, or to a callback for another merchant. */
export function refusal(): Response {
  return new Response('refused', { status: 401 });
}

/** spec: Delivery rules 1, "answers HTTP 200 with the plain text `success`". */
export function success(): Response {
  return new Response('success', { headers: { 'content-type': 'text/plain' } });
}
