import { fieldsOf, isForUs, isGenuine, kindOf, orderOf, paidOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Remembers orders without their status, so a callback with the status `failed` or `pending` marks the payment as
 * handled. Fix: remember both the order and the status.
 */
export const failedIsFinal: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (kindOf(fields) === 'payout' || fields.has('test') || !shop.claim(orderOf(fields))) return success();
  if (fields.get('status') === 'success') shop.credit(orderOf(fields), paidOf(fields));
  return success();
};
