import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * `"success"`, a string as JSON. The gateway takes it, as the word is in it; nothing says that it always will. Mend: plain text.
 */
export const quotedAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return Response.json('success');
};
