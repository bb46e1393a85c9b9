import type { GatewayClient } from '@inrgate/sdk';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Session } from '../../session/session.ts';
import type { BatchProgress } from './batch-progress.ts';

/**
 * Default request rate per minute. Below the limit of 120, because the merchant's other requests share this limit
 * (spec: Limits).
 */
export const defaultRequestsPerMinute = 110;

/** Longest wait in milliseconds, slightly longer than the minute of the gateway's rate limit. */
const longestWait = 65_000;

export interface BatchClientOptions {
  readonly requestsPerMinute: number;
  readonly progress: BatchProgress;
  readonly needed: readonly KeyName[];
}

/**
 * Creates a client for many sequential requests. The client limits its request rate. It also waits for `Retry-After`,
 * because the requests of a killed run still count towards the gateway's limit.
 *
 * @throws {UsageError} for an unknown key
 */
export async function batchClient(session: Session, options: BatchClientOptions): Promise<GatewayClient> {
  const { requestsPerMinute, progress, needed } = options;
  const { baseUrl } = session.settings;
  const credentials = await session.credentials(...needed);
  const sdk = await import('@inrgate/sdk');
  return new sdk.GatewayClient({
    baseUrl,
    ...credentials,
    requestsPerMinute,
    maxRetryAfter: longestWait,
    // Includes the wait for the client's own rate limit, and two waits that the gateway requires.
    deadline: 4 * longestWait,
    hooks: {
      beforeRetry: ({ delay, retryAfter }) =>
        progress.waiting(delay, retryAfter ? 'Retry-After of the gateway' : 'no response'),
    },
  });
}
