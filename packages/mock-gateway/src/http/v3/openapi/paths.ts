import {
  payinCreated,
  payinFound,
  payoutCreated,
  payoutFound,
  phpSuffix,
  type V3Endpoint,
  v3Failure,
  v3Routes,
  v3Success,
  wallet,
} from '@inrgate/sdk/internal';
import { type RequestField, v3Requests, v3Responses } from '@inrgate/sdk/protocol';
import { requestSchema, toComponents } from '../../openapi/json-schema.ts';
import { formType, type Json, jsonType, ref } from '../../openapi/parts.ts';
import { v3ErrorExamples, v3ErrorResponses } from './errors.ts';
import { v3AnswerExamples, v3RequestExamples } from './examples.ts';

interface Prose {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

const prose: Readonly<Record<V3Endpoint, Prose>> = {
  payin: {
    name: 'Payin',
    summary: 'Create a pay-in',
    description: `Sign with mchKey. The call is idempotent on \`mchOrderNo\`. A repeated request returns the stored order with \`duplicate\` = true. A repeat with another amount or trade type returns 409 \`duplicate_order\`. Send the customer to \`pay_url\`.

With the snake_case names, the gateway also accepts the alternative signature. It is the MD5 of merchant_id, amount, merchant_order_no, the API Key and callback_url, joined without separators. An absent callback_url counts as empty. The hexadecimal digits can be upper or lower case.`,
  },
  'check-order-status': {
    name: 'OrderQuery',
    summary: 'Query a pay-in or a payout',
    description:
      'Sign with mchKey to query a pay-in, and with mchSecret to query a payout. Send `mchOrderNo` or `orderNo`. If you send both, they must name the same order. Prefer callbacks, and poll every few seconds at most.',
  },
  payout: {
    name: 'Payout',
    summary: 'Create a payout',
    description:
      'Sign with mchSecret, and call from an IP address on the saved allow-list. The beneficiary receives `amount`, and the gateway charges the fee in addition. It holds the amount and the fee until the payout is paid or fails.\n\nThe call is idempotent on `mchOrderNo`, like the call that creates a pay-in. A pay-in and a payout can have the same order number. The destination is a bank account, a UPI ID or a USDT wallet address. A bank account requires bankCode, accountName, accountNumber and ifsc. `payType` is optional. A call that fails debits nothing, and you can retry it with the same `mchOrderNo`.',
  },
  'check-gateway-balance': {
    name: 'Balance',
    summary: 'Read the wallet',
    description: 'Sign with mchSecret.',
  },
};

const endpoints = Object.keys(v3Routes) as V3Endpoint[];

/** The two paths of each endpoint (spec: Versioning). */
export function v3Paths(): Json {
  const paths = endpoints.flatMap((endpoint) =>
    ['', phpSuffix].map((suffix) => [
      `${v3Routes[endpoint].path}${suffix}`,
      { post: operation(endpoint, suffix) },
    ]),
  );
  return Object.fromEntries(paths);
}

function operation(endpoint: V3Endpoint, suffix: string): Json {
  const { name, summary, description } = prose[endpoint];
  const statuses = ['200', ...Object.keys(v3ErrorResponses(endpoint))];
  return {
    operationId: `${endpoint}${suffix}`,
    tags: ['v3'],
    summary,
    description,
    requestBody: ref('requestBodies', name),
    responses: Object.fromEntries(statuses.map((status) => [status, ref('responses', `${name}${status}`)])),
  };
}

/** Components that the two paths of each endpoint share. */
export function v3Components(baseUrl: string) {
  return {
    schemas: { ...requestSchemas(), ...answerSchemas() },
    requestBodies: requestBodies(),
    responses: responses(baseUrl),
    examples: v3ErrorExamples(),
  };
}

function forEachEndpoint(
  entries: (endpoint: V3Endpoint, name: string) => readonly (readonly [string, Json])[],
): Json {
  return Object.fromEntries(endpoints.flatMap((endpoint) => entries(endpoint, prose[endpoint].name)));
}

function requestSchemas(): Json {
  return forEachEndpoint((endpoint, name) => [
    [`${name}Request`, requestSchema(v3Requests[endpoint], choicesOf(endpoint))],
  ]);
}

/** Lists of parameters. A request must contain all parameters of one list: a destination, or an order number. */
function choicesOf(endpoint: V3Endpoint): readonly (readonly string[])[] {
  if (endpoint === 'check-order-status') return [['mchOrderNo'], ['orderNo']];
  const fields: readonly RequestField<string>[] = v3Requests[endpoint].fields;
  const destinations = fields.filter(({ destination }) => destination !== undefined);
  const kinds = Map.groupBy(destinations, ({ destination }) => destination);
  return [...kinds.values()].map((kind) => kind.map(({ name }) => name));
}

function answerSchemas(): Json {
  const successes = endpoints.map((endpoint) => [
    `${prose[endpoint].name}Success`,
    v3Success(v3Responses[endpoint]),
  ]);
  return toComponents({
    PayinCreated: payinCreated,
    PayinFound: payinFound,
    PayoutCreated: payoutCreated,
    PayoutFound: payoutFound,
    Wallet: wallet,
    ...Object.fromEntries(successes),
    V3Failure: v3Failure,
  });
}

function requestBodies(): Json {
  const examples = v3RequestExamples();
  return forEachEndpoint((endpoint, name) => {
    const content = { schema: ref('schemas', `${name}Request`), examples: examples[endpoint] };
    return [[name, { required: true, content: { [jsonType]: content, [formType]: content } }]];
  });
}

function responses(baseUrl: string): Json {
  const examples = v3AnswerExamples(baseUrl);
  return forEachEndpoint((endpoint, name) => {
    const content = { schema: ref('schemas', `${name}Success`), examples: examples[endpoint] };
    const success = { description: 'Done.', content: { [jsonType]: content } };
    const byStatus = { 200: success, ...v3ErrorResponses(endpoint) };
    return Object.entries(byStatus).map(([status, response]) => [`${name}${status}`, response]);
  });
}
