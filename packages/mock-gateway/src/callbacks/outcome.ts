import type { Clock } from '../clock/clock.ts';
import type { Attempt, Callback } from '../domain/callback.ts';
import type { Notification } from '../domain/history.ts';
import type { AfterAttempt, CallbackQueue, Claim } from '../store/store.ts';
import { afterAttempt } from './retry-policy.ts';

export interface OutcomesOptions {
  readonly finish: CallbackQueue['finish'];
  readonly clock: Clock;
  /** Generates the id of a notification. */
  readonly newId: () => string;
  /**
   * Function that receives each callback after a claim, and after the store records its attempt. Each listener creates
   * its own copy.
   */
  readonly onChange: (changed: () => Callback) => void;
}

/**
 * Stores an attempt and its follow-up. Returns null if the claim has ended. In that case, the
 * attempt does not count.
 */
export async function storeOutcome(
  { finish, clock, newId, onChange }: OutcomesOptions,
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
  if (!(await finish(claim, attempt, after))) return null;
  onChange(() => ({ ...callback, ...next, attempts: [...callback.attempts, attempt] }));
  return after;
}

/** spec: Delivery rules 3, "marked failed and shown in the merchant's notifications". */
function notificationOf(
  { id: callbackId, mchId, orderNo, event }: Callback,
  { number, reason }: Attempt,
  { id, at }: Pick<Notification, 'id' | 'at'>,
): Notification {
  const message = `The ${event} callback failed after ${number} attempts. Last attempt: ${reason}.`;
  return { id, mchId, at, kind: 'callback_failed', callbackId, orderNo, message };
}
