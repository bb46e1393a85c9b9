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
import { formType, groupBy, type Json, jsonType, ref } from '../../openapi/parts.ts';
import { v3ErrorExamples, v3ErrorResponses } from './errors.ts';
import { v3AnswerExamples, v3RequestExamples } from './examples.ts';

interface Prose {
  /** What its components are called. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

const prose: Readonly<Record<V3Endpoint, Prose>> = {
  payin: {
    name: 'Payin',
    summary: 'Create a deposit order',
    description: `Signed with mchKey. Idempotent on \`mchOrderNo\`: a repeat answers the stored order with \`duplicate\` = true, a repeat with another amount or trade type 409 \`duplicate_order\`. Send the customer to \`pay_url\`.

With the snake_case names the alternative signature is accepted too: the MD5, in either case of hexadecimal, of the values of merchant_id, amount, merchant_order_no, the API Key and callback_url, written one after the other in this order; an absent callback_url counts as empty.`,
  },
  'check-order-status': {
    name: 'OrderQuery',
    summary: 'Query a deposit order or a withdrawal',
    description:
      'The key selects what is looked up: signed with mchKey it finds pay-ins, signed with mchSecret withdrawals. By `mchOrderNo` or `orderNo`; with both, both must name the same order. Poll every few seconds at most, and prefer callbacks.',
  },
  payout: {
    name: 'Payout',
    summary: 'Create a withdrawal',
    description:
      'Signed with mchSecret, from an address on the saved IP allow-list. The beneficiary receives `amount`; the fee is charged on top, and both are held until the withdrawal is paid or fails. Idempotent on `mchOrderNo` as pay-ins are, its numbers being apart from theirs. The destination is a bank account (bankCode, accountName, accountNumber and ifsc), a UPI ID or a USDT address; `payType` may be left out. A refusal debits nothing, and the same `mchOrderNo` may be tried again.',
  },
  'check-gateway-balance': {
    name: 'Balance',
    summary: 'Read the wallet',
    description: 'Signed with mchSecret.',
  },
};

const endpoints = Object.keys(v3Routes) as V3Endpoint[];

/** Each endpoint at both its addresses (spec: Versioning). */
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

/** What the two addresses of each endpoint share. */
export function v3Components(baseUrl: string) {
  return {
    schemas: { ...requestSchemas(), ...answerSchemas() },
    requestBodies: requestBodies(),
    responses: responses(baseUrl),
    examples: v3ErrorExamples(),
  };
}

/** The object with one entry or more for each endpoint. */
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

/** One kind of destination has to be there in full, or one of the two numbers of an order. */
function choicesOf(endpoint: V3Endpoint): readonly (readonly string[])[] {
  if (endpoint === 'check-order-status') return [['mchOrderNo'], ['orderNo']];
  const fields: readonly RequestField<string>[] = v3Requests[endpoint].fields;
  const destinations = fields.filter(({ destination }) => destination !== undefined);
  const kinds = groupBy(destinations, ({ destination }) => destination);
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

/** JSON or a form, whichever the merchant likes. */
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
