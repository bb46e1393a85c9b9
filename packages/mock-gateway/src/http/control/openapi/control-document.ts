// Folder http/control/openapi: the OpenAPI document of the control API.
import { z } from 'zod';
import { type ControlRoute, controlRoutes } from '../../../control/calls.ts';
import { events } from '../../../control/responses/events.ts';
import { type ResponseName, responses } from '../../../control/responses/responses.ts';
import { controlErrors } from '../../core/control-error.ts';
import { toComponents, toSchema } from '../../openapi/json-schema.ts';
import { type Json, jsonType, mapValues, ref } from '../../openapi/parts.ts';
import { errorExamples, errorResponses, meanings } from './errors.ts';
import { explained, queryTexts } from './input-texts.ts';

/** URL of the control API and version of the gateway. */
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
      schemas: schemas(),
      examples: errorExamples(),
      securitySchemes: { Token: { type: 'http', scheme: 'bearer' } },
    },
  };
}

const description = `The control API simulates the customer and the operator. It moves the gateway’s clock and lists orders, callbacks and requests. Requests and responses are JSON. Amounts are strings with two decimals, and times are ISO 8601 in IST. The control API has no rate limit. Faults do not affect the control API.

On a loopback address the control API accepts only requests with a loopback \`Host\`. An \`Origin\` header must contain the origin of the control API. On any other address, with a public URL or with a trusted proxy, each call requires the bearer token. Load balancers must also send the token with \`GET /ready\`. The control API rejects the callbacks of every mock gateway.

A call that moves the clock waits for the deliveries in progress. A callback handler must respond before it moves the clock, or the attempt fails after 8 s.

An error response contains an HTTP status, a stable code in \`error\` and a readable \`message\`. A call that fails changes nothing. An unknown path returns 404 \`not_found\`, and an unsupported method returns 405 \`method_not_allowed\`. \`HEAD\` returns the same as \`GET\`, without the body.`;

function schemas(): Json {
  const { Fault: fault = {}, ...all } = toComponents(components());
  return { ...all, Fault: explained(fault) };
}

function components(): Record<string, z.ZodType> {
  const eventData = Object.values(events).map(({ component, data }) => [component, data]);
  const error = z.strictObject({
    error: z.enum(Object.keys(controlErrors)).meta({ description: 'Stable, machine-readable code.' }),
    message: z.string().meta({ description: 'Readable reason.', examples: [meanings.not_found] }),
  });
  return { ...responses, ...Object.fromEntries(eventData), Error: error };
}

function controlPaths(): Record<string, Json> {
  const byPath = Map.groupBy(controlRoutes, ({ path }) => path);
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
      ...(otherwise !== undefined && { [otherwise.status]: answered('Not ready.', otherwise.response) }),
    },
  };
}

/** Operation id of a call: `POST /payins/:id/pay` is `postPayinsIdPay`. */
function operationId({ method, path }: ControlRoute): string {
  const words = path.split(/[^a-z]+/).filter((word) => word !== '');
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

/** First path segment, by which the document groups the calls. */
function areaOf(path: string): string {
  return path.split('/')[1] ?? '';
}

interface Id {
  readonly name: string;
  readonly description: string;
}

const orOwn = 'or the merchant’s order number. If several orders have this order number, add `mchId`';

/** The path parameter `:id` for each first path segment. */
const ids: Readonly<Record<string, Id>> = {
  merchants: { name: 'mchId', description: 'Merchant ID.' },
  payins: { name: 'orderNo', description: `Gateway order number, ${orOwn}.` },
  payouts: { name: 'orderNo', description: `Gateway order number, ${orOwn}.` },
  links: { name: 'linkCode', description: `Link code, ${orOwn}.` },
  locks: { name: 'ip', description: 'IP address. `GET /_mock/locks` lists all locked IP addresses.' },
  callbacks: { name: 'id', description: 'ID of the callback. `GET /_mock/callbacks` lists all IDs.' },
  faults: { name: 'id', description: 'ID of the fault. `GET /_mock/faults` lists all IDs.' },
  requests: { name: 'id', description: 'ID of the request. `GET /_mock/requests` lists all IDs.' },
  snapshots: { name: 'id', description: 'Name of the snapshot. `GET /_mock/snapshots` lists all names.' },
  where: { name: 'id', description: 'Gateway order number, or the merchant’s order number.' },
  orders: { name: 'orderNo', description: `Gateway order number, link code, ${orOwn}.` },
};

function idOf(path: string): Id {
  return ids[areaOf(path)] ?? { name: 'id', description: 'ID.' };
}

function pathParameters({ path }: ControlRoute): readonly Json[] {
  if (!path.includes(':id')) return [];
  return [{ ...idOf(path), in: 'path', required: true, schema: { type: 'string' } }];
}

function queryParameters({ query }: ControlRoute): readonly Json[] {
  if (query === undefined) return [];
  const { properties } = toSchema(query) as { readonly properties: Readonly<Record<string, Json>> };
  return Object.entries(properties).map(([name, { description = queryTexts[name], ...schema }]) => ({
    name,
    in: 'query',
    description,
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

function success({ response, status, text }: ControlRoute): Json {
  if (text !== undefined)
    return { 200: { description: 'Done.', content: { [text]: { schema: { type: 'string' } } } } };
  if (response === undefined) return { 204: { description: 'Done.' } };
  return { [status ?? 200]: answered('Done.', response) };
}

function answered(description: string, response: ResponseName): Json {
  return { description, content: { [jsonType]: { schema: ref('schemas', response) } } };
}

/** contract: GET /events. */
function eventStream(): Json {
  const data = Object.entries(events).map(([name, { component }]) => `| \`${name}\` | ${component} |`);
  const example = 'event: clock\ndata: {"now":"2026-11-20T15:34:05+05:30","mode":"frozen"}\n\n';
  return {
    operationId: 'getEvents',
    tags: ['events'],
    summary: 'Stream events as they happen',
    description: `Server-sent events with JSON data. The gateway disconnects a client that reads too slowly. The client can reconnect.\n\n| event | data |\n|---|---|\n${data.join('\n')}`,
    responses: {
      200: {
        description: 'Event stream.',
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
    summary: 'Get this document',
    responses: {
      200: { description: 'OpenAPI 3.1.', content: { [jsonType]: { schema: { type: 'object' } } } },
      ...errorResponses({ path: '/openapi.json' }),
    },
  };
}
