import type { V1ErrorCode } from '../known-codes.ts';
import { clientRefMaxLength, noteMaxLength } from '../limits.ts';
import { demoCredentials } from '../local-gateway.ts';
import type { V1Endpoint } from '../routes.ts';
import { type RequestField, requestTable } from './request-field.ts';
import * as text from './text.ts';

type V1Field = RequestField<V1ErrorCode>;

const sign = {
  name: 'sign',
  required: true,
  schema: text.signature,
  code: 'invalid_signature',
  description: 'The signature: MD5 over all other parameters and the API Secret, upper-case hexadecimal.',
  example: '3DB90FB37BEE214761F7C432EECE9430',
} as const satisfies V1Field;

const apiKey = {
  name: 'api_key',
  schema: text.someText,
  code: 'invalid_api_key',
  description: 'The API Key; it identifies the merchant.',
  example: demoCredentials.mchKey,
} as const satisfies V1Field;

/** spec: POST create-link.php. */
const createLink = requestTable([
  {
    ...apiKey,
    // The parameter is optional, because a header can contain the key. The signature does not cover the header.
    description: `${apiKey.description} The client can instead send it in the header X-Api-Key, which is not signed.`,
  },
  {
    name: 'amount',
    required: true,
    schema: text.linkAmount,
    code: 'invalid_amount',
    description: 'Amount in INR with up to two decimals, within the pay-in limits.',
    example: '500.00',
  },
  {
    name: 'note',
    schema: text.shortText(noteMaxLength),
    code: 'invalid_note',
    description: 'Any string of up to 255 characters.',
    example: 'Invoice 42',
  },
  {
    name: 'client_ref',
    schema: text.shortText(clientRefMaxLength),
    code: 'invalid_client_ref',
    description:
      'The merchant’s own identifier of the link, up to 120 characters. A repeated request returns the same link.',
    example: 'INV-42',
  },
  {
    name: 'notify_url',
    schema: text.url,
    code: 'invalid_notify_url',
    description: 'URL that receives the callback when the customer pays the link.',
    example: 'https://shop.example/webhooks',
  },
  {
    name: 'return_url',
    schema: text.url,
    code: 'invalid_return_url',
    description: 'URL to which the customer returns after payment.',
    example: 'https://shop.example/thanks',
  },
  {
    name: 'currency',
    schema: text.currency,
    code: 'invalid_currency',
    description: 'Currency that the customer pays in, `INR` (default) or `USDT`. The amount is always INR.',
    example: 'INR',
  },
  sign,
]);

/** spec: GET link-status.php, query parameters. */
const linkStatus = requestTable([
  { ...apiKey, required: true },
  {
    name: 'link_code',
    required: true,
    schema: text.someText,
    code: 'not_found',
    description: 'The identifier of the link.',
    example: 'L7f3kQ2m9',
  },
  sign,
]);

/** The requests of v1 by endpoint. Each required parameter has one code for a missing and for a malformed value. */
export const v1Requests = {
  'create-link': createLink,
  'link-status': linkStatus,
} satisfies Record<V1Endpoint, { readonly fields: readonly V1Field[] }>;
