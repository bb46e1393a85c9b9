import type { AttemptEndEvent, ClientHooks } from '@inrgate/sdk';
import type { Output } from '../output/output.ts';

/** Creates hooks that print a note for each retry, because a silent wait looks like a hang. */
export function retryNotes(output: Output): ClientHooks {
  let last: AttemptEndEvent | undefined;
  return {
    afterAttempt: (event) => {
      last = event;
    },
    beforeRetry: ({ attempt, delay }) => {
      const response =
        last?.status === undefined ? 'no response' : `${last.status} ${last.code ?? ''}`.trimEnd();
      output.note(
        `note: attempt ${attempt} failed (${response}), retrying in ${(delay / 1000).toFixed(1)} s`,
      );
    },
  };
}
