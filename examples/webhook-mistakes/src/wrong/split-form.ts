import { type Fields, fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Splits a form by hand. `decodeURIComponent` does not decode `+`, which is a space in a form. Fix: use
 * `URLSearchParams` or the framework's parser.
 */
export const splitForm: MakeEndpoint = (shop, credentials) => async (request) => {
  const isForm = request.headers.get('content-type') === 'application/x-www-form-urlencoded';
  const fields = isForm ? splitFields(await request.text()) : await fieldsOf(request);
  if (!isGenuine(fields, credentials) || !isForUs(fields, credentials)) return refusal();
  settle(fields, shop);
  return success();
};

function splitFields(body: string): Fields {
  return new Map(
    body.split('&').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, decodeURIComponent(value)];
    }),
  );
}
