import { type GatewayError, isApiError, isGatewayError, isResponseError } from '@inrgate/sdk';
import { printable } from '../output/output.ts';

/** Milliseconds that are waited in all before the gateway answers: a lock and a little (reading: order of checks 4). */
const longest = 20 * 60_000;

/** For a gateway that says to wait and not how long: its rate is counted over a minute (spec: Limits). */
const unsaid = 60_000;

/** Waits, and shows what for; returns at once when the batch is interrupted. */
export type Wait = (ms: number, why: string) => Promise<void>;

/**
 * Makes the calls of a batch, and waits where the gateway says so: what a batch has done by then is worth more than the
 * time. The client waits by itself, but not long, and not for a lock (spec: Errors, 429).
 */
export class WaitingCalls {
  readonly #wait: Wait;
  readonly #stop: AbortSignal;
  /** Since the last call that was answered. */
  #waited = 0;

  /** @param stop after it, nothing is waited for and nothing made again */
  constructor(wait: Wait, stop: AbortSignal) {
    this.#wait = wait;
    this.#stop = stop;
  }

  /** A call that changes nothing, as often as it takes. */
  ask<T>(call: () => Promise<T>): Promise<T> {
    return this.#make(call, waitOf);
  }

  /** A call that creates something: made again only where it is certain that it has not. */
  send<T>(call: () => Promise<T>): Promise<T> {
    return this.#make(call, (error) => (error.outcome === 'rejected' ? waitOf(error) : undefined));
  }

  async #make<T>(call: () => Promise<T>, waitFor: (error: GatewayError) => number | undefined): Promise<T> {
    for (;;) {
      try {
        const answer = await call();
        this.#waited = 0;
        return answer;
      } catch (error) {
        const ms = isGatewayError(error) ? waitFor(error) : undefined;
        if (ms === undefined) this.#waited = 0;
        if (ms === undefined || this.#waited + ms > longest) throw error;
        this.#waited += ms;
        await this.#wait(ms, whyOf(error));
        if (this.#stop.aborted) throw error;
      }
    }
  }
}

/** Milliseconds until the gateway wants to be asked again; undefined where it does not say to come back. */
function waitOf(error: GatewayError): number | undefined {
  if (!isApiError(error) && !isResponseError(error)) return undefined;
  const { status, retryAfter } = error;
  if (status !== 429 && (status !== 503 || retryAfter === undefined)) return undefined;
  return Math.max(1_000, retryAfter ?? unsaid);
}

function whyOf(error: unknown): string {
  return isApiError(error) ? `the gateway says so, ${printable(error.code)}` : 'the gateway says so';
}
