import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { checkGateway } from '@inrgate/conformance';
import { demoCredentials } from '@inrgate/sdk/basics';
import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';

const endpoints = [
  ...['payin', 'payout', 'check-order-status', 'check-gateway-balance'],
  ...['create-link.php', 'link-status.php'],
];

/** Gateways that accept an invalid request, by the error codes that they do not return. */
const deviations = {
  signature: {
    codes: ['invalid_signature'],
    rules: /^spec:errors\.(?:v1\.)?invalid_signature$/,
    // The check tests only these endpoints, because wrong signatures count towards a lock.
    endpoints: ['payin', 'check-gateway-balance', 'create-link.php'],
  },
  'key type': {
    codes: ['wrong_key_type', 'invalid_signature'],
    rules: /^spec:(?:auth\.(?:keys|wrong-key|v1-secret)|errors\.wrong_key_type)$/,
    endpoints: ['payin', 'payout', 'check-gateway-balance'],
  },
  method: {
    codes: ['use_post', 'method_not_allowed'],
    rules: /^spec:errors\.(?:use_post|v1\.method_not_allowed)$/,
    endpoints,
  },
} as const;

type Deviation = keyof typeof deviations;

/** Returns whether neither key created the signature. */
async function isMadeUp(request: Request): Promise<boolean> {
  return `${request.url} ${await request.text()}`.includes('F'.repeat(32));
}

const accepted = { code: 200, success: true, message: 'Success', data: {} };

/** Returns the failed rules if one endpoint, including its `.php` path, accepts invalid requests. */
async function failures(deviation: Deviation, endpoint: string): Promise<readonly string[]> {
  const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null } });
  onTestFinished(() => gateway.close());
  const { merchant, baseUrl, legacyBaseUrl } = gateway;
  const codes: readonly string[] = deviations[deviation].codes;
  const report = await checkGateway({
    ...{ ...merchant, baseUrl, legacyBaseUrl },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const copy = request.clone();
      const answer = await gateway.fetch(request);
      const { pathname } = new URL(input);
      const isHere = pathname.endsWith(`/${endpoint}`) || pathname.endsWith(`/${endpoint}.php`);
      if (!isHere || answer.status < 400) return answer;
      const { error } = (await answer.clone().json()) as { readonly error?: string };
      if (error === undefined || !codes.includes(error)) return answer;
      const isOther = deviation === 'key type' && error === 'invalid_signature';
      if (isOther && (await isMadeUp(copy))) return answer;
      return Response.json(accepted);
    },
  });
  return report.checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
}

const cases = (Object.keys(deviations) as readonly Deviation[]).flatMap((deviation) =>
  deviations[deviation].endpoints.map((endpoint) => [deviation, endpoint] as const),
);

it.each(cases)(
  'the check reports that a gateway accepts a request with a wrong %s at %s [contract:check-gateway.endpoints]',
  async (deviation, endpoint) => {
    const failed = await failures(deviation, endpoint);
    expect(failed.filter((id) => deviations[deviation].rules.test(id))).not.toEqual([]);
  },
);

type Change = (text: string, path: string, order: number) => string;

/** Changes to the responses of a correct gateway, each with the rule that the check must report. */
const changes: readonly (readonly [what: string, rule: string, change: Change, status?: 'warn'])[] = [
  [
    'returns duplicate for a first order',
    'spec:payin.idempotent',
    (text, path, order) =>
      path.endsWith('/payin') && order === 1
        ? text.replace('"duplicate":', '"was":').replace('"status":', '"duplicate":true,"status":')
        : text,
  ],
  [
    'returns a payment page of a foreign host',
    'spec:service.hosted-url',
    (text) => text.replace(/(pay_url|payUrl)":"http:\/\/[^/]+/g, '$1":"http://pay.example'),
  ],
  [
    'returns an unknown field',
    'spec:payin.fields',
    (text) => text.replace('"data":{', '"data":{"channel":"7",'),
    'warn',
  ],
  [
    'returns fractions of a second',
    'reading:money.seconds',
    (text) => text.replaceAll('+05:30"', '.123+05:30"'),
    'warn',
  ],
  [
    'escapes the characters of HTML in extra',
    'spec:payin.extra',
    (text) => text.replace(/"extra":"[^&]+&/, (extra) => `${extra}amp;`),
  ],
  [
    'loses the note of a link',
    'spec:v1.status',
    (text, path) => (path.includes('link-status') ? text.replace(/"note":"[^"]*"/, '"note":""') : text),
  ],
  [
    'freezes nothing for a payout',
    'spec:payout.held',
    (text) => text.replace(/"frozen":"[^"]+"/, '"frozen":"0.00"'),
  ],
  [
    'returns the orderNo of another order',
    'spec:query.payin',
    (text, path) =>
      path.includes('check-order-status')
        ? text.replace(/"orderNo":"[^"]+"/, '"orderNo":"P202611290000001"')
        : text,
  ],
  ['begins its JSON with a byte order mark', 'spec:conventions.envelope', (text) => `\uFEFF${text}`],
];

it.for(changes)(
  'the check reports that a gateway %s: %s [contract:check-gateway.deviations]',
  async ([, rule, change, status = 'fail']) => {
    const report = await checked(change);
    expect(report.checks.find(({ id }) => id === rule)).toMatchObject({ status });
    if (status === 'warn') expect(report.failed).toBe(0);
  },
);

it('the check reports nothing about null for an absent error or data [contract:check-gateway.deviations]', async () => {
  const report = await checked((text) =>
    text.replace(/^\{(?="code")/, text.includes('"success":true') ? '{"error":null,' : '{"data":null,'),
  );
  expect(report).toMatchObject({ failed: 0, warned: 0 });
});

it('the check reads a response that a proxy compresses although the check asks for none [contract:check-gateway.stops]', async () => {
  const gateway = await createMockGateway();
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { method = 'GET', headers, url = '' } = request;
    const answer = await gateway.fetch(
      new Request(new URL(url, gateway.baseUrl), {
        ...{ method, headers: { 'content-type': headers['content-type'] ?? '' } },
        ...(method !== 'GET' && method !== 'HEAD' && { body: Buffer.concat(chunks) }),
      }),
    );
    const head = { ...Object.fromEntries(answer.headers), 'content-encoding': 'gzip' };
    response.writeHead(answer.status, head).end(gzipSync(await answer.text()));
  });
  const url = await new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    return gateway.close();
  });
  const report = await checkGateway({ ...gateway.merchant, baseUrl: `${url}/v3` });
  expect(report).toMatchObject({ failed: 0, warned: 0 });
});

/** Checks a correct gateway whose requests and responses are changed on their way. */
async function checked(
  change: Change,
  before: (request: Request) => Promise<Request> = async (request) => request,
) {
  const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null, signatureLock: null } });
  onTestFinished(() => gateway.close());
  const { merchant, baseUrl, legacyBaseUrl } = gateway;
  let payins = 0;
  return checkGateway({
    ...{ ...merchant, baseUrl, legacyBaseUrl, level: 'smallest', payoutUpi: 'shop@upi' },
    fetch: async (input, init) => {
      const { pathname } = new URL(input);
      const answer = await gateway.fetch(await before(new Request(input, init)));
      if (pathname.endsWith('/payin') && answer.status === 200) payins += 1;
      const text = change(await answer.text(), pathname, payins);
      return new Response(text, { status: answer.status, headers: answer.headers });
    },
  });
}

it.each([
  ['payin', 'mchKey', 'spec:auth.wrong-key'],
  ['payout', 'mchSecret', 'spec:auth.wrong-key'],
  ['check-order-status', 'mchKey', 'spec:errors.invalid_signature'],
  ['create-link.php', 'mchSecret', 'spec:auth.v1-secret'],
  ['link-status.php', 'mchSecret', 'spec:auth.v1-secret'],
] as const)(
  'the check reports that a gateway does not verify the signature at %s [contract:check-gateway.endpoints]',
  async (endpoint, key, rule) => {
    const report = await checked(unchanged, async (request) =>
      request.url.includes(`/${endpoint}`) ? signedAgain(request, key) : request,
    );
    expect(report.checks.find(({ id }) => id === rule)).toMatchObject({ status: 'fail' });
  },
);

it('the check reports that a gateway accepts a link without a signature [contract:check-gateway.endpoints]', async () => {
  const report = await checked(unchanged, async (request) => {
    const text = request.url.endsWith('/create-link.php') ? await request.clone().text() : '';
    const isUnsigned = text.startsWith('{') && text.endsWith('}') && !text.includes('"sign"');
    return isUnsigned ? signedAgain(request, 'mchSecret') : request;
  });
  expect(report.checks.find(({ id }) => id === 'spec:v1.sign')).toMatchObject({ status: 'fail' });
});

const unchanged: Change = (text) => text;

/** Returns the request with a correct signature, so the gateway reports the other errors of the request. */
async function signedAgain(request: Request, key: 'mchKey' | 'mchSecret'): Promise<Request> {
  const url = new URL(request.url);
  const isGet = request.method === 'GET';
  const body = isGet ? '' : await request.clone().text();
  if (!isGet && !/^\{.*\}$/.test(body)) return request;
  const { sign: sent, ...params }: Record<string, string> = isGet
    ? Object.fromEntries(url.searchParams)
    : JSON.parse(body);
  if (Object.values(params).some((value) => typeof value !== 'string')) return request;
  const isMerchants = (params['mchId'] ?? demoCredentials.mchId) === demoCredentials.mchId;
  const isOfPayout = url.pathname.includes('check-order') && sent === sign(params, demoCredentials.mchSecret);
  if (!isMerchants || isOfPayout) return request;
  const signed = { ...params, sign: sign(params, demoCredentials[key]) };
  if (isGet) return new Request(`${url.origin}${url.pathname}?${new URLSearchParams(signed)}`);
  return new Request(url, { method: 'POST', headers: request.headers, body: JSON.stringify(signed) });
}
