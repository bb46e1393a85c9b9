import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Attempt, CallbackState } from '../domain/callback.ts';
import type { AfterAttempt, Claim } from '../store/store.ts';

type Next = Pick<AfterAttempt, 'state' | 'nextAttemptAt'>;

const delivered: Next = { state: 'delivered', nextAttemptAt: null };
const givenUp: Next = { state: 'failed', nextAttemptAt: null };

/**
 * Next state and due time after an attempt that ended at `endedAt`. The gateway makes six attempts. Each delay begins
 * at the end of a failed attempt (spec: Delivery rules 3; reading: Callbacks). A re-send is one additional attempt and
 * does not change the schedule.
 */
export function afterAttempt({ callback, resend }: Claim, attempt: Attempt, endedAt: number): Next {
  if (attempt.ok) return delivered;
  if (resend !== null) return { state: settled(resend.state), nextAttemptAt: resend.nextAttemptAt };
  const scheduled = callback.attempts.filter(({ manual }) => !manual).length;
  const delay = callbackRetryDelaysMs[scheduled];
  return delay === undefined ? givenUp : { state: 'pending', nextAttemptAt: endedAt + delay };
}

/** State after a failed re-send. */
function settled(state: CallbackState): Next['state'] {
  return state === 'pending' || state === 'delivered' ? state : 'failed';
}
