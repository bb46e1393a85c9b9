import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/** Credits the order before it verifies the callback, so the rejection is too late. Fix: verify first. */
export const creditBeforeVerifying: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  settle(fields, shop);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  return success();
};
