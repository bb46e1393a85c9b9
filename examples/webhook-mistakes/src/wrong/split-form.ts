import { type Fields, fieldsOf, isForUs, isGenuine, refusal, settle, success } from '../receiving.ts';
import type { MakeEndpoint } from '../shop.ts';

/**
 * Takes a form apart by hand: `decodeURIComponent` leaves `+` as it is, which in a form is a space. Mend: `URLSearchParams`, or
 * the framework's own parser.
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
