import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Returns `"success"` as a JSON string. The gateway accepts this string because it contains the word, but this is not
 * specified. Fix: return plain text.
 */
export const quotedAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return Response.json('success');
};
