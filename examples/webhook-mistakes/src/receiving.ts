import { parseAmount, parseFlat, textParams, verifySignature } from '@inrgate/sdk/protocol';
import type { Credentials, Shop } from './shop.ts';

/**
 * What a receiver does in turn, written out by hand so that each mistake stands alone. Take `createCallbackHandler` of
 * `@inrgate/sdk/callbacks` instead: it does all of it, and more.
 */

/** The fields as they were sent, `sign` among them. */
export type Fields = ReadonlyMap<string, string>;

/** Reads the raw body, JSON or form: values stay the text that was signed. */
export async function fieldsOf(request: Request): Promise<Fields> {
  return textParams(parseFlat(await request.text(), request.headers.get('content-type')));
}

/** What it is about: a withdrawal has a `totalDebit`, a link a `link_code`. */
export function kindOf(fields: Fields): 'payin' | 'payout' | 'link' {
  if (fields.has('link_code')) return 'link';
  return fields.has('totalDebit') ? 'payout' : 'payin';
}

/** Signed with the key of its kind, over every field that came. */
export function isGenuine(fields: Fields, { mchKey, mchSecret }: Credentials): boolean {
  const key = kindOf(fields) === 'payin' ? mchKey : mchSecret;
  return verifySignature(fields, key, fields.get('sign') ?? '');
}

/** For this merchant, about one order. A link names no merchant. */
export function isForUs(fields: Fields, { mchId }: Credentials): boolean {
  if (kindOf(fields) === 'link') return true;
  const isSame = fields.get('mchOrderNo') === fields.get('merchant_order_no');
  return isSame && fields.get('mchId') === mchId && fields.get('merchant_id') === mchId;
}

/** The merchant's own number of the order. */
export function orderOf(fields: Fields): string {
  return fields.get('mchOrderNo') ?? fields.get('client_ref') ?? '';
}

/** What was paid, in paise; a link tells no other amount than its own. */
export function paidOf(fields: Fields): bigint {
  return parseAmount(fields.get('paidAmount') ?? fields.get('amount') ?? '0.00');
}

/** Credits what was paid, once; a test and a failure credit nothing, and failed is not final. */
export function settle(fields: Fields, shop: Shop): void {
  const status = fields.get('status') ?? '';
  if (fields.get('test') === 'true' || kindOf(fields) === 'payout' || status !== 'success') return;
  const order = orderOf(fields);
  if (shop.claim(`${kindOf(fields)} ${order} ${status}`)) shop.credit(order, paidOf(fields));
}

/** The refusal of what is not genuine, or not for this merchant. */
export function refusal(): Response {
  return new Response('refused', { status: 401 });
}

/** spec: Delivery rules 1, "answers HTTP 200 with the plain text `success`". */
export function success(): Response {
  return new Response('success', { headers: { 'content-type': 'text/plain' } });
}
