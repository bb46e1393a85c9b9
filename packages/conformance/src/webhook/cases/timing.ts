import type { WebhookCase } from '../case.ts';

/** Case about the response time (spec: Limits, Callback timeout). */
export const timingCases: readonly WebhookCase[] = [
  {
    id: 'answer-time',
    title: 'responses arrive well before the timeout',
    kind: 'payin',
    timed: true,
    why: 'A delivery fails if the response takes more than 8 seconds, even if your shop did the work. The gateway retries the callback.',
    fix: 'Record the payment and return success. Do slow work, for example email or stock updates, after the response.',
  },
];
