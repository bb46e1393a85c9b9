import type { WebhookCase } from '../case.ts';
import { smallPaise } from '../options.ts';
import type { CheckedKind } from '../order.ts';

function smallerOrder(kind: CheckedKind): WebhookCase {
  const name = kind === 'payin' ? 'pay-in' : kind;
  return {
    id: kind === 'payin' ? 'smaller-order' : `${kind}-smaller-order`,
    title:
      kind === 'payin'
        ? 'an order that the callback makes smaller is not credited in full'
        : 'a link that the callback makes smaller is not credited in full',
    kind,
    aboutCredit: true,
    needsKnownOrder: true,
    why: 'Anyone who makes the gateway take an order of your number for 1.23 gets it delivered for 1.23.',
    fix: 'Compare with the amount that you stored with the order, not with the amount of the callback.',
    code: 'paise',
    steps: ({ order, write }) => [
      {
        what: `a paid ${name} of ${write.amount(smallPaise)} for an order of ${write.amount(order.amount)}`,
        body: write.plain({ ...order, amount: smallPaise }),
        expected: 'either',
      },
    ],
    credit: () => ({ kind: 'at most', amount: smallPaise }),
  };
}

/** spec: Delivery rules 5, "checks … the paid amount". */
export const amountCases: readonly WebhookCase[] = [
  {
    id: 'underpaid',
    title: 'an order that is paid in part is credited with what was paid, or held back',
    kind: 'payin',
    aboutCredit: true,
    why: 'A customer may pay less than was asked for: crediting the amount of the order gives away the rest.',
    fix: 'Credit paidAmount, not amount; hold the order back while it is less than you asked for. Acknowledge the callback.',
    code: 'paise',
    steps: ({ order, write }) => {
      const what = `a pay-in of ${write.amount(order.amount)} with ${write.amount(smallPaise)} paid`;
      const body = write.signed(write.payin(order, { paidAmount: smallPaise }));
      return [{ what, body, expected: 'acknowledged' }];
    },
    credit: () => ({ kind: 'at most', amount: smallPaise }),
  },
  smallerOrder('payin'),
  smallerOrder('link'),
];
