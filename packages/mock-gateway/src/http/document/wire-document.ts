import { orderValidityMinutes, rateLimitPerMinute } from '@inrgate/sdk/internal';
import { bodyLimit, canonicalText, defaultLimits, formatAmount, sign } from '@inrgate/sdk/protocol';
import type { Json } from '../openapi/parts.ts';
import { mchId, mchKey } from '../openapi/signed-example.ts';
import { v1Components, v1Paths } from '../v1/openapi/paths.ts';
import { v3Components, v3Paths } from '../v3/openapi/paths.ts';
import { webhookSchemas, webhooks } from './webhooks.ts';

/** Where the gateway answers, and its version. */
export interface WireOrigin {
  readonly baseUrl: string;
  readonly legacyBaseUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of the wire API: v3, v1 and the callbacks (contract: Gateway addresses). */
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
  { name: 'v3', description: 'Pay-ins, withdrawals and the wallet.' },
  { name: 'v1', description: 'Legacy payment links. New integrations use v3.' },
  { name: 'callbacks', description: 'What the gateway sends to the merchant’s server.' },
];

const headers = {
  RetryAfter: {
    description: 'Seconds to wait; after them the next call is let through.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
};

function description(): string {
  return [overview, signature(), parameters, errors, limits()].join('\n\n');
}

const overview = `Collects and pays out Indian rupees. Every call is made from the merchant’s server, never from a browser or an app. The examples are signed with the keys of the demo merchant, \`${mchId}\`.`;

/** spec: Authentication 1 to 3. */
function signature(): string {
  const params = { mchId, mchOrderNo: 'ORDER-1', amount: '500.00' };
  return `## Signature

Every v3 request and every callback carries \`sign\`:

1. Take all parameters except \`sign\`, under the names as sent; drop those that are empty or null.
2. Sort them by name in plain byte order, upper case before lower case.
3. Write each as \`name=value\`, nothing encoded, and join them with \`&\`.
4. Append \`&key=\` and the key.
5. The MD5 of that UTF-8 text in upper-case hexadecimal is \`sign\`.

\`\`\`
${canonicalText(params, mchKey)}
${sign(params, mchKey)}
\`\`\`

Pay-ins, their queries and their callbacks are signed with mchKey (the API Key); withdrawals, their queries and callbacks, the balance and all of v1 with mchSecret (the API Secret). An unknown merchant and a wrong signature get the same answer; the right signature with the other key gets \`wrong_key_type\`.`;
}

const parameters = `## Parameters

A body is one flat JSON object or a form. Amounts are text with two decimals, times ISO-8601 in IST. An alias can stand in for its main name; both with different values are refused. A parameter that is not known is signed like the others and ignored.`;

const errors = `## Errors

The HTTP status equals \`code\`, and \`error\` is a stable code. The first check that fails answers. After a network error, a timeout or a 5xx the order may exist: send the call again with the same \`mchOrderNo\`, or query the order. Withdrawals need a saved IP allow-list.

What is no operation of this document is refused too. An unknown address gets 404 \`not_found\`. Another method gets 405 \`use_post\`, in v1 \`method_not_allowed\`, with the right one in the header Allow.`;

/** spec: Limits. An account may have its own. */
function limits(): string {
  const { payinMin, payinMax, payoutMin, payoutMax, payoutDaily } = defaultLimits;
  const range = (from: bigint, to: bigint) => `${formatAmount(from)} to ${formatAmount(to)} INR`;
  return `## Limits

| limit | value |
|---|---|
| pay-in amount | ${range(payinMin, payinMax)} |
| withdrawal amount | ${range(payoutMin, payoutMax)} |
| withdrawals of a day (IST) | ${formatAmount(payoutDaily)} INR |
| validity of an unpaid order | ${orderValidityMinutes} minutes |
| v3 calls per merchant and IP address | ${rateLimitPerMinute} in any 60 seconds |
| request body | ${bodyLimit / 1024} KB |`;
}
