import {
  linkCreated,
  linkFound,
  type V1Endpoint,
  v1Failure,
  v1Routes,
  v1Success,
} from '@inrgate/sdk/internal';
import { type RequestField, v1Requests, v1Responses } from '@inrgate/sdk/protocol';
import { exampleOf, requestSchema, toComponents, toSchema } from '../../openapi/json-schema.ts';
import { type Examples, type Json, jsonType, ref } from '../../openapi/parts.ts';
import { mchKey, mchSecret, signed } from '../../openapi/signed-example.ts';
import { v1ErrorExamples, v1ErrorResponses } from './errors.ts';

/** The API Key as a header, which only create-link.php accepts (spec: Legacy v1). */
const apiKeyHeader = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Api-Key',
  description:
    'API Key of a legacy request, as an alternative to the parameter `api_key`. The header is not signed.',
};

/** Paths of both endpoints, with their suffix (reading: States, "both exist only with.php"). */
export function v1Paths(legacyBaseUrl: string): Json {
  const servers = [{ url: legacyBaseUrl, description: 'The legacy API, v1' }];
  return {
    [v1Routes['create-link'].path]: { servers, post: createLink(legacyBaseUrl) },
    [v1Routes['link-status'].path]: { servers, get: linkStatus(legacyBaseUrl) },
  };
}

/** Components that v1 adds to the wire document. */
export function v1Components() {
  const schemas = toComponents({
    LinkCreated: linkCreated,
    LinkFound: linkFound,
    LinkCreatedSuccess: v1Success(v1Responses['create-link']),
    LinkFoundSuccess: v1Success(v1Responses['link-status']),
    V1Failure: v1Failure,
  });
  return {
    schemas: { CreateLinkRequest: requestSchema(v1Requests['create-link'], []), ...schemas },
    examples: v1ErrorExamples(),
    securitySchemes: { ApiKey: apiKeyHeader },
  };
}

function createLink(legacyBaseUrl: string): Json {
  return {
    operationId: 'create-link',
    tags: ['v1'],
    summary: 'Create a payment link',
    description:
      'Accepts JSON only, signed with the API Secret. Send the API Key as the parameter `api_key`, which is signed like any other. Or send it in the `X-Api-Key` header, which is not signed.\n\nThe call is idempotent on `client_ref`. A repeated request returns the same link. A repeat with another amount or currency returns 409 `duplicate_client_ref`.\n\n`trade_type` is another spelling of `currency`: `INRUPI` is `INR`, and `usdt` is `USDT`. If both are present and contradict each other, the response is 422 `invalid_currency`.',
    security: [{ ApiKey: [] }, {}],
    requestBody: {
      required: true,
      content: {
        [jsonType]: { schema: ref('schemas', 'CreateLinkRequest'), examples: createLinkExamples() },
      },
    },
    responses: {
      200: success('LinkCreatedSuccess', {
        created: {
          summary: 'A new link',
          value: { ok: true, data: { ...exampleOf(linkCreated), ...payUrl(legacyBaseUrl) } },
        },
      }),
      ...v1ErrorResponses([409, 422, 502]),
    },
  };
}

/** Requests that work unchanged with the demo merchant. */
function createLinkExamples(): Examples {
  const { api_key = '', ...params } = { ...paramsOf('create-link'), api_key: mchKey };
  return {
    parameter: { summary: 'The API Key as a parameter', value: signed({ api_key, ...params }, mchSecret) },
    header: { summary: 'The API Key in the header X-Api-Key', value: signed(params, mchSecret) },
    usdt: { summary: 'Paid in USDT', value: signed({ api_key, ...params, currency: 'USDT' }, mchSecret) },
  };
}

function linkStatus(legacyBaseUrl: string): Json {
  const example = signed({ ...paramsOf('link-status'), api_key: mchKey }, mchSecret);
  const found = { ...exampleOf(linkFound), ...payUrl(legacyBaseUrl) };
  return {
    operationId: 'link-status',
    tags: ['v1'],
    summary: 'Query a payment link',
    description:
      'Sign with the API Secret. A request for a link of another merchant returns 404 `not_found`.',
    parameters: fieldsOf('link-status').map(({ name, required, description, schema }) => ({
      name,
      in: 'query',
      required,
      description,
      schema: toSchema(schema),
      example: example[name],
    })),
    responses: {
      200: success('LinkFoundSuccess', {
        paid: { summary: 'A paid link', value: { ok: true, data: { ...found, status: 'success' } } },
        pending: {
          summary: 'An unpaid link',
          value: { ok: true, data: { ...found, paid_at: '' } },
        },
      }),
      ...v1ErrorResponses([404]),
    },
  };
}

function success(schema: string, examples: Examples): Json {
  return { description: 'Done.', content: { [jsonType]: { schema: ref('schemas', schema), examples } } };
}

function payUrl(legacyBaseUrl: string) {
  return { pay_url: new URL('/pay/3f9c0a', legacyBaseUrl).href };
}

function paramsOf(endpoint: V1Endpoint): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsOf(endpoint).map(({ name, example }) => [name, example]));
}

function fieldsOf(endpoint: V1Endpoint): readonly RequestField<string>[] {
  return v1Requests[endpoint].fields;
}
