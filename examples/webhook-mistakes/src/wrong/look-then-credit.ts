import { fieldsOf, isForUs, isGenuine, kindOf, orderOf, paidOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Checks whether the callback was handled, and records it after the credit. Two simultaneous callbacks both credit the
 * order. Fix: claim the callback first, with one atomic statement.
 */
export const lookThenCredit: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  const isPaid = fields.get('status') === 'success' && kindOf(fields) !== 'payout' && !fields.has('test');
  const order = orderOf(fields);
  if (!isPaid || shop.knows(order)) return success();
  // A database call takes time, during which another callback can arrive.
  await new Promise((resolve) => setTimeout(resolve, 50));
  shop.credit(order, paidOf(fields));
  shop.claim(order);
  return success();
};
