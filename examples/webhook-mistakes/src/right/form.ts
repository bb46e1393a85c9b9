import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * A receiver for forms only. The test in the merchant dashboard detects this, so the gateway sends all callbacks as
 * forms.
 */
export const formEndpoint: MakeEndpoint = (shop, credentials) => async (request) => {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded'))
    return new Response('forms only', { status: 415 });
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};
