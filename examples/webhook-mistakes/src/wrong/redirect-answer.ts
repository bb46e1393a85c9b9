import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Sends the gateway on to a page, as one does with a customer. Redirects are not followed. Mend: answer `success` here.
 */
export const redirectAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return new Response(null, { status: 302, headers: { location: '/thank-you' } });
};
