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

const retries = `A failed delivery is tried again after ${callbackRetryDelaysMs.map(spell).join(', ')}, always with the same bytes. The same callback may arrive more than once, so the receiver has to be idempotent.`;

const delivery = `Delivered when the receiver answers HTTP 200 with the plain text \`success\` within ${callbackTimeoutMs / 1000} seconds; a redirect counts as a failure. ${retries}`;

/** Whole hours or minutes. */
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
      description: `Signed with mchKey. Goes to the order’s \`notifyUrl\`, else to the callback URL saved in the panel. ${delivery}\n\nThe panel’s "Test endpoint" sends one with made-up order values and \`test\` = true, once as JSON and once as a form, and notes the format that the receiver accepts.`,
      responses: { 200: acknowledged },
    }),
    payout: webhook([jsonType, formType], {
      schema: ref('schemas', 'PayoutCallback'),
      examples: payoutExamples(),
      summary: 'A withdrawal was approved, paid, rejected or cancelled',
      description: `Signed with mchSecret. Goes to the callback URL saved in the panel. The callbacks of one withdrawal are delivered independently: \`processing\` can arrive after \`success\`. ${delivery}`,
      responses: { 200: acknowledged },
    }),
    link: webhook([jsonType], {
      schema: ref('schemas', 'LinkCallback'),
      examples: { success: { summary: 'A link was paid', value: callback(linkCallback, {}, mchSecret) } },
      summary: 'A payment link was paid',
      description: `Legacy, always JSON, signed with the API Secret. Goes to the link’s \`notify_url\`; without one nothing is sent. ${retries}`,
      responses: { '2XX': { description: 'Received: any 2xx counts.' } },
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
    failed: ['Failed: what is not known is empty and not signed', { ...unpaid, status: 'failed' }],
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

/** A body as it is sent: the fields with the values that their descriptions show, or these, truly signed. */
function callback(schema: z.ZodObject, fields: Fields, key: string): unknown {
  const { test: _test, usdtAmount: _usdtAmount, ...usual } = exampleOf(schema) as Fields;
  return JSON.parse(encodeCallback({ ...usual, ...fields }, key, 'json').body);
}
