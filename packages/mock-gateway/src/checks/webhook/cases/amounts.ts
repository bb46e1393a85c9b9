import type { WebhookCase } from '../case.ts';
import { missingPaise } from '../options.ts';

/** spec: Delivery rules 5, "checks … the paid amount". */
export const amountCases: readonly WebhookCase[] = [
  {
    id: 'underpaid',
    title: 'an order that is paid in part is credited with what was paid, or held back',
    kind: 'payin',
    aboutCredit: true,
    why: 'A customer may pay less than was asked for: crediting the amount of the order gives away the rest.',
    fix: 'Credit paidAmount, not amount; hold the order back while it is less than you asked for. Acknowledge the callback.',
    steps: ({ order, write }) => {
      const paidAmount = order.amount - missingPaise;
      const what = `a pay-in of ${write.amount(order.amount)} with ${write.amount(paidAmount)} paid`;
      return [{ what, body: write.signed(write.payin(order, { paidAmount })), expected: 'acknowledged' }];
    },
    credit: ({ order }) => ({ kind: 'at most', amount: order.amount - missingPaise }),
  },
  {
    id: 'smaller-order',
    title: 'an order that the callback makes smaller is not credited in full',
    kind: 'payin',
    aboutCredit: true,
    needsKnownOrder: true,
    why: 'Whoever can make the gateway take an order of your number for 1.00 has it delivered for 1.00.',
    fix: 'Compare with the amount that you stored with the order, not with the amount of the callback.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin({ ...order, amount: missingPaise }));
      return [
        {
          what: `a paid pay-in of 1.00 for an order of ${write.amount(order.amount)}`,
          body,
          expected: 'either',
        },
      ];
    },
    credit: () => ({ kind: 'at most', amount: missingPaise }),
  },
];
