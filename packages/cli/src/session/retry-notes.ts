import type { AttemptEndEvent, ClientHooks } from '@inrgate/sdk';
import type { Output } from '../output/output.ts';

/** Says that a call is being tried again, and why: it would look like a hang. */
export function retryNotes(output: Output): ClientHooks {
  let last: AttemptEndEvent | undefined;
  return {
    afterAttempt: (event) => {
      last = event;
    },
    beforeRetry: ({ attempt, delay }) => {
      const answer = last?.status === undefined ? 'no answer' : `${last.status} ${last.code ?? ''}`.trimEnd();
      output.note(`note: attempt ${attempt}: ${answer}; again in ${(delay / 1000).toFixed(1)} s`);
    },
  };
}
