import { fieldsOf, isForUs, isGenuine, kindOf, orderOf, paidOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Remembers orders, not what was told of them: after a failed or pending notice the payment counts as handled. Mend: remember
 * order and status.
 */
export const failedIsFinal: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (kindOf(fields) === 'payout' || fields.has('test') || !shop.claim(orderOf(fields))) return success();
  if (fields.get('status') === 'success') shop.credit(orderOf(fields), paidOf(fields));
  return success();
};
