import { type CheckGatewayOptions, checkGateway, type GatewayReport } from '@inrgate/conformance';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway, type GatewayOptions, type MockGateway } from '../../src/index.ts';
import type { Send } from '../client.ts';
import { deviating, type deviations } from './deviations.ts';

/** Opens a gateway, closed after the test. */
export async function opened(options: GatewayOptions = {}): Promise<MockGateway> {
  const settings = { rateLimitPerMinute: 1_000, ...options.settings };
  const gateway = await createMockGateway({ ...options, settings });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** Runs a check in process through `send`. */
export function check(
  gateway: MockGateway,
  options: Partial<CheckGatewayOptions>,
  send?: Send,
): Promise<GatewayReport> {
  const { merchant, baseUrl, legacyBaseUrl, url } = gateway;
  const plain: Send = (path, init) => gateway.fetch(url + path, init);
  const through = send ?? plain;
  return checkGateway({
    ...{ ...merchant, baseUrl, legacyBaseUrl, payoutUpi: 'shop@upi' },
    fetch: (input, init) => through(input.slice(url.length), init),
    ...options,
  });
}

/** Failures and warnings of a report. */
export function found({ checks }: GatewayReport): readonly string[] {
  return checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .map(({ id, status }) => `${status} ${id}`);
}

/** The finding that breaks a rule. */
export const finding = (clause: string) => `${clause.startsWith('spec:') ? 'fail' : 'warn'} ${clause}`;

/** Matches deviations that are visible only for a paid order or at a limit. */
const unseen = /^(?:a paid order is pending again|a 429 has no|Retry-After is a date)/;

/** The check must report each deviation. */
export function itReports(which: typeof deviations): void {
  it.each(which.filter(({ name }) => !unseen.test(name)))(
    'the gateway check reports the deviation "$name": $clause',
    { timeout: 60_000 },
    async (deviation) => {
      const gateway = await opened();
      const plain: Send = (path, init) => gateway.fetch(gateway.url + path, init);
      const options = { level: 'smallest', requestsPerMinute: 1_000_000 } as const;
      const report = await check(gateway, options, deviating(plain, deviation));
      expect(found(report)).toContain(finding(deviation.clause));
    },
  );
}
