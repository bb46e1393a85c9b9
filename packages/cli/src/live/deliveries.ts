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

/** Attempts of each callback at this receiver. All attempts of a callback have the same body. */
export class Deliveries {
  readonly #byBody = new Map<string, Remembered>();

  /**
   * Records an attempt and whether it was acknowledged.
   *
   * @returns note about the further attempts that this receiver can expect
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
  if (!arrived.verified) return 'a callback of the gateway is retried';
  // A test callback has one attempt in each format (spec: Delivery rules 6).
  if (arrived.callback.test) return 'a test callback is not retried';
  // A manual re-send is one extra attempt and does not change the schedule.
  if (received) return 'it was acknowledged before and is not retried';
  const left = scheduledAttempts - attempts;
  if (left <= 0) return `it had all ${scheduledAttempts} attempts and is not retried`;
  return left === 1 ? 'retried at most once' : `retried up to ${left} times`;
}
