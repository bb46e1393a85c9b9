import { fieldsOf, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Takes a valid signature for the whole proof, and never looks for whom it is, nor at the aliases. Mend: compare `mchId` with your own, and each
 * alias with its name.
 */
export const anyMerchant: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
