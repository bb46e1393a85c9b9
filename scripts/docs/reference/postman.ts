import { z } from 'zod';
import { v1Routes, v3Routes } from '../../../packages/sdk/src/internal.ts';
import type { Document, Operation } from './openapi.ts';

const valueSchema = z.record(z.string(), z.string());

/** Variables that the user sets once, and the random order number of each pay-in. */
const variables = {
  mchId: 'DEMO1001',
  mchKey: 'demo-mch-key',
  mchSecret: 'demo-mch-secret',
  mchOrderNo: '',
  linkCode: '',
};
/** Replacements for fields of an example. `undefined` removes a field. */
const replaced: Readonly<Record<string, string | undefined>> = {
  mchId: '{{mchId}}',
  mchOrderNo: '{{mchOrderNo}}',
  api_key: '{{mchKey}}',
  client_ref: '{{mchOrderNo}}',
  sign: undefined,
  notifyUrl: undefined,
  notify_url: undefined,
};

/** Script that runs before each request and signs the fields with the key of the endpoint. */
const signScript = `const keys = KEYS;
const endpoint = pm.request.url.getPath().split('/').pop();
if (endpoint === 'payin') pm.collectionVariables.set('mchOrderNo', 'ORDER-' + Date.now());
const inQuery = pm.request.method === 'GET';
const text = (value) => pm.variables.replaceIn(value);
const fields = inQuery ? pm.request.url.query.toObject() : JSON.parse(text(pm.request.body.raw));
const signed = Object.keys(fields).filter((name) => name !== 'sign' && text(fields[name]) !== '').sort();
const canonical = signed.map((name) => name + '=' + text(fields[name])).join('&');
const key = pm.variables.get(keys[endpoint]);
const sign = require('crypto-js').MD5(canonical + '&key=' + key).toString().toUpperCase();
if (inQuery) pm.request.url.query.upsert({ key: 'sign', value: sign });
else pm.request.body.update(JSON.stringify({ ...fields, sign }));`;

const testScript = `pm.test('the gateway accepts the request', () => pm.response.to.have.status(200));
const { link_code: linkCode } = pm.response.json().data || {};
if (linkCode) pm.collectionVariables.set('linkCode', linkCode);`;

const event = (listen: string, script: string) => ({
  listen,
  script: { type: 'text/javascript', exec: script.split('\n') },
});

/** Text of `docs/reference/inrgate.postman_collection.json`, in the format 2.1 that Postman, Bruno and Insomnia import. */
export function postmanCollection(wire: Document): string {
  const routes = Object.entries({ ...v3Routes, ...v1Routes });
  const keys = Object.fromEntries(
    routes.map(
      ([
        ,
        {
          path,
          keys: [key],
        },
      ]) => [path.slice(1), key],
    ),
  );
  const collection = {
    info: {
      name: 'inrgate',
      description:
        'Signed requests to the mock gateway. Start it with inrgate serve. Send the requests in order.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: Object.entries({
      baseUrl: 'http://127.0.0.1:4300/v3',
      legacyBaseUrl: 'http://127.0.0.1:4300/v1',
      ...variables,
    }).map(([key, value]) => ({ key, value })),
    event: [event('prerequest', signScript.replace('KEYS', JSON.stringify(keys))), event('test', testScript)],
    item: routes.map(([, { method, path }]) =>
      request(wire, method, path, path.endsWith('.php') ? 'legacyBaseUrl' : 'baseUrl'),
    ),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function request(wire: Document, method: 'GET' | 'POST', path: string, root: string) {
  const operation = wire.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
  const { summary, description } = operation;
  const raw = `{{${root}}}${path}`;
  const url = { host: [`{{${root}}}`], path: [path.slice(1)] };
  if (method === 'GET') {
    const query = [
      { key: 'api_key', value: '{{mchKey}}' },
      { key: 'link_code', value: '{{linkCode}}' },
    ];
    const pairs = query.map(({ key, value }) => `${key}=${value}`);
    return {
      name: summary,
      request: { method, description, url: { ...url, raw: `${raw}?${pairs.join('&')}`, query } },
    };
  }
  const fields = JSON.stringify(fieldsOf(wire, operation), null, 2);
  const body = { mode: 'raw', raw: fields, options: { raw: { language: 'json' } } };
  const header = [{ key: 'Content-Type', value: 'application/json' }];
  return { name: summary, request: { method, description, header, body, url: { ...url, raw } } };
}

function fieldsOf(wire: Document, { requestBody }: Operation) {
  const name = requestBody?.$ref?.split('/').pop() ?? '';
  const body = requestBody?.$ref === undefined ? requestBody : wire.components.requestBodies?.[name];
  const [first] = Object.values(body?.content?.['application/json']?.examples ?? {});
  const fields = Object.entries(valueSchema.parse(first?.value));
  const shown = fields.map(([field, value]) => [field, field in replaced ? replaced[field] : value]);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}
