import { callbackRetryDelaysMs, callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { type Acknowledgement, acknowledgementOf } from '../delivery/acknowledgement.ts';
import { userAgent } from '../delivery/sender.ts';
import type { Called } from './callback-checks.ts';
import { headerOf } from './exchange.ts';
import type { Check, Verdict } from './finding.ts';

/** Milliseconds by which a retry may seem to come early: it took its way, and so did the answer before it. */
const toleranceMs = 1_000;

/** What the deliveries of one event's callback are checked by (spec: Delivery rules 3 and 4). */
export const deliveryChecks: readonly Check<Called>[] = [
  {
    id: 'reading:callbacks.fixed-body',
    title: 'Retries and re-sends have the same bytes.',
    judge: ({ before, text }) =>
      before === null
        ? null
        : before.body === text || 'the callback of the same event had another body before',
  },
  {
    id: 'spec:limits.callback-retries',
    title: 'A retry comes 1 min, 5 min, 15 min, 1 h and 6 h after the attempt before it has failed.',
    judge: (called) => retriedOf(called),
  },
  {
    id: 'spec:delivery.3',
    title: 'What was received is not sent again.',
    judge: ({ before }) => {
      if (before === null) return null;
      return before.acknowledged
        ? { doubt: 'it came again, though it was received before, unless somebody re-sent it by hand' }
        : true;
    },
  },
];

function retriedOf({ before, seen }: Called): Verdict {
  const delay = callbackRetryDelaysMs[(before?.attempts ?? 0) - 1];
  if (before === null || before.acknowledged || delay === undefined) return null;
  if (headerOf(seen.request, 'user-agent') === userAgent)
    return { unseen: 'it is from a mock gateway, whose clock can be moved' };
  const after = seen.startedAt - before.endedAt;
  if (after >= delay - toleranceMs) return true;
  const [came, due] = [Math.max(0, after) / 1_000, delay / 1_000];
  return {
    doubt: `it came ${came.toFixed(1)} s after the attempt before it had failed, not ${due} s, unless somebody re-sent it by hand`,
  };
}

/** What a receiver's answer is checked by (spec: Delivery rules 1 and 2). */
export const acknowledgementChecks: readonly Check<Called>[] = [
  {
    id: 'spec:delivery.1',
    title: 'A receiver answers 200 with the plain text success.',
    judge: (called) => {
      const { ok, reason } = acknowledgement(called);
      if (ok) return reason === null || { doubt: reason };
      return reason ?? 'it was not received';
    },
  },
  {
    id: 'spec:limits.callback-timeout',
    title: 'A receiver has 8 seconds.',
    judge: ({ seen: { startedAt, endedAt } }) =>
      endedAt - startedAt <= callbackTimeoutMs ||
      `the answer took ${((endedAt - startedAt) / 1_000).toFixed(1)} s`,
  },
];

/** Whether the receiver has received it, and why not. */
export function acknowledgement({ seen, kind }: Called): Acknowledgement {
  const { answer, startedAt, endedAt } = seen;
  if (answer === null) return { ok: false, reason: 'there was no answer' };
  return acknowledgementOf(kind, {
    durationMs: endedAt - startedAt,
    status: answer.status,
    body: answer.body,
    redirectHost: null,
    failure: answer.complete ? null : 'connection',
    detail: null,
  });
}
