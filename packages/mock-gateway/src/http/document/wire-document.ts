import { orderValidityMinutes, rateLimitPerMinute } from '@inrgate/sdk/internal';
import { bodyLimit, canonicalText, defaultLimits, formatAmount, sign } from '@inrgate/sdk/protocol';
import type { Json } from '../openapi/parts.ts';
import { mchId, mchKey } from '../openapi/signed-example.ts';
import { v1Components, v1Paths } from '../v1/openapi/paths.ts';
import { v3Components, v3Paths } from '../v3/openapi/paths.ts';
import { webhookSchemas, webhooks } from './webhooks.ts';

/** URLs and version of the gateway. */
export interface WireOrigin {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of v3, v1 and the callbacks (contract: Gateway addresses). */
export function wireDocument({ baseUrl, legacyBaseUrl, version }: WireOrigin): Json {
  const v3 = v3Components(baseUrl);
  const v1 = v1Components();
  return {
    openapi: '3.1.1',
    info: { title: 'Merchant Payment Gateway API (INR)', version, description: description() },
    servers: [{ url: baseUrl, description: 'The API, v3' }],
    tags,
    paths: { ...v3Paths(), ...v1Paths(legacyBaseUrl) },
    webhooks: webhooks(),
    components: {
      ...v3,
      schemas: { ...v3.schemas, ...v1.schemas, ...webhookSchemas() },
      examples: { ...v3.examples, ...v1.examples },
      headers,
      securitySchemes: v1.securitySchemes,
    },
  };
}

const tags = [
  { name: 'v3', description: 'Pay-ins, payouts and the wallet.' },
  { name: 'v1', description: 'Legacy payment links. New integrations use v3.' },
  { name: 'callbacks', description: 'Requests from the gateway to the merchant’s server.' },
];

const headers = {
  RetryAfter: {
    description: 'Seconds to wait before the next call.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
};

function description(): string {
  return [overview, signature(), parameters, errors, limits()].join('\n\n');
}

const overview = `The API collects and pays out Indian rupees. Make every call from the merchant’s server, never from a browser or an app. The examples are signed with the keys of the demo merchant, \`${mchId}\`.`;

/** spec: Authentication 1 to 3. */
function signature(): string {
  const params = { mchId, mchOrderNo: 'ORDER-1', amount: '500.00' };
  return `## Signature

Every v3 request and every callback contains \`sign\`:

1. Take all parameters except \`sign\`, under the names that you send. Drop empty and null values.
2. Sort the parameters by name in plain byte order, upper case before lower case.
3. Write each parameter as \`name=value\`, without encoding, and join the pairs with \`&\`.
4. Append \`&key=\` and the key.
5. Set \`sign\` to the MD5 of that UTF-8 string in upper-case hexadecimal.

\`\`\`
${canonicalText(params, mchKey)}
${sign(params, mchKey)}
\`\`\`

| key | signs |
|---|---|
| mchKey (the API Key) | pay-ins, their queries and their callbacks |
| mchSecret (the API Secret) | payouts, their queries and their callbacks, the balance and all of v1 |

An unknown merchant and a wrong signature return the same error. A correct signature made with the other key returns \`wrong_key_type\`.`;
}

const parameters = `## Parameters

A body is one flat JSON object or a form. Amounts are strings with two decimals, and times are ISO 8601 in IST. You can send an alias instead of the main name. If you send both with different values, the call fails. Sign an unknown parameter like any other parameter. The gateway then ignores it.`;

const errors = `## Errors

The HTTP status equals \`code\`, and \`error\` is a stable code. The response reports the first check that fails. After a network error, a timeout or a 5xx, the order may exist. Retry the call with the same \`mchOrderNo\`, or query the order. Payouts require a saved IP allow-list.

An unknown path returns 404 \`not_found\`. An unsupported method returns 405 with the supported method in the \`Allow\` header. The error code is \`use_post\` in v3 and \`method_not_allowed\` in v1.`;

/** Describes the limits (spec: Limits). An account can have its own limits. */
function limits(): string {
  const { payinMin, payinMax, payoutMin, payoutMax, payoutDaily } = defaultLimits;
  const range = (from: bigint, to: bigint) => `${formatAmount(from)} to ${formatAmount(to)} INR`;
  return `## Limits

| limit | value |
|---|---|
| pay-in amount | ${range(payinMin, payinMax)} |
| payout amount | ${range(payoutMin, payoutMax)} |
| all payouts of a day (IST) | ${formatAmount(payoutDaily)} INR |
| validity of an unpaid order | ${orderValidityMinutes} minutes |
| v3 calls per merchant and IP address | ${rateLimitPerMinute} in any 60 seconds |
| request body | ${bodyLimit / 1024} KB |`;
}
