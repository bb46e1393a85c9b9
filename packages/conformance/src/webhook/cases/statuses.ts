import type { CaseMaterial, ExpectedCredit, WebhookCase } from '../case.ts';

const once = ({ order }: CaseMaterial): ExpectedCredit => ({ kind: 'once', amount: order.amount });

/** States come in any order, each with a callback of its own (spec: States and transitions; reading: Callbacks). */
export const statusCases: readonly WebhookCase[] = [
  {
    id: 'failed',
    title: 'a failed pay-in is acknowledged, and credits nothing',
    kind: 'payin',
    why: 'It is genuine: refused, it is sent again for seven hours. Credited, it is money that nobody paid.',
    fix: 'Acknowledge what is genuine whatever its status, and credit only when status is success.',
    steps: ({ order, write }) => [
      {
        what: 'a failed pay-in',
        body: write.signed(write.payin(order, { status: 'failed' })),
        expected: 'acknowledged',
      },
    ],
    credit: () => ({ kind: 'nothing' }),
  },
  {
    id: 'failed-then-success',
    title: 'an order that failed and is paid later is credited once',
    kind: 'payin',
    aboutCredit: true,
    why: 'A customer may try again after a failure, and pay: refused or ignored, the money is there and the order is not delivered.',
    fix: 'Remember what was handled by order and status, not by order alone; failed is not final.',
    steps: ({ order, write }) => [
      {
        what: 'a failed pay-in',
        body: write.signed(write.payin(order, { status: 'failed' })),
        expected: 'acknowledged',
      },
      { what: 'the same order, paid', body: write.plain(order), expected: 'acknowledged' },
    ],
    credit: once,
  },
  {
    id: 'success-then-failed',
    title: 'a failed notice that comes after the paid one changes nothing',
    kind: 'payin',
    aboutCredit: true,
    why: 'Callbacks of one order are delivered each for itself, so an old failed one can arrive last. success is final.',
    fix: 'Acknowledge it, and leave an order that is paid as it is.',
    steps: ({ order, write }) => [
      { what: 'a paid pay-in', body: write.plain(order), expected: 'acknowledged' },
      {
        what: 'the same order, failed',
        body: write.signed(write.payin(order, { status: 'failed' })),
        expected: 'acknowledged',
      },
    ],
    credit: once,
  },
  {
    id: 'pending-then-success',
    title: 'a status that is not success credits nothing, and does not stand in the way of success',
    kind: 'payin',
    aboutCredit: true,
    why: 'Crediting whatever is signed credits what is not paid; noting the order as handled loses the payment that follows.',
    fix: 'Credit when status is success and at no other, and remember what was handled by order and status.',
    steps: ({ order, write }) => [
      {
        what: 'a pay-in with the status pending, with a valid signature',
        body: write.signed({ ...write.payin(order, { status: 'failed' }), status: 'pending' }),
        expected: 'either',
      },
      { what: 'the same order, paid', body: write.plain(order), expected: 'acknowledged' },
    ],
    credit: once,
  },
  {
    id: 'payout-failed',
    title: 'a payout that is processing and then failed is acknowledged, and recorded as failed',
    kind: 'payout',
    aboutCredit: true,
    why: 'They are genuine: refused, they are sent again for seven hours, and your books say that the money is on its way.',
    fix: 'Acknowledge what is genuine whatever its status; when it failed, amount and fee are back in the balance.',
    steps: ({ order, write }) => [
      {
        what: 'a payout that is processing',
        body: write.signed(write.payout(order, 'processing'), 'mchSecret'),
        expected: 'acknowledged',
      },
      {
        what: 'the same payout, failed',
        body: write.signed(write.payout(order, 'failed'), 'mchSecret'),
        expected: 'acknowledged',
      },
    ],
    credit: () => ({ kind: 'nothing', status: 'failed' }),
  },
  {
    id: 'processing-after-success',
    title: 'a processing notice that comes after the paid one is acknowledged, and changes nothing',
    kind: 'payout',
    aboutCredit: true,
    why: 'A processing notice that is sent again can arrive last. It is genuine: refused, it is sent again for seven hours.',
    fix: 'Acknowledge it, and leave a payout that is success or failed as it is: both are final.',
    steps: ({ order, write }) => [
      { what: 'a paid payout', body: write.plain(order), expected: 'acknowledged' },
      {
        what: 'the same payout, processing',
        body: write.signed(write.payout(order, 'processing'), 'mchSecret'),
        expected: 'acknowledged',
      },
    ],
    credit: ({ order }) => ({ kind: 'once', amount: order.amount, status: 'success' }),
  },
];
