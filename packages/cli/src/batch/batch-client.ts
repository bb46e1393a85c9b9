import type { GatewayClient } from '@inrgate/sdk';
import type { KeyName } from '@inrgate/sdk/internal';
import type { Session } from '../session/session.ts';
import type { BatchProgress } from './batch-progress.ts';

/** Requests a minute: the gateway's 120, less some for what else the merchant does from this address (spec: Limits). */
export const defaultRequestsPerMinute = 110;

/** A minute and a little: the gateway's rate is counted over one. */
const longestWait = 65_000;

export interface BatchClientOptions {
  readonly requestsPerMinute: number;
  /** Shows the client's waits. */
  readonly progress: BatchProgress;
  /** The keys that it cannot do without. */
  readonly needed: readonly KeyName[];
}

/**
 * A client for many calls, one after the other: it keeps to a rate, and waits as long as the gateway asks it to. A
 * run that was killed a moment ago counts towards the gateway's rate too.
 *
 * @throws {UsageError} for a key that is not known
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
    // Waiting for a turn, then twice for the gateway.
    deadline: 4 * longestWait,
    hooks: {
      beforeRetry: ({ delay, retryAfter }) =>
        progress.waiting(delay, retryAfter ? 'the gateway says so' : 'there was no answer'),
    },
  });
}
