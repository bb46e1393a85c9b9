import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Credits, and then looks whether it was genuine: the refusal comes too late. Mend: verify before anything else.
 */
export const creditBeforeVerifying: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  settle(fields, shop);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  return success();
};
