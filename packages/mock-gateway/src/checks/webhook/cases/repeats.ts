import type { CaseMaterial, ExpectedCredit, WebhookCase } from '../case.ts';

const once = ({ order }: CaseMaterial): ExpectedCredit => ({ kind: 'once', amount: order.amount });

const why =
  'The same callback comes again whenever an answer was lost, and when an operator sends it once more: credited each time, one payment is paid out many times.';

/** spec: Delivery rules 4. */
export const repeatCases: readonly WebhookCase[] = [
  {
    id: 'repeated',
    title: 'the same callback again is acknowledged, and credited once',
    kind: 'payin',
    aboutCredit: true,
    why,
    fix: 'Note order and status as handled in the same transaction as the credit, with a unique key; answer success to what was handled already.',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      return [
        { what: 'a paid pay-in', body, expected: 'acknowledged' },
        { what: 'the same again', body, expected: 'acknowledged' },
        { what: 'the same once more', body, expected: 'acknowledged' },
      ];
    },
    credit: once,
  },
  {
    id: 'at-once',
    title: 'ten of the same at the same moment are credited once',
    kind: 'payin',
    aboutCredit: true,
    why: `${why} Looking first and crediting then lets two through at the same moment.`,
    fix: 'Claim order and status before crediting with one statement that only one can win: a unique key, INSERT … ON CONFLICT DO NOTHING, or a lock. Answer 503 to the others, so that they come again.',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      return [
        { what: 'a paid pay-in, ten times at once', body, times: 10, expected: 'one' },
        { what: 'the same once more', body, expected: 'acknowledged' },
      ];
    },
    credit: once,
  },
  {
    id: 'payout-repeated',
    title: 'the same withdrawal again is acknowledged',
    kind: 'payout',
    why: 'Refused, it is sent again for seven hours, though it was handled.',
    fix: 'Answer success to what was handled already.',
    steps: ({ order, write }) => {
      const body = write.plain(order);
      return [
        { what: 'a paid withdrawal', body, expected: 'acknowledged' },
        { what: 'the same again', body, expected: 'acknowledged' },
      ];
    },
    credit: () => ({ kind: 'not looked at' }),
  },
  {
    id: 'much-later',
    title: 'the first callback again, after all the others, credits nothing more',
    kind: 'payin',
    againFirst: true,
    aboutCredit: true,
    why,
    fix: 'Keep what was handled as long as the orders, not in a cache that forgets.',
    steps: ({ order, write }) => [
      { what: 'the first pay-in again', body: write.plain(order), expected: 'acknowledged' },
    ],
    credit: () => ({ kind: 'nothing' }),
  },
];
