import { type CheckedKind, keyOfKind, kindNames } from '../callback-writer.ts';
import { nothing, sends, type WebhookCase } from '../case.ts';

function otherMerchant(kind: 'payin' | 'payout'): WebhookCase {
  return {
    id: kind === 'payin' ? 'other-merchant' : `${kind}-other-merchant`,
    title: `a ${kind === 'payin' ? 'callback' : kind} for another merchant is rejected, even with a valid signature`,
    kind,
    why: 'Accounts can share a key, and a server can serve several shops. One shop would credit a payment to another shop.',
    fix: 'After you verify the signature, compare mchId and merchant_id with your own Merchant ID.',
    code: 'ownMerchant',
    steps: ({ order, write }) => {
      const fields = { ...write[kind](order), mchId: 'OTHER9', merchant_id: 'OTHER9' };
      return [
        sends(
          `${kindNames[kind]} of the merchant OTHER9, with a valid signature`,
          write.signed(fields, keyOfKind[kind]),
          'refused',
        ),
      ];
    },
    credit: nothing,
  };
}

/** A callback of another kind that contains the same order number. */
function otherKind(kind: CheckedKind, sent: 'payin' | 'payout'): WebhookCase {
  const [name, other] = [kind === 'payin' ? 'pay-in' : kind, sent === 'payin' ? 'pay-in' : sent];
  return {
    id: kind === 'payin' ? 'other-kind' : `${kind}-other-kind`,
    title:
      kind === 'payout'
        ? 'a pay-in does not settle a payout with the same order number'
        : `a payout does not credit a ${name} with the same order number`,
    kind,
    needsBothKeys: true,
    why: `A ${name} and a ${other} can have the same order number. Without a check of the kind, the endpoint confuses outgoing money with incoming money.`,
    fix: 'Distinguish the kinds by their fields and keys. Payouts contain totalDebit and txid and are signed with mchSecret. Pay-ins contain tradeType and netAmount and are signed with mchKey. Links contain link_code. Look up the order only among orders of the same kind.',
    steps: ({ order, write }) => [
      sends(
        `${kindNames[sent]} with the same order number and a valid signature`,
        write.signed(write[sent]({ ...order, orderNo: write.orderNo(sent) }), keyOfKind[sent]),
        'either',
      ),
    ],
    credit: nothing,
    aboutCredit: true,
  };
}

function twoOrders(kind: 'payin' | 'payout'): WebhookCase {
  return {
    id: kind === 'payin' ? 'two-orders' : `${kind}-two-orders`,
    title: `a ${kind === 'payin' ? 'callback' : 'payout'} that names two orders settles neither`,
    kind,
    why: 'mchOrderNo and merchant_order_no are two names for one order number. Code that checks the order of one field and settles the order of the other field settles the wrong order.',
    fix: 'Use one field to find, check and settle the order, or reject a callback if a field and its alias have different values. The fields and aliases are mchId and merchant_id, mchOrderNo and merchant_order_no, and orderNo and gateway_order_no.',
    steps: ({ order, other, write }) => {
      const fields = { ...write[kind](order), merchant_order_no: other.mchOrderNo };
      const what = `${kindNames[kind]} with two order numbers, with a valid signature`;
      return [sends(what, write.signed(fields, keyOfKind[kind]), 'either')];
    },
    credit: nothing,
    aboutCredit: true,
    onlyWarns: true,
  };
}

/** Cases with a valid signature but misleading contents (spec: Authentication 2; Delivery rules 5). */
export const misdirectedCases: readonly WebhookCase[] = [
  otherMerchant('payin'),
  otherMerchant('payout'),
  twoOrders('payin'),
  twoOrders('payout'),
  otherKind('payin', 'payout'),
  otherKind('payout', 'payin'),
  otherKind('link', 'payout'),
  {
    id: 'unknown-order',
    title: 'an order that the shop did not create is not credited',
    kind: 'payin',
    aboutUnknownOrder: true,
    aboutCredit: true,
    why: 'A callback can arrive before your order is stored, or belong to another system that shares the account.',
    fix: 'Credit only your own orders. If your system may still store the order, return an error, so that the gateway retries the callback. If your system will never store the order, return success.',
    steps: ({ other, write }) => [
      sends(
        `a paid pay-in for an order that the shop did not create (${other.mchOrderNo})`,
        write.plain(other),
        'either',
      ),
    ],
    credit: nothing,
  },
];
