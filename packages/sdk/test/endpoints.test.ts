import { expect, it } from 'vitest';
import { GatewayClient } from '../src/index.ts';
import { type Route, v1Routes, v3Routes } from '../src/internal.ts';
import { type RequestField, v1Requests, v3Requests, verifySignature } from '../src/protocol.ts';
import { credentials, failure, stubFetch } from './support/stub-fetch.ts';

type Params = Readonly<Record<string, string>>;

const operations = [
  ...operationsOf(v3Routes, v3Requests, credentials.baseUrl),
  ...operationsOf(v1Routes, v1Requests, credentials.legacyBaseUrl),
];

/** The operations of an API, each with its request. */
function operationsOf<Endpoint extends string>(
  routes: Readonly<Record<Endpoint, Route>>,
  requests: Readonly<Record<Endpoint, { readonly fields: readonly RequestField<string>[] }>>,
  root: string,
) {
  return (Object.keys(routes) as Endpoint[]).flatMap((endpoint) => {
    const { method, path, keys, operations } = routes[endpoint];
    const request = { method, url: root + path, fields: requests[endpoint].fields };
    return operations.map((operation, at) => ({ ...request, operation, key: keys[at] ?? 'mchKey' }));
  });
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Sends every parameter of the operation. The response is a rejection, so no other request follows. */
async function firstSent(operation: string, params: Params) {
  const { fetch, sent } = stubFetch(failure(401, 'invalid_signature'));
  const [resource = '', method = ''] = operation.split('.');
  const methods = Reflect.get(new GatewayClient({ ...credentials, fetch }), resource);
  await methods[method](params).catch(() => {});
  return sent[0];
}

it.each(operations)('the client has a method $operation for $method $url', async (row) => {
  const { operation, method, url, key, fields } = row;
  const own = fields.filter(({ name }) => !['mchId', 'api_key', 'sign'].includes(name));
  const values = Object.fromEntries(own.map(({ name, example }) => [name, example]));
  const params = Object.fromEntries(own.map(({ name, example }) => [camelCase(name), example]));
  const sent = await firstSent(operation, params);
  expect([sent?.method, sent?.url.split('?')[0]]).toEqual([method, url]);
  const received: Params =
    method === 'GET'
      ? Object.fromEntries(new URL(sent?.url ?? '').searchParams)
      : JSON.parse(sent?.body ?? '{}');
  const { sign = '', ...signed } = received;
  expect(signed).toMatchObject(values);
  expect(Object.keys(received).sort()).toEqual(fields.map(({ name }) => name).sort());
  expect(verifySignature(signed, credentials[key], sign)).toBe(true);
});
