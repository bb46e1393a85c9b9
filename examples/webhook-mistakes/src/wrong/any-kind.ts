import { parseAmount, verifySignature } from '@inrgate/sdk/protocol';
import { fieldsOf, isForUs, orderOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Accepts either key on one route, with one table of orders. A payout therefore credits the pay-in with the same order
 * number. Fix: use the key and the orders of the callback's kind.
 */
export const anyKind: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  const keys = [credentials.mchKey, credentials.mchSecret];
  const isSigned = keys.some((key) => verifySignature(fields, key, fields.get('sign') ?? ''));
  if (!isSigned || !isForUs(fields, credentials)) return refusal();
  const order = orderOf(fields);
  const isPaid = fields.get('status') === 'success' && !fields.has('test');
  if (isPaid && shop.claim(order)) {
    shop.credit(order, parseAmount(fields.get('paidAmount') ?? fields.get('amount') ?? ''));
  }
  return success();
};
