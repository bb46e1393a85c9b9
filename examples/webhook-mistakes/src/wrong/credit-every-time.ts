import { fieldsOf, isForUs, isGenuine, kindOf, orderOf, paidOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Credits every callback of a payment. Fix: mark order and status as handled, together with the credit.
 */
export const creditEveryTime: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  const isPaid = fields.get('status') === 'success' && kindOf(fields) !== 'payout';
  if (isPaid && !fields.has('test')) shop.credit(orderOf(fields), paidOf(fields));
  return success();
};
