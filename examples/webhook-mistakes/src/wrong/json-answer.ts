import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * The framework's habit: an object, which becomes JSON without the word `success`. Every payment is told six times, then given
 * up. Mend: answer the plain text `success`.
 */
export const jsonAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return Response.json({ ok: true });
};
