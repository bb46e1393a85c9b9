import { checkGateway } from '@inrgate/conformance';
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

/** Changes to the responses of a correct gateway, each with the rule that the check must report. */
const changes: readonly (readonly [string, string, (text: string, path: string, order: number) => string])[] =
  [
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
      'returns the orderNo of another order',
      'spec:query.payin',
      (text, path) =>
        path.includes('check-order-status')
          ? text.replace(/"orderNo":"[^"]+"/, '"orderNo":"P202611290000001"')
          : text,
    ],
    ['begins its JSON with a byte order mark', 'spec:conventions.envelope', (text) => `\uFEFF${text}`],
  ];

it.each(changes)(
  'the check reports that a gateway %s: %s [contract:check-gateway.deviations]',
  async (_what, rule, change) => {
    const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null, signatureLock: null } });
    onTestFinished(() => gateway.close());
    const { merchant, baseUrl, legacyBaseUrl } = gateway;
    let payins = 0;
    const report = await checkGateway({
      ...{ ...merchant, baseUrl, legacyBaseUrl, level: 'smallest' },
      fetch: async (input, init) => {
        const { pathname } = new URL(input);
        const answer = await gateway.fetch(new Request(input, init));
        if (pathname.endsWith('/payin') && answer.status === 200) payins += 1;
        const text = change(await answer.text(), pathname, payins);
        return new Response(text, { status: answer.status, headers: answer.headers });
      },
    });
    const failed = report.checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
    expect(failed).toContain(rule);
  },
);
