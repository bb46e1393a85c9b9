import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Arrived } from './callback-lines.ts';
import type { Delivery } from './delivery.ts';

/** spec: Delivery rules 3: the first attempt and its retries. */
const scheduledAttempts = callbackRetryDelaysMs.length + 1;
/** Callbacks that are remembered. */
const maxRemembered = 1_000;

interface Remembered {
  readonly attempts: number;
  readonly received: boolean;
}

/** What has come of each callback here. A callback has the same bytes each time it is sent. */
export class Deliveries {
  readonly #byBody = new Map<string, Remembered>();

  /**
   * Takes down that it was delivered and not received, or received.
   *
   * @returns whether it comes again, in words for a line; as far as one can know who has seen these attempts alone
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
  if (!arrived.verified) return "it comes again if it is the gateway's";
  // spec: Delivery rules 6: once in each format.
  if (arrived.callback.test) return 'a test does not come again';
  // An operator's re-send: one extra attempt, and the schedule stays.
  if (received) return 'it was received before, and does not come again by itself';
  const left = scheduledAttempts - attempts;
  if (left <= 0) return `it has had its ${scheduledAttempts} attempts, and does not come again by itself`;
  return left === 1 ? 'it comes again once at most' : `it comes again, up to ${left} times`;
}
