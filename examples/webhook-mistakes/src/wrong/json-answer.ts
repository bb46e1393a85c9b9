import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Returns an object, which becomes JSON without the word `success`. All six attempts of each callback fail. Fix: return
 * the plain text `success`.
 */
export const jsonAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return Response.json({ ok: true });
};
