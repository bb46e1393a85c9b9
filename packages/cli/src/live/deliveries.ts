import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Arrived } from './callback-lines.ts';
import type { Delivery } from './delivery.ts';

/** Number of scheduled attempts: the first attempt and its retries (spec: Delivery rules 3). */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;
/** Maximum number of remembered callbacks. */
const maxRemembered = 1_000;

interface Remembered {
  readonly attempts: number;
  readonly received: boolean;
}

/**
 * Counts the attempts of each callback at this receiver. The body identifies a callback, because all attempts send the
 * same body.
 */
export class Deliveries {
  readonly #byBody = new Map<string, Remembered>();

  /**
   * Records an attempt, and whether it was acknowledged.
   *
   * @returns a note about the further attempts that this receiver can expect
   */
  answered({ body }: Delivery, arrived: Arrived, received: boolean): string {
    const key = body.toString('base64');
    const before = this.#byBody.get(key) ?? { attempts: 0, received: false };
    const now = { attempts: before.attempts + 1, received: before.received || received };
    this.#byBody.delete(key);
    this.#byBody.set(key, now);
    const [oldest] = this.#byBody.size > maxRemembered ? this.#byBody.keys() : [];
    if (oldest !== undefined) this.#byBody.delete(oldest);
    return followingText(arrived, now);
  }
}

function followingText(arrived: Arrived, { attempts, received }: Remembered): string {
  if (!arrived.verified) return 'the gateway retries the callback';
  // A test callback has one attempt in each format (spec: Delivery rules 6).
  if (arrived.callback.test) return 'the gateway does not retry test callbacks';
  // A manual re-send is one additional attempt and does not change the schedule.
  if (received) return 'the callback was acknowledged before, so the gateway does not retry it';
  const left = scheduledAttempts - attempts;
  if (left <= 0) return `the gateway made all ${scheduledAttempts} attempts and does not retry`;
  return left === 1 ? 'the gateway retries at most once' : `the gateway retries up to ${left} times`;
}
