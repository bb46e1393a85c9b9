import type { Clock } from '../clock/clock.ts';
import type { Attempt, Callback } from '../domain/callback.ts';
import type { Notification } from '../domain/history.ts';
import type { AfterAttempt, CallbackQueue, Claim } from '../store/store.ts';
import { afterAttempt } from './retry-policy.ts';

export interface OutcomesOptions {
  readonly queue: CallbackQueue;
  readonly clock: Clock;
  /** Makes the id of a notification. */
  readonly newId: () => string;
  /** Hears of each callback that is claimed, or whose attempt has been stored; made for whoever looks at it. */
  readonly onChange?: ((changed: () => Callback) => void) | undefined;
}

/**
 * Stores an attempt and what comes next. Answers when that is; null when it counts for nothing, as somebody else has taken
 * the callback over.
 */
export async function storeOutcome(
  { queue, clock, newId, onChange }: OutcomesOptions,
  claim: Claim,
  attempt: Attempt,
): Promise<AfterAttempt | null> {
  const { callback, resend } = claim;
  const now = clock.now();
  const next = afterAttempt(claim, attempt, now);
  const givenUp = next.state === 'failed' && resend === null;
  const after: AfterAttempt = {
    ...next,
    notification: givenUp ? notificationOf(callback, attempt, { id: newId(), at: now }) : null,
  };
  if (!(await queue.finish(claim, attempt, after))) return null;
  onChange?.(() => ({ ...callback, ...next, attempts: [...callback.attempts, attempt] }));
  return after;
}

/** spec: Delivery rules 3, "marked failed and shown in the merchant's notifications". */
function notificationOf(
  { id: callbackId, mchId, orderNo, event }: Callback,
  { number, reason }: Attempt,
  { id, at }: Pick<Notification, 'id' | 'at'>,
): Notification {
  const message = `The ${event} callback was given up after ${number} attempts; the last: ${reason}.`;
  return { id, mchId, at, kind: 'callback_failed', callbackId, orderNo, message };
}
