import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Arrived } from './callback-lines.ts';
import type { Delivery } from './receiver.ts';

/** Number of scheduled attempts: the first attempt and its retries (spec: Delivery rules 3). */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;
const maxRemembered = 1_000;

interface Remembered {
  readonly arrivals: number;
  readonly received: boolean;
}

/**
 * Counts how often each callback arrived at this receiver. The body identifies a callback, because all attempts send the
 * same body, and so does a manual re-send: a receiver cannot tell them apart.
 */
export class Deliveries {
  readonly #byBody = new Map<string, Remembered>();

  /**
   * Records an arrival, and whether it was acknowledged.
   *
   * @returns a note about the further attempts that this receiver can expect
   */
  answered({ body }: Delivery, arrived: Arrived, received: boolean): string {
    const key = body.toString('base64');
    const before = this.#byBody.get(key) ?? { arrivals: 0, received: false };
    const now = { arrivals: before.arrivals + 1, received: before.received || received };
    this.#byBody.delete(key);
    this.#byBody.set(key, now);
    const [oldest] = this.#byBody.size > maxRemembered ? this.#byBody.keys() : [];
    if (oldest !== undefined) this.#byBody.delete(oldest);
    return followingText(arrived, now);
  }
}

function followingText(arrived: Arrived, { arrivals, received }: Remembered): string {
  if (!arrived.verified) return 'the gateway retries the callback';
  // A test callback has one attempt in each format (spec: Delivery rules 6).
  if (arrived.callback.test) return 'the gateway does not retry test callbacks';
  if (received) return 'the callback was acknowledged before, so the gateway does not retry it';
  const sent = `the gateway sends it up to ${scheduledAttempts} times`;
  return arrivals === 1 ? sent : `arrival ${arrivals} of this callback; ${sent}, and manual re-sends besides`;
}
