import { z } from 'zod';
import { type ControlRoute, controlRoutes } from '../../../control/calls/calls.ts';
import { events } from '../../../control/responses/events.ts';
import { type ResponseName, responses } from '../../../control/responses/responses.ts';
import { controlErrors } from '../../core/control-error.ts';
import { toComponents, toSchema } from '../../openapi/json-schema.ts';
import { groupBy, type Json, jsonType, mapValues, ref } from '../../openapi/parts.ts';
import { errorExamples, errorResponses, meanings } from './errors.ts';
import { explained, queryTexts } from './input-texts.ts';

/** Where the control API answers, and the gateway's version. */
export interface ControlOrigin {
  readonly controlUrl: string;
  readonly version: string;
}

/** The OpenAPI 3.1 document of the control API (contract: Control API). */
export function controlDocument({ controlUrl, version }: ControlOrigin): Json {
  return {
    openapi: '3.1.1',
    info: { title: 'inrgate mock gateway: control API', version, description },
    servers: [{ url: controlUrl }],
    security: [{}, { Token: [] }],
    paths: { ...controlPaths(), '/events': { get: eventStream() }, '/openapi.json': { get: thisDocument() } },
    components: {
      schemas: toComponents(components()),
      examples: errorExamples(),
      securitySchemes: { Token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const description = `Plays the customer, the operator and the clock of the mock gateway, and shows what happened. JSON in and out; amounts are text with two decimals, times ISO-8601 in IST. Not rate limited, and never subject to faults.

On a loopback address it answers only requests whose Host is a loopback name and whose Origin, if any, is its own. On any other, with a public URL and with a trusted proxy, each call needs the bearer token, also \`GET /ready\`, which a load balancer asks. It refuses the callbacks of every mock gateway.

A move of the clock waits for the deliveries under way. A callback handler must respond before it moves the clock, or the attempt fails after 8 s.

An error is an HTTP status with \`error\`, a stable code, and \`message\`, for people; after one nothing was changed. An unknown address is answered 404 \`not_found\`, another method than its own 405 \`method_not_allowed\`; HEAD is answered as GET, without the body.`;

function components(): Record<string, z.ZodType> {
  const eventData = Object.values(events).map(({ component, data }) => [component, data]);
  const error = z.strictObject({
    error: z.enum(Object.keys(controlErrors)).meta({ description: 'Stable machine-readable code.' }),
    message: z.string().meta({ description: 'What went wrong, for people.', examples: [meanings.not_found] }),
  });
  return { ...responses, ...Object.fromEntries(eventData), Error: error };
}

function controlPaths(): Record<string, Json> {
  const byPath = groupBy(controlRoutes, ({ path }) => path);
  const paths = [...byPath].map(([path, routes]) => [
    path.replace(':id', `{${idOf(path).name}}`),
    Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)])),
  ]);
  return Object.fromEntries(paths);
}

function operation(route: ControlRoute): Json {
  const { body, otherwise } = route;
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: operationId(route),
    tags: [areaOf(route.path)],
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: requestBody(body) }),
    responses: {
      ...success(route),
      ...errorResponses(route),
      ...(otherwise !== undefined && { [otherwise.status]: answered('Not so.', otherwise.response) }),
    },
  };
}

/** `POST /payins/:id/pay` is `postPayinsIdPay`. */
function operationId({ method, path }: ControlRoute): string {
  const words = path.split(/[^a-z]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

/** The part of the API: the first segment of its paths. */
function areaOf(path: string): string {
  return path.split('/')[1] ?? '';
}

interface Id {
  readonly name: string;
  readonly description: string;
}

const orOwn = 'or the merchant’s own, where it is one’s alone (`mchId` says whose)';

/** What stands for `:id`, by the part of the API. */
const ids: Readonly<Record<string, Id>> = {
  merchants: { name: 'mchId', description: 'Merchant ID.' },
  payins: { name: 'orderNo', description: `The order’s number; ${orOwn}.` },
  payouts: { name: 'orderNo', description: `The withdrawal’s number; ${orOwn}.` },
  links: { name: 'linkCode', description: `The link’s code; ${orOwn}.` },
  locks: { name: 'ip', description: 'The IP address, as the list answers it.' },
};

function idOf(path: string): Id {
  return ids[areaOf(path)] ?? { name: 'id', description: 'As the list answers it.' };
}

function pathParameters({ path }: ControlRoute): readonly Json[] {
  if (!path.includes(':id')) return [];
  return [{ ...idOf(path), in: 'path', required: true, schema: { type: 'string' } }];
}

function queryParameters({ query }: ControlRoute): readonly Json[] {
  if (query === undefined) return [];
  const { properties } = toSchema(query) as { readonly properties: Readonly<Record<string, Json>> };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    description: queryTexts[name],
    schema,
  }));
}

function requestBody({ schema, examples }: NonNullable<ControlRoute['body']>): Json {
  const content = {
    schema: explained(toSchema(schema)),
    examples: mapValues(examples, (value) => ({ value })),
  };
  return { required: !schema.safeParse({}).success, content: { [jsonType]: content } };
}

function success({ response, status }: ControlRoute): Json {
  if (response === undefined) return { 204: { description: 'Done.' } };
  return { [status ?? 200]: answered('Done.', response) };
}

function answered(told: string, response: ResponseName): Json {
  return { description: told, content: { [jsonType]: { schema: ref('schemas', response) } } };
}

/** contract: GET /events. */
function eventStream(): Json {
  const data = Object.entries(events).map(([name, { component }]) => `| \`${name}\` | ${component} |`);
  const example = 'event: clock\ndata: {"now":"2026-11-20T15:34:05+05:30","mode":"frozen"}\n\n';
  return {
    operationId: 'getEvents',
    tags: ['events'],
    summary: 'What happens, as it happens',
    description: `Server-sent events, each with JSON as its data. A reader that does not keep up is cut off and may come back.\n\n| event | data |\n|---|---|\n${data.join('\n')}`,
    responses: {
      200: {
        description: 'The stream.',
        content: {
          'text/event-stream': { schema: { type: 'string' }, examples: { clock: { value: example } } },
        },
      },
      ...errorResponses({ path: '/events' }),
    },
  };
}

function thisDocument(): Json {
  return {
    operationId: 'getOpenapi',
    tags: ['openapi.json'],
    summary: 'This document',
    responses: {
      200: { description: 'OpenAPI 3.1.', content: { [jsonType]: { schema: { type: 'object' } } } },
      ...errorResponses({ path: '/openapi.json' }),
    },
  };
}
