import { type CheckLevel, checkGateway } from '@inrgate/conformance';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway } from '../../src/index.ts';

const v3 = ['payin', 'payout', 'check-order-status', 'check-gateway-balance'] as const;
const v1 = ['create-link.php', 'link-status.php'] as const;
const endpoints = [...v3, ...v1];

/** Gateways that accept an invalid request, by the error codes that they do not return. */
const deviations = {
  // At `read-only`, the check covers only one endpoint of v1 and two endpoints of v3, because wrong signatures count
  // towards a lock.
  signature: { level: 'mock', codes: ['invalid_signature'] },
  'key type': { level: 'mock', codes: ['wrong_key_type', 'invalid_signature'] },
  method: { level: 'read-only', codes: ['use_post', 'method_not_allowed'] },
  'IP list': { level: 'mock', codes: ['ip_not_allowed'] },
  suspension: { level: 'mock', codes: ['account_suspended'] },
} as const satisfies Readonly<
  Record<string, { readonly level: CheckLevel; readonly codes: readonly string[] }>
>;

type Deviation = keyof typeof deviations;

/** Rules of which at least one must fail, by deviation. */
const named: Readonly<Record<Deviation, RegExp>> = {
  signature: /^spec:errors\.(?:v1\.)?invalid_signature$/,
  'key type': /^spec:(?:auth\.(?:keys|wrong-key|v1-secret)|errors\.wrong_key_type)$/,
  method: /^spec:errors\.(?:use_post|v1\.method_not_allowed)$/,
  'IP list': /^spec:(?:auth\.ip-list|errors\.(?:v1\.)?ip_not_allowed)$/,
  suspension: /^spec:(?:auth\.suspended|errors\.(?:v1\.)?account_suspended)$/,
};

/** Returns whether neither key created the signature. */
async function isMadeUp(request: Request): Promise<boolean> {
  return `${request.url} ${await request.text()}`.includes('F'.repeat(32));
}

const accepted = { code: 200, success: true, message: 'Success', data: {} };

/** Returns the findings if one endpoint, including its `.php` path, accepts invalid requests. */
async function findings(
  deviation: Deviation,
  endpoint: string,
  level: CheckLevel = deviations[deviation].level,
): Promise<readonly string[]> {
  const gateway = await createMockGateway({ settings: { rateLimitPerMinute: null } });
  onTestFinished(() => gateway.close());
  const { merchant, baseUrl, legacyBaseUrl } = gateway;
  const { codes } = deviations[deviation];
  const report = await checkGateway({
    ...{ ...merchant, baseUrl, legacyBaseUrl, level },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const copy = request.clone();
      const answer = await gateway.fetch(request);
      const { pathname } = new URL(input);
      const isHere = pathname.endsWith(`/${endpoint}`) || pathname.endsWith(`/${endpoint}.php`);
      if (!isHere || answer.status < 400) return answer;
      const { error } = (await answer.clone().json()) as { readonly error?: string };
      if (error === undefined || !codes.some((code) => code === error)) return answer;
      const isOther = deviation === 'key type' && error === 'invalid_signature';
      if (isOther && (await isMadeUp(copy))) return answer;
      return Response.json(accepted);
    },
  });
  return report.checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
}

type AtEndpoint = readonly [deviation: Deviation, endpoint: string];

/** Each deviation at each endpoint. */
export const everywhere: readonly AtEndpoint[] = (Object.keys(deviations) as readonly Deviation[]).flatMap(
  (deviation) =>
    endpoints
      // Exclude the query, because both keys are valid and select pay-ins or payouts.
      .filter((endpoint) => deviation !== 'key type' || endpoint !== 'check-order-status')
      .map((endpoint) => [deviation, endpoint] as const),
);

/** The check must report the deviation at the endpoint. */
export function itNames(all: readonly AtEndpoint[]): void {
  it.each(all)(
    'the check names the deviation %s at %s',
    { timeout: 120_000 },
    async (deviation, endpoint) => {
      const failed = await findings(deviation, endpoint);
      expect(failed.filter((id) => named[deviation].test(id))).not.toEqual([]);
    },
  );
}

/** The check at the level `read-only` must report the deviation at the endpoint. */
export function itNamesReadOnly(all: readonly AtEndpoint[]): void {
  it.each(all)('the read-only check names the deviation %s at %s', async (deviation, endpoint) => {
    const failed = await findings(deviation, endpoint, 'read-only');
    expect(failed.filter((id) => named[deviation].test(id))).not.toEqual([]);
  });
}
