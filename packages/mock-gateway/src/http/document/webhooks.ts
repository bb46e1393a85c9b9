import { encodeCallback } from '@inrgate/sdk/internal';
import {
  callbackRetryDelaysMs,
  callbackTimeoutMs,
  linkCallback,
  payinCallback,
  payoutCallback,
} from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import { exampleOf, toComponents } from '../openapi/json-schema.ts';
import { type Examples, formType, type Json, jsonType, mapValues, ref } from '../openapi/parts.ts';
import { mchKey, mchSecret } from '../openapi/signed-example.ts';

const delays = new Intl.ListFormat('en-GB').format(callbackRetryDelaysMs.map(spell));

const retries = `The gateway retries a failed delivery after ${delays}. Each attempt sends the same bytes. The same callback can arrive more than once, so the receiver must be idempotent.`;

const delivery = `The receiver must return HTTP 200 with the plain text \`success\` within ${callbackTimeoutMs / 1000} seconds. A redirect counts as a failure. ${retries}`;

/** Formats a duration in whole hours or minutes. */
function spell(ms: number): string {
  const minutes = ms / 60_000;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** The callbacks (spec: Events). */
export function webhooks(): Json {
  const acknowledged = {
    description: 'Received.',
    content: { 'text/plain': { schema: { const: 'success' } } },
  };
  return {
    payin: webhook([jsonType, formType], {
      schema: ref('schemas', 'PayinCallback'),
      examples: payinExamples(),
      summary: 'A pay-in was paid or failed',
      description: `The gateway signs this callback with mchKey. It sends the callback to the order’s \`notifyUrl\`. Without \`notifyUrl\`, it uses the callback URL saved in the merchant dashboard. ${delivery}\n\n"Test endpoint" in the merchant dashboard sends this callback twice, as JSON and as a form. The test callback contains sample values and \`test\` = true. The gateway saves the format that the receiver accepts.`,
      responses: { 200: acknowledged },
    }),
    payout: webhook([jsonType, formType], {
      schema: ref('schemas', 'PayoutCallback'),
      examples: payoutExamples(),
      summary: 'A payout was approved, paid, rejected or cancelled',
      description: `The gateway signs this callback with mchSecret and sends it to the callback URL saved in the merchant dashboard. It delivers the callbacks of one payout independently, so \`processing\` can arrive after \`success\`. ${delivery}`,
      responses: { 200: acknowledged },
    }),
    link: webhook([jsonType], {
      schema: ref('schemas', 'LinkCallback'),
      examples: { success: { summary: 'A link was paid', value: callback(linkCallback, {}, mchSecret) } },
      summary: 'A payment link was paid',
      description: `This legacy callback is always JSON, signed with the API Secret. The gateway sends it to the link’s \`notify_url\`. Without a \`notify_url\`, it sends no callback. ${retries}`,
      responses: { '2XX': { description: 'Acknowledged. Any 2xx status acknowledges the callback.' } },
    }),
  };
}

export function webhookSchemas(): Json {
  return toComponents({
    PayinCallback: payinCallback,
    PayoutCallback: payoutCallback,
    LinkCallback: linkCallback,
  });
}

interface Webhook {
  readonly schema: Json;
  readonly examples: Examples;
  readonly summary: string;
  readonly description: string;
  readonly responses: Json;
}

function webhook(types: readonly string[], { schema, examples, ...prose }: Webhook): Json {
  const content = Object.fromEntries(types.map((type) => [type, { schema, examples }]));
  return { post: { ...prose, tags: ['callbacks'], requestBody: { required: true, content } } };
}

function payinExamples(): Examples {
  const unpaid = { paidAmount: '', utr: '', payTime: '' };
  const bodies: Readonly<Record<string, readonly [string, Fields]>> = {
    success: ['Paid by UPI', {}],
    usdt: ['Paid in USDT', { tradeType: 'usdt', utr: '', usdtAmount: '5.555556' }],
    failed: ['Failed, with empty and unsigned values for unknown fields', { ...unpaid, status: 'failed' }],
    test: ['The test callback', { test: true }],
  };
  return mapValues(bodies, ([summary, fields]) => ({
    summary,
    value: callback(payinCallback, fields, mchKey),
  }));
}

function payoutExamples(): Examples {
  const bodies: Readonly<Record<string, readonly [string, Fields]>> = {
    processing: ['Approved', { status: 'processing', payTime: '' }],
    success: ['Paid', {}],
    failed: ['Rejected or cancelled', { status: 'failed', payTime: '', message: 'Rejected by the operator' }],
  };
  return mapValues(bodies, ([summary, fields]) => ({
    summary,
    value: callback(payoutCallback, fields, mchSecret),
  }));
}

type Fields = Readonly<Record<string, string | boolean>>;

/** A signed body with the example values of the fields, or with the given values. */
function callback(schema: z.ZodObject, fields: Fields, key: string): unknown {
  const { test: _test, usdtAmount: _usdtAmount, ...usual } = exampleOf(schema) as Fields;
  return JSON.parse(encodeCallback({ ...usual, ...fields }, key, 'json').body);
}
