import { type GatewayError, isApiError, isGatewayError, isResponseError } from '@inrgate/sdk';
import { printable } from '../../output/output.ts';

/** Maximum total wait in milliseconds, slightly longer than a signature lock (interpretation: order of checks 4). */
const longest = 20 * 60_000;

/** Milliseconds to wait after a 429 without `Retry-After`, equal to the rate limit's window (spec: Limits). */
const unsaid = 60_000;

export type Wait = (ms: number, why: string) => Promise<void>;

/**
 * Sends the requests of a batch. Waits as long as the gateway requires, because a long batch must not fail. The SDK's
 * client itself waits only briefly, and does not wait for the end of a lock (spec: Errors, 429).
 */
export class WaitingCalls {
  readonly #wait: Wait;
  readonly #stop: AbortSignal;
  /** Total wait in milliseconds since the last successful request. */
  #waited = 0;

  /** @param stop ends all waits and retries */
  constructor(wait: Wait, stop: AbortSignal) {
    this.#wait = wait;
    this.#stop = stop;
  }

  async ask<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await call();
        this.#waited = 0;
        return answer;
      } catch (error) {
        const ms = isGatewayError(error) ? waitOf(error) : undefined;
        if (ms === undefined) this.#waited = 0;
        if (ms === undefined || this.#waited + ms > longest) throw error;
        this.#waited += ms;
        await this.#wait(ms, whyOf(error));
        if (this.#stop.aborted) throw error;
      }
    }
  }
}

/** Milliseconds until the next attempt, or undefined if the request must not be retried. */
function waitOf(error: GatewayError): number | undefined {
  if (!isApiError(error) && !isResponseError(error)) return undefined;
  const { status, retryAfter } = error;
  if (status !== 429 && (status !== 503 || retryAfter === undefined)) return undefined;
  return Math.max(1_000, retryAfter ?? unsaid);
}

function whyOf(error: unknown): string {
  return isApiError(error) ? `the gateway returned ${printable(error.code)}` : 'Retry-After of the gateway';
}
