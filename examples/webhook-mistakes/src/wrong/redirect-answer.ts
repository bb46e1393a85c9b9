import { fieldsOf, isForUs, isGenuine, refusal, settle } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Redirects the gateway to a page, as if it were a customer. The gateway follows no redirects. Fix: return `success`
 * here.
 */
export const redirectAnswer: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return new Response(null, { status: 302, headers: { location: '/thank-you' } });
};
