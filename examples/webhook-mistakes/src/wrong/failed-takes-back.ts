import { fieldsOf, isForUs, isGenuine, orderOf, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Removes the credit after a callback with the status `failed`, which can be an old retry. Fix: treat success as final.
 */
export const failedTakesBack: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (fields.get('status') === 'failed') shop.takeBack(orderOf(fields));
  settle(fields, shop);
  return success();
};
