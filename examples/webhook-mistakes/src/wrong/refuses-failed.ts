import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Returns an error for genuine callbacks that are not payments. The gateway retries these callbacks for seven hours.
 * Fix: acknowledge every genuine callback.
 */
export const refusesFailed: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (fields.get('status') !== 'success') return new Response('not paid', { status: 422 });
  settle(fields, shop);
  return success();
};
