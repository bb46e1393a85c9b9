import { type Fields, fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Verifies over values that went through a parser: the number 90.50 comes back as 90.5, and another text is hashed than the one
 * that was signed. Mend: verify over the raw body, before a parser of JSON has it.
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
