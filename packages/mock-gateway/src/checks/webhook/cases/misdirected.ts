import type { ExpectedCredit, WebhookCase } from '../case.ts';

const nothing = (): ExpectedCredit => ({ kind: 'nothing' });

/** Signed as it should be, and still not what it seems (spec: Authentication 2; Delivery rules 5). */
export const misdirectedCases: readonly WebhookCase[] = [
  {
    id: 'other-merchant',
    title: 'a callback for another merchant is refused, whatever its signature',
    kind: 'payin',
    why: 'Accounts can share a key, or a server serve several shops: what was paid to one would be credited by another.',
    fix: 'Compare mchId and merchant_id with your own Merchant ID, after the signature.',
    steps: ({ order, write }) => {
      const body = write.signed({ ...write.payin(order), mchId: 'OTHER9', merchant_id: 'OTHER9' });
      return [
        { what: 'a paid pay-in of the merchant OTHER9, with a valid signature', body, expected: 'refused' },
      ];
    },
    credit: nothing,
  },
  {
    id: 'two-orders',
    title: 'a callback that names two orders credits neither',
    kind: 'payin',
    why: 'mchOrderNo and merchant_order_no are one number under two names. Code that verifies one and credits the other credits the wrong order.',
    fix: 'Refuse a callback whose aliases disagree: mchId and merchant_id, mchOrderNo and merchant_order_no, orderNo and gateway_order_no.',
    steps: ({ order, other, write }) => {
      const body = write.signed({ ...write.payin(order), merchant_order_no: other.mchOrderNo });
      return [
        { what: 'a paid pay-in with two order numbers, with a valid signature', body, expected: 'either' },
      ];
    },
    credit: nothing,
    aboutCredit: true,
  },
  {
    id: 'other-kind',
    title: 'a withdrawal does not credit a pay-in of the same number',
    kind: 'payin',
    needsBothKeys: true,
    why: 'Pay-ins and withdrawals have numbers of their own, which may be equal: money that went out would be credited as money that came in.',
    fix: 'Tell the kinds apart: totalDebit and txid are of withdrawals, which mchSecret signs; tradeType and netAmount of pay-ins, which mchKey signs. Look up the order among those of its kind.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payout(order), 'mchSecret');
      return [
        { what: 'a paid withdrawal of the same number, with a valid signature', body, expected: 'either' },
      ];
    },
    credit: nothing,
    aboutCredit: true,
  },
  {
    id: 'unknown-order',
    title: 'an order that the shop never made is not credited',
    kind: 'payin',
    aboutUnknownOrder: true,
    aboutCredit: true,
    why: 'A callback can come before your own order is stored, or belong to another system that shares the account.',
    fix: 'Credit only orders that you have. Answer an error where the order may still be stored, so that the callback comes again, and success where it never will be.',
    steps: ({ other, write }) => [
      {
        what: `a paid pay-in of an order that the shop does not have (${other.mchOrderNo})`,
        body: write.plain(other),
        expected: 'either',
      },
    ],
    credit: nothing,
  },
];
