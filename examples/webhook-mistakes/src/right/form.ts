import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/** Written by hand, and for forms alone: the panel's test finds that out, and everything comes as a form then. */
export const formEndpoint: MakeEndpoint = (shop, credentials) => async (request) => {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    return new Response('forms only', { status: 415 });
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
