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
const needsMock = /^(?:a paid order is pending again|a 429 has no|Retry-After is a date)/;

/** The check must report each deviation. */
export function itReports(which: typeof deviations): void {
  it.each(which)(
    'the gateway check reports the deviation "$name": $clause',
    { timeout: 60_000 },
    async (deviation) => {
      const level = needsMock.test(deviation.name) ? 'mock' : 'smallest';
      const gateway = await opened(level === 'mock' ? { settings: { rateLimitPerMinute: 120 } } : {});
      const plain: Send = (path, init) => gateway.fetch(gateway.url + path, init);
      const deviated = deviating(plain, deviation);
      const altered: Send = (path, init) => (path.startsWith('/_mock') ? plain : deviated)(path, init);
      const report = await check(gateway, { level, requestsPerMinute: 1_000_000 }, altered);
      expect(found(report)).toContain(finding(deviation.clause));
    },
  );
}
