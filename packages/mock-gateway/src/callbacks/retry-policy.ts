import { callbackRetryDelaysMs } from '@inrgate/sdk/protocol';
import type { Attempt, CallbackState } from '../domain/callback.ts';
import type { AfterAttempt, Claim } from '../store/store.ts';

type Next = Pick<AfterAttempt, 'state' | 'nextAttemptAt'>;

const delivered: Next = { state: 'delivered', nextAttemptAt: null };
const givenUp: Next = { state: 'failed', nextAttemptAt: null };

/**
 * What follows an attempt that ended at `endedAt`: six in all, the delays counted from the end of the one that failed
 * (spec: Delivery rules 3; reading: Callbacks). A re-send is one extra attempt, and the schedule stays.
 */
export function afterAttempt({ callback, resend }: Claim, attempt: Attempt, endedAt: number): Next {
  if (attempt.ok) return delivered;
  if (resend !== null) return { state: settled(resend.state), nextAttemptAt: resend.nextAttemptAt };
  const scheduled = callback.attempts.filter(({ manual }) => !manual).length;
  const delay = callbackRetryDelaysMs[scheduled];
  return delay === undefined ? givenUp : { state: 'pending', nextAttemptAt: endedAt + delay };
}

/** What a re-send that failed leaves behind; what had no address has been sent in vain now. */
function settled(state: CallbackState): Next['state'] {
  return state === 'pending' || state === 'delivered' ? state : 'failed';
}
