import { fieldsOf, isForUs, isGenuine, orderOf, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Takes the credit back when a failed notice comes, though it may be an old one that was sent again. Mend: success is final.
 */
export const failedTakesBack: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (fields.get('status') === 'failed') shop.takeBack(orderOf(fields));
  settle(fields, shop);
  return success();
};
