import { fieldsOf, isForUs, isGenuine, kindOf, orderOf, paidOf, refusal, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Looks whether it was handled, and notes it after the credit: of two at the same moment both find nothing. Mend: claim it
 * first, with one statement that only one can win.
 */
export const lookThenCredit: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  const isPaid = fields.get('status') === 'success' && kindOf(fields) !== 'payout' && !fields.has('test');
  const order = orderOf(fields);
  if (!isPaid || shop.knows(order)) return success();
  // A database takes its time, and others come in between.
  await new Promise((resolve) => setTimeout(resolve, 50));
  shop.credit(order, paidOf(fields));
  shop.claim(order);
  return success();
};
