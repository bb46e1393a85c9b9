import type { WebhookCase } from '../case.ts';

/** spec: Limits, Callback timeout. */
export const timingCases: readonly WebhookCase[] = [
  {
    id: 'answer-time',
    title: 'responses arrive well before the timeout',
    kind: 'payin',
    timed: true,
    why: 'A response after more than 8 seconds does not count, even if the work was done. The gateway retries the callback.',
    fix: 'Record the payment, return success, and do slow work such as email, stock and other services afterwards.',
  },
];
