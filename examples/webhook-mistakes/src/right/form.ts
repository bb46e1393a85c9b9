import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/** Written by hand for forms only. After the merchant dashboard's test has found this, all callbacks are forms. */
export const formEndpoint: MakeEndpoint = (shop, credentials) => async (request) => {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    return new Response('forms only', { status: 415 });
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
