import { sends, type WebhookCase } from '../case.ts';
import { smallPaise } from '../options.ts';
import type { CheckedKind } from '../order.ts';

function smallerOrder(kind: CheckedKind): WebhookCase {
  const name = kind === 'payin' ? 'pay-in' : kind;
  return {
    id: kind === 'payin' ? 'smaller-order' : `${kind}-smaller-order`,
    title:
      kind === 'payin'
        ? 'a pay-in callback with a smaller amount is not credited in full'
        : 'a link callback with a smaller amount is not credited in full',
    kind,
    aboutCredit: true,
    needsKnownOrder: true,
    why: 'An attacker who creates an order for 1.23 with your order number gets the goods for 1.23.',
    fix: 'Compare the payment with the amount that you stored for the order, not with the amount in the callback.',
    code: 'paise',
    steps: ({ order, write }) => [
      sends(
        `a paid ${name} of ${write.amount(smallPaise)} for an order of ${write.amount(order.amount)}`,
        write.plain({ ...order, amount: smallPaise }),
        'either',
      ),
    ],
    credit: () => ({ kind: 'at most', amount: smallPaise }),
  };
}

/** Cases about amounts (spec: Delivery rules 5, "checks … the paid amount"). */
export const amountCases: readonly WebhookCase[] = [
  {
    id: 'underpaid',
    title: 'an underpaid order is credited with the paid amount, or held',
    kind: 'payin',
    aboutCredit: true,
    why: 'A customer can pay less than the order amount. If your shop credits the full amount, it loses the rest.',
    fix: 'Credit the order with paidAmount, not with amount. If paidAmount is below the order amount, acknowledge the callback and hold the order.',
    code: 'paise',
    steps: ({ order, write }) => {
      const what = `a pay-in of ${write.amount(order.amount)} with ${write.amount(smallPaise)} paid`;
      const body = write.signed(write.payin(order, { paidAmount: smallPaise }));
      return [sends(what, body)];
    },
    credit: () => ({ kind: 'at most', amount: smallPaise }),
  },
  smallerOrder('payin'),
  smallerOrder('link'),
];
