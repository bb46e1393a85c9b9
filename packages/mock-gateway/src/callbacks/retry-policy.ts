import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Attempt, Callback } from '../domain/callback.ts';
import type { AfterAttempt } from '../store/callbacks.ts';

const delivered: AfterAttempt = { state: 'delivered', nextAttemptAt: null };
const failed: AfterAttempt = { state: 'failed', nextAttemptAt: null };

/**
 * Next state and due time after an attempt that ended at `endedAt`. The gateway makes six attempts. Each delay begins
 * at the end of a failed attempt (spec: Delivery rules 3; reading: Callbacks). A re-send is one additional attempt and
 * does not change the schedule.
 *
 * @param callback the callback before the attempt
 */
export function afterAttempt(callback: Callback, attempt: Attempt, endedAt: number): AfterAttempt {
  if (attempt.ok) return delivered;
  if (attempt.manual) return afterResend(callback);
  const scheduled = callback.attempts.filter(({ manual }) => !manual).length;
  const delay = callbackRetryDelaysMs[scheduled];
  return delay === undefined ? failed : { state: 'pending', nextAttemptAt: endedAt + delay };
}

/** Keeps the schedule after a failed re-send. A callback without a URL has no schedule, so it has failed. */
function afterResend({ state, nextAttemptAt }: Callback): AfterAttempt {
  return state === 'pending' || state === 'delivered' ? { state, nextAttemptAt } : failed;
}
