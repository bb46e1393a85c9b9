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
