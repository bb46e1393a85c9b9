import { callbackRetryDelaysMs, callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { type Acknowledgement, acknowledgementOf } from '../delivery/acknowledgement.ts';
import { userAgent } from '../delivery/sender.ts';
import type { Called } from './callback-checks.ts';
import { headerOf } from './exchange.ts';
import { type Check, checksOf, type Verdict } from './finding.ts';

/** Tolerance in milliseconds, because network delays can make a retry seem early. */
const toleranceMs = 1_000;

/** Checks of the deliveries of one event's callback (spec: Delivery rules 3 and 4). */
export const deliveryChecks: readonly Check<Called>[] = checksOf({
  'reading:callbacks.fixed-body': {
    judge: ({ before, text }) =>
      before === null
        ? null
        : before.body === text || 'an earlier callback for the same event contained another body',
  },
  'spec:limits.callback-retries': {
    judge: (called) => retriedOf(called),
  },
  'spec:delivery.3': {
    judge: ({ before }) => {
      if (before === null) return null;
      return before.acknowledged
        ? {
            doubt: 'the gateway retried the acknowledged callback, unless an operator re-sent it',
          }
        : true;
    },
  },
});

function retriedOf({ before, seen }: Called): Verdict {
  const delay = callbackRetryDelaysMs[(before?.attempts ?? 0) - 1];
  if (before === null || before.acknowledged || delay === undefined) return null;
  if (headerOf(seen.request, 'user-agent') === userAgent)
    return { unseen: 'the callback is from a mock gateway with a movable clock' };
  const after = seen.startedAt - before.endedAt;
  if (after >= delay - toleranceMs) return true;
  const [came, due] = [Math.max(0, after) / 1_000, delay / 1_000];
  return {
    doubt: `the retry arrived ${came.toFixed(1)} s after the failed attempt instead of ${due} s, unless an operator re-sent the callback`,
  };
}

/** Checks of a receiver's response (spec: Delivery rules 1 and 2). */
export const acknowledgementChecks: readonly Check<Called>[] = checksOf({
  'spec:delivery.1': {
    judge: (called) => {
      const { ok, reason } = acknowledgement(called);
      if (ok) return reason === null || { doubt: reason };
      return reason ?? 'the receiver did not acknowledge the callback';
    },
  },
  'spec:limits.callback-timeout': {
    judge: ({ seen: { startedAt, endedAt } }) =>
      endedAt - startedAt <= callbackTimeoutMs ||
      `the response took ${((endedAt - startedAt) / 1_000).toFixed(1)} s`,
  },
});

/** Judges whether the receiver acknowledged the callback. States the reason if it did not. */
export function acknowledgement({ seen, kind }: Called): Acknowledgement {
  const { answer, startedAt, endedAt } = seen;
  if (answer === null) return { ok: false, reason: 'there was no response' };
  return acknowledgementOf(kind, {
    durationMs: endedAt - startedAt,
    status: answer.status,
    body: answer.body,
    redirectHost: null,
    failure: answer.complete ? null : 'connection',
    detail: null,
  });
}
