import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/** Returns `SUCCESS`, but the gateway distinguishes upper and lower case. Fix: return `success`. */
export const upperCaseAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return new Response('SUCCESS');
};
