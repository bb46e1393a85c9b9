import type { WebhookCase } from '../case.ts';

/** spec: Limits, Callback timeout. */
export const timingCases: readonly WebhookCase[] = [
  {
    id: 'answer-time',
    title: 'answers come long before the time is over',
    kind: 'payin',
    timed: true,
    why: 'An answer that takes more than 8 seconds does not count, though the work was done: the callback comes again, and on a slow day every one does.',
    fix: 'Note the payment, answer success, and do the slow work (mails, stock, other services) afterwards.',
  },
];
