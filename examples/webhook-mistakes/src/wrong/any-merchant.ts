import { fieldsOf, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Checks only the signature, not the merchant or the aliases. Fix: compare `mchId` with your own, and each alias with
 * its main name.
 */
export const anyMerchant: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
