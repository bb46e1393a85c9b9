import {
  callbackAliases,
  phpSuffix,
  type V1Endpoint,
  type V3Endpoint,
  v1Routes,
  v3Routes,
} from '@inrgate/sdk/internal';
import {
  formatAmount,
  parseAmount,
  payinFee,
  payoutFee,
  type RequestField,
  v1Errors,
  v1Requests,
  v3Errors,
  v3Requests,
  verifyAlternative,
  verifySignature,
} from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import {
  deadReferences,
  documentErrors,
  examplesIn,
  follow,
  judge,
  nodesIn,
  wrongExamples,
} from '../../../test/openapi.ts';
import { demoMerchant } from '../../configuration/options.ts';
import { wireDocument } from './wire-document.ts';

type Json = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

const origin = {
  baseUrl: 'http://127.0.0.1:4300/v3',
  legacyBaseUrl: 'http://127.0.0.1:4300/v1',
  version: '1.2.3',
};
const document = wireDocument(origin);
const { mchId, mchKey, mchSecret } = demoMerchant;
const types = ['application/json', 'application/x-www-form-urlencoded'] as const;

const v3Endpoints = Object.keys(v3Routes) as V3Endpoint[];
const v3Addresses = v3Endpoints.flatMap((endpoint) =>
  ['', phpSuffix].map((suffix) => [endpoint, `${v3Routes[endpoint].path}${suffix}`] as const),
);
const v1Endpoints = Object.keys(v1Routes) as V1Endpoint[];

const ofNoOperation: readonly string[] = ['not_found', 'use_post'];

/** Returns the value at a path of names. Resolves references. */
function at(...names: readonly string[]): Json {
  return names.reduce<Json>((node, name) => {
    const next = node[name];
    if (typeof next !== 'object' || next === null) throw new Error(`no ${names.join(' > ')}`);
    return follow(document, next as Json);
  }, document);
}

function values(...names: readonly string[]): readonly Json[] {
  const node = at(...names);
  return Object.values(node).map((example) => follow(document, example as Json)['value'] as Json);
}

const v3Body = (path: string, type: string) => ['paths', path, 'post', 'requestBody', 'content', type];
const answer = (path: string, method: string, status: number) => [
  'paths',
  path,
  method,
  'responses',
  String(status),
  'content',
  'application/json',
];

describe('OpenAPI document of the wire API', () => {
  it('the document of the wire API is valid OpenAPI 3.1', async () => {
    expect(await documentErrors(document)).toBeUndefined();
  });

  it('the document of the wire API has no dead reference and no repeated operation', () => {
    expect(deadReferences(document)).toEqual([]);
    const ids = Object.values(at('paths')).flatMap((item) => Object.values(item as Json));
    const names = ids.map((operation) => (operation as Json)['operationId']).filter(Boolean);
    expect(new Set(names).size).toBe(v3Addresses.length + v1Endpoints.length);
  });

  it('the document of the wire API contains the URLs of both APIs and of the checkout', () => {
    expect(document['servers']).toMatchObject([{ url: origin.baseUrl }]);
    for (const endpoint of v1Endpoints) {
      expect(at('paths', v1Routes[endpoint].path)['servers']).toMatchObject([{ url: origin.legacyBaseUrl }]);
    }
    const [order] = values(...answer('/payin', 'post', 200), 'examples');
    expect(order?.['data']).toMatchObject({
      pay_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4300\/pay\//),
    });
    expect(at('info')['version']).toBe('1.2.3');
  });

  it('the document of the wire API shows no signature without the values that it signs', () => {
    const nodes = nodesIn(document);
    const signs = nodes.flatMap(({ node }): readonly Json[] => {
      const { sign } = (node['properties'] ?? {}) as { readonly sign?: Json };
      return sign === undefined ? [] : [sign];
    });
    expect(signs.length).toBeGreaterThan(5);
    expect(signs.filter((schema) => 'examples' in schema)).toEqual([]);
    expect(nodes.filter(({ node }) => '$id' in node || '$schema' in node)).toEqual([]);
  });

  it('the document of the wire API labels each example of a body differently', () => {
    const filled = expect.stringMatching(/\w/);
    expect(document['info']).toMatchObject({ title: filled, description: filled });
    for (const { at: place, node } of nodesIn(document)) {
      if (node['schema'] === undefined || node['examples'] === undefined) continue;
      const examples = Object.values(node['examples'] as Readonly<Record<string, Json>>);
      const labels = examples.map((example) => follow(document, example)['summary']);
      expect([place, labels]).toEqual([place, labels.map(() => filled)]);
      expect([place, new Set(labels).size]).toEqual([place, labels.length]);
    }
  });

  it('the document of the wire API contains no secret', () => {
    expect(JSON.stringify(document)).not.toContain(mchSecret);
  });
});

describe.each(v3Addresses)('%s at %s', (endpoint, path) => {
  it('the operation accepts only POST, both with and without the suffix .php', () => {
    const { operationId, ...operation } = at('paths', path, 'post');
    const { operationId: _id, ...plain } = at('paths', v3Routes[endpoint].path, 'post');
    expect(Object.keys(at('paths', path))).toEqual(['post']);
    expect(operation).toEqual(plain);
    expect(operationId).toBe(path.slice(1));
  });

  it.each(types)('the operation accepts every parameter and alias as %s', (type) => {
    const properties = at(...v3Body(path, type), 'schema', 'properties');
    const fields: readonly RequestField<string>[] = v3Requests[endpoint].fields;
    expect(Object.keys(properties)).toEqual(
      fields.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias])),
    );
    for (const { name, alias, description } of fields) {
      expect((properties[name] as Json)['description']).toContain(description);
      if (alias === undefined) continue;
      expect((properties[name] as Json)['description']).toContain(`\`${alias}\``);
      expect(properties[alias]).toMatchObject({ type: 'string', description: `Alias of \`${name}\`.` });
    }
  });

  it.each(types)('the operation shows example requests with valid signatures as %s', (type) => {
    const requests = values(...v3Body(path, type), 'examples') as readonly Texts[];
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests) expect(isSigned(request, v3Routes[endpoint].keys)).toBe(true);
  });

  it('the operation contains an example of each of its errors', () => {
    const responses = Object.keys(at('paths', path, 'post', 'responses'));
    for (const status of responses.filter((name) => name !== '200')) {
      const examples = at(...answer(path, 'post', Number(status)), 'examples');
      for (const [code, example] of Object.entries(examples)) {
        const body = { code: Number(status), success: false, error: code };
        expect(follow(document, example as Json)['value']).toMatchObject(body);
      }
    }
    expect(at('paths', path, 'post', 'responses', '429', 'headers', 'Retry-After')).toBeTruthy();
  });
});

function isSigned(request: Texts, keys: readonly string[]): boolean {
  const { sign = '', merchant_id = '', amount = '', merchant_order_no = '', callback_url } = request;
  expect(request['mchId'] ?? merchant_id).toBe(mchId);
  if (keys.includes('mchKey') && verifySignature(request, mchKey, sign, { upperCaseOnly: true })) return true;
  if (keys.includes('mchSecret') && verifySignature(request, mchSecret, sign, { upperCaseOnly: true }))
    return true;
  return verifyAlternative({ merchant_id, amount, merchant_order_no, callback_url }, mchKey, sign);
}

describe('examples of the wire API', () => {
  it('each example matches its schema', () => {
    expect(examplesIn(document).length).toBeGreaterThan(100);
    expect(wrongExamples(document)).toEqual([]);
  });

  it('the examples use every parameter and alias of every v3 endpoint', () => {
    for (const endpoint of v3Endpoints) {
      const fields: readonly RequestField<string>[] = v3Requests[endpoint].fields;
      const aliases = endpoint === 'payin' ? fields.flatMap(({ alias }) => alias ?? []) : [];
      const shown = values(...v3Body(v3Routes[endpoint].path, types[0]), 'examples').flatMap(Object.keys);
      expect(shown).toEqual(expect.arrayContaining([...fields.map(({ name }) => name), ...aliases]));
    }
  });

  it('the amounts in the examples add up', () => {
    const orders = examplesIn(document).flatMap(({ value }) => ordersIn(value));
    expect(orders.length).toBeGreaterThan(10);
    for (const { amount = '', fee, netAmount, totalDebit } of orders) {
      const paise = parseAmount(amount);
      if (totalDebit !== undefined) {
        expect([fee, totalDebit]).toEqual([payoutFee(paise), paise + payoutFee(paise)].map(formatAmount));
      } else {
        expect([fee, netAmount]).toEqual([payinFee(paise), paise - payinFee(paise)].map(formatAmount));
      }
    }
  });
});

function ordersIn(value: unknown): readonly Texts[] {
  const body = (value ?? {}) as Json;
  const order = (body['data'] ?? body) as Texts;
  return order['fee'] === undefined ? [] : [order];
}

describe('request schema', () => {
  const refused = judge(document);
  const payin = { mchOrderNo: 'A', amount: '500.00', sign: 'A'.repeat(32) };
  const payout = { ...payin, mchId };
  const bank = { bankCode: 'X', accountName: 'A', accountNumber: '123456', ifsc: 'HDFC0001234' };
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it.each([
    ['PayinRequest', { ...payin, mchId }],
    ['PayinRequest', { ...payin, merchant_id: mchId, unknown: 'x', flag: true }],
    ['PayoutRequest', { ...payout, upiId: 'asha@okhdfcbank' }],
    ['PayoutRequest', { ...payout, ...bank }],
    ['OrderQueryRequest', { mchId, orderNo: 'P1', sign: payin.sign }],
  ])('the request schema %s accepts %j', (name, request) => {
    expect(refused(schema(name), request)).toBeUndefined();
  });

  it.each([
    ['PayinRequest', payin],
    ['PayinRequest', { ...payin, mchId, amount: '500' }],
    ['PayinRequest', { ...payin, mchId, extra: { nested: 'x' } }],
    ['PayinRequest', { ...payin, mchId, unknown: ['x'] }],
    ['PayoutRequest', payout],
    ['PayoutRequest', { ...payout, ...bank, ifsc: undefined }],
    ['OrderQueryRequest', { mchId, sign: payin.sign }],
    ['BalanceRequest', { mchId }],
    ['CreateLinkRequest', { amount: '500.005', sign: payin.sign }],
  ])('the request schema %s rejects %j', (name, request) => {
    expect(refused(schema(name), JSON.parse(JSON.stringify(request)))).toBeDefined();
  });
});

describe('documented errors', () => {
  const ofOperations = Object.entries(v3Errors).filter(([code]) => !ofNoOperation.includes(code));

  it.each(ofOperations)('the error %s of the v3 API has an example', (code, { status, meaning, fix }) => {
    const answers = v3Endpoints.flatMap((endpoint) => {
      const { [status]: response } = at('paths', v3Routes[endpoint].path, 'post', 'responses');
      if (response === undefined) return [];
      const media = at(
        'paths',
        v3Routes[endpoint].path,
        'post',
        'responses',
        String(status),
        'content',
        types[0],
      );
      const example = (media['examples'] as Readonly<Record<string, Json>>)[code];
      return example === undefined ? [] : [follow(document, example)];
    });
    expect(answers.length).toBeGreaterThan(0);
    expect(answers[0]).toEqual({
      summary: code,
      description: `${meaning} ${fix}`,
      value: { code: status, success: false, message: meaning, error: code },
    });
  });

  it.each(v1Errors.filter(({ status }) => status !== 405))(
    'the v1 error $status $code has an example',
    ({ status, code, meaning }) => {
      const [path, method] =
        status === 404 ? (['link-status', 'get'] as const) : (['create-link', 'post'] as const);
      const examples = values(...answer(v1Routes[path].path, method, status), 'examples');
      expect(examples).toContainEqual({ ok: false, error: code, message: meaning });
    },
  );

  it('the description, the schema and the examples of a response list the same errors', () => {
    let count = 0;
    for (const { at: place, node } of nodesIn(document)) {
      const { description, content } = node as { description?: string; content?: Json };
      const { schema, examples = {} } = (content?.[types[0]] ?? {}) as { schema?: Json; examples?: Json };
      const [, narrowed] = (schema?.['allOf'] ?? []) as readonly Json[];
      if (description === undefined || narrowed === undefined) continue;
      count += 1;
      const codes = Object.keys(examples);
      expect([place, narrowed]).toMatchObject([place, { properties: { error: { enum: codes } } }]);
      expect([place, [...description.matchAll(/^`(\w+)`: \w/gm)].map(([, code]) => code)]).toEqual([
        place,
        codes,
      ]);
    }
    expect(count).toBeGreaterThan(20);
  });

  it('only the description of the document lists the errors of an unknown path or method', () => {
    const listed = Object.entries(at('paths')).flatMap(([path, item]) =>
      ['get', 'post'].flatMap((method) =>
        method in (item as Json)
          ? [404, 405].flatMap((status) =>
              String(status) in at('paths', path, method, 'responses')
                ? Object.keys(at(...answer(path, method, status), 'examples')).map(
                    (code) => `${path} ${code}`,
                  )
                : [],
            )
          : [],
      ),
    );
    expect(listed).toEqual([
      '/check-order-status order_not_found',
      '/check-order-status.php order_not_found',
      `${v1Routes['link-status'].path} not_found`,
    ]);
    const { description } = at('info');
    for (const code of [...ofNoOperation, 'method_not_allowed']) expect(description).toContain(`\`${code}\``);
  });

  it('the document lists for each endpoint only the errors that the endpoint can return', () => {
    const codes = (endpoint: V3Endpoint) =>
      Object.keys(at('paths', v3Routes[endpoint].path, 'post', 'responses'))
        .filter((status) => status !== '200')
        .flatMap((status) =>
          Object.keys(at(...answer(v3Routes[endpoint].path, 'post', Number(status)), 'examples')),
        );
    expect(codes('payin')).not.toContain('order_not_found');
    expect(codes('payout')).toContain('ip_whitelist_required');
    expect(codes('check-order-status')).not.toContain('wrong_key_type');
    expect(codes('check-gateway-balance')).not.toContain('missing_param');
  });
});

describe('OpenAPI document of v1', () => {
  it('the create-link operation of v1 accepts each parameter', () => {
    const { post } = at('paths', v1Routes['create-link'].path) as { readonly post: Json };
    const body = ['paths', v1Routes['create-link'].path, 'post', 'requestBody', 'content'];
    expect(Object.keys(at(...body))).toEqual(['application/json']);
    expect(Object.keys(at(...body, 'application/json', 'schema', 'properties'))).toEqual(
      v1Requests['create-link'].fields.map(({ name }) => name),
    );
    expect(post['security']).toEqual([{ ApiKey: [] }, {}]);
    expect(at('components', 'securitySchemes', 'ApiKey')).toMatchObject({ in: 'header', name: 'X-Api-Key' });
  });

  it('the example requests of create-link have valid signatures with the API Secret', () => {
    const path = v1Routes['create-link'].path;
    const requests = values(...v3Body(path, 'application/json'), 'examples') as readonly Texts[];
    expect(requests.map((request) => 'api_key' in request)).toContain(false);
    const parameters = at('paths', v1Routes['link-status'].path, 'get')['parameters'] as readonly Texts[];
    expect(parameters.map(({ name }) => name)).toEqual(
      v1Requests['link-status'].fields.map(({ name }) => name),
    );
    const query = Object.fromEntries(parameters.map(({ name = '', example = '' }) => [name, example]));
    for (const request of [...requests, query]) {
      expect(verifySignature(request, mchSecret, request['sign'] ?? '')).toBe(true);
      expect(request['api_key'] ?? mchKey).toBe(mchKey);
    }
  });
});

describe('documented callbacks', () => {
  const examples = (name: string, type: string) =>
    values('webhooks', name, 'post', 'requestBody', 'content', type, 'examples') as readonly Texts[];

  it.each([
    ['payin', types[0], mchKey, ['success', 'success', 'failed', 'success']],
    ['payin', types[1], mchKey, ['success', 'success', 'failed', 'success']],
    ['payout', types[0], mchSecret, ['processing', 'success', 'failed']],
    ['payout', types[1], mchSecret, ['processing', 'success', 'failed']],
    ['link', types[0], mchSecret, ['success']],
  ] as const)('the example callbacks of a %s as %s have valid signatures', (name, type, key, statuses) => {
    const bodies = examples(name, type);
    expect(bodies.map(({ status }) => status)).toEqual(statuses);
    for (const body of bodies) {
      const signable = Object.fromEntries(
        Object.entries(body).map(([field, value]) => [field, String(value)]),
      );
      expect(verifySignature(signable, key, body['sign'] ?? '')).toBe(true);
    }
  });

  it('the example callbacks show every alias of a field', () => {
    for (const [alias, name] of Object.entries(callbackAliases)) {
      for (const body of [...examples('payin', types[0]), ...examples('payout', types[0])]) {
        expect(body[alias]).toBe(body[name]);
        expect(body[alias]).toBeTruthy();
      }
    }
  });

  it('an example callback leaves a field empty if its order has no value for that field', () => {
    const [, usdt, failed] = examples('payin', types[0]);
    expect(usdt).toMatchObject({ tradeType: 'usdt', utr: '' });
    expect(failed).toMatchObject({ status: 'failed', paidAmount: '', utr: '', payTime: '' });
    const [processing, , rejected] = examples('payout', types[0]);
    expect([processing?.['payTime'], rejected?.['payTime']]).toEqual(['', '']);
  });

  it('the example callbacks include the test callback', () => {
    expect(examples('payin', types[0])).toContainEqual(expect.objectContaining({ test: true }));
  });
});
