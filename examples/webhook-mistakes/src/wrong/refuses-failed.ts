import { fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Answers an error to what is not a payment, though it is genuine: it is sent again for seven hours. Mend: acknowledge what is
 * genuine, whatever its status.
 */
export const refusesFailed: MakeEndpoint = (shop, credentials) => async (request) => {
  const fields = await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  if (fields.get('status') !== 'success') return new Response('not paid', { status: 422 });
  settle(fields, shop);
  return success();
};
