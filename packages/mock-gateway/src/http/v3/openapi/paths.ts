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
import { formType, type Json, jsonType, mapValues, ref } from '../../openapi/parts.ts';
import { endpointTexts } from './endpoints.ts';
import { v3ErrorExamples, v3ErrorResponses } from './errors.ts';

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
  const { name, summary, description } = endpointTexts[endpoint];
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
  return Object.fromEntries(endpoints.flatMap((endpoint) => entries(endpoint, endpointTexts[endpoint].name)));
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
    `${endpointTexts[endpoint].name}Success`,
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
  return forEachEndpoint((endpoint, name) => {
    const examples = mapValues(endpointTexts[endpoint].requests(), ([summary, value]) => ({
      summary,
      value,
    }));
    const content = { schema: ref('schemas', `${name}Request`), examples };
    return [[name, { required: true, content: { [jsonType]: content, [formType]: content } }]];
  });
}

function responses(baseUrl: string): Json {
  const payUrl = new URL('/pay/3f9c0a', baseUrl).href;
  return forEachEndpoint((endpoint, name) => {
    const responses = endpointTexts[endpoint].responses({ pay_url: payUrl, payUrl });
    const examples = mapValues(responses, ([summary, data]) => ({
      summary,
      value: { code: 200, success: true, message: 'Success', data },
    }));
    const content = { schema: ref('schemas', `${name}Success`), examples };
    const success = { description: 'Done.', content: { [jsonType]: content } };
    const byStatus = { 200: success, ...v3ErrorResponses(endpoint) };
    return Object.entries(byStatus).map(([status, response]) => [`${name}${status}`, response]);
  });
}
