import { type Fields, fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Verifies parsed values. The number 90.50 becomes 90.5, so the calculated signature differs. Fix: verify the raw body
 * before any JSON parser.
 */
export const parsedJson: MakeEndpoint = (shop, credentials) => async (request) => {
  const isJson = request.headers.get('content-type') === 'application/json';
  const fields = isJson ? textsOf(await request.json()) : await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};

function textsOf(body: unknown): Fields {
  return new Map(Object.entries(Object(body)).map(([name, value]) => [name, String(value)]));
}
