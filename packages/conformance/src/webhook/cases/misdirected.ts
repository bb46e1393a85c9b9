import type { ExpectedCredit, WebhookCase } from '../case.ts';
import { type CheckedKind, keyOfKind, kindNames } from '../order.ts';

const nothing = (): ExpectedCredit => ({ kind: 'nothing' });

function otherMerchant(kind: 'payin' | 'payout'): WebhookCase {
  return {
    id: kind === 'payin' ? 'other-merchant' : `${kind}-other-merchant`,
    title: `a ${kind === 'payin' ? 'callback' : kind} for another merchant is refused, whatever its signature`,
    kind,
    why: 'Accounts can share a key, or a server serve several shops: what was paid to one would be credited by another.',
    fix: 'Compare mchId and merchant_id with your own Merchant ID, after the signature.',
    code: 'ownMerchant',
    steps: ({ order, write }) => {
      const fields = { ...write[kind](order), mchId: 'OTHER9', merchant_id: 'OTHER9' };
      return [
        {
          what: `${kindNames[kind]} of the merchant OTHER9, with a valid signature`,
          body: write.signed(fields, keyOfKind[kind]),
          expected: 'refused',
        },
      ];
    },
    credit: nothing,
  };
}

/** A callback of another kind that has the number of the order. */
function otherKind(kind: CheckedKind, sent: 'payin' | 'payout'): WebhookCase {
  const [name, other] = [kind === 'payin' ? 'pay-in' : kind, sent === 'payin' ? 'pay-in' : sent];
  return {
    id: kind === 'payin' ? 'other-kind' : `${kind}-other-kind`,
    title:
      kind === 'payout'
        ? 'a pay-in does not settle a payout of the same number'
        : `a payout does not credit a ${name} of the same number`,
    kind,
    needsBothKeys: true,
    why: `A ${name} and a ${other} have order numbers of their own, which may be equal. The endpoint would take money that goes one way for money that goes the other.`,
    fix: 'Tell the kinds apart: totalDebit and txid are of payouts, which mchSecret signs; tradeType and netAmount of pay-ins, which mchKey signs; link_code of links. Look up the order among those of its kind.',
    steps: ({ order, write }) => [
      {
        what: `${kindNames[sent]} of the same number, with a valid signature`,
        body: write.signed(write[sent](order), keyOfKind[sent]),
        expected: 'either',
      },
    ],
    credit: nothing,
    aboutCredit: true,
  };
}

/** Signed as it should be, and still not what it seems (spec: Authentication 2; Delivery rules 5). */
export const misdirectedCases: readonly WebhookCase[] = [
  otherMerchant('payin'),
  otherMerchant('payout'),
  {
    id: 'two-orders',
    title: 'a callback that names two orders credits neither',
    kind: 'payin',
    why: 'mchOrderNo and merchant_order_no are one number under two names. Code that verifies one and credits the other credits the wrong order.',
    fix: 'Verify and credit the same one, or refuse a callback whose aliases disagree: mchId and merchant_id, mchOrderNo and merchant_order_no, orderNo and gateway_order_no.',
    steps: ({ order, other, write }) => {
      const body = write.signed({ ...write.payin(order), merchant_order_no: other.mchOrderNo });
      return [
        { what: 'a paid pay-in with two order numbers, with a valid signature', body, expected: 'either' },
      ];
    },
    credit: nothing,
    aboutCredit: true,
    onlyWarns: true,
  },
  otherKind('payin', 'payout'),
  otherKind('payout', 'payin'),
  otherKind('link', 'payout'),
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
