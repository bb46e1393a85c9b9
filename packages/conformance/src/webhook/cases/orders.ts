import { type CheckedKind, checkedKinds, keyOfKind, kindNames } from '../callback-writer.ts';
import {
  type CaseMaterial,
  type ExpectedCredit,
  nothing,
  once,
  type SentCase,
  sends,
  type WebhookCase,
} from '../case.ts';
import { smallPaise } from '../options.ts';

/** Cases with a status that is neither success nor failed, which only payouts have in their callbacks. */
function pendingCases(kind: 'payin' | 'payout'): readonly WebhookCase[] {
  const name = kind === 'payin' ? 'pay-in' : kind;
  const prefix = kind === 'payin' ? '' : `${kind}-`;
  const status = kind === 'payout' ? 'processing' : 'pending';
  const settled = kind === 'payout' ? 'recorded as paid' : 'credited';
  const pending = ({ order, write }: CaseMaterial) => {
    const fields = kind === 'payout' ? write.payout(order, 'processing') : { ...write[kind](order), status };
    const body = write.signed(fields, keyOfKind[kind]);
    return sends(`a ${name} with the status ${status}, with a valid signature`, body, 'either');
  };
  const texts = {
    kind,
    aboutCredit: true,
    why: 'If your shop credits every signed callback, it credits unpaid orders. If it records the order as handled, it loses the later payment.',
    fix: 'Credit the order only if the status is success. Record handled callbacks by order and status.',
  } as const;
  return [
    {
      ...texts,
      id: `${prefix}${status}`,
      title: `a ${name} with the status ${status} is not ${settled}`,
      steps: (material) => [pending(material)],
      credit: nothing,
    },
    {
      ...texts,
      id: `${prefix}${status}-then-success`,
      title: `a ${name} with the status ${status} does not block a later success`,
      steps: (material) => [pending(material), sends(kindNames[kind], material.write.plain(material.order))],
      credit: once,
    },
  ];
}

/** A final status, and then a retried `processing`. */
function processingAfter(status: 'success' | 'failed'): WebhookCase {
  return {
    id: `processing-after-${status}`,
    title: `a processing callback after the ${status} callback is acknowledged, and changes nothing`,
    kind: 'payout',
    aboutCredit: true,
    why: 'A retried processing callback can arrive last. The callback is genuine. If your endpoint rejects it, the gateway retries for seven hours. If your shop opens the payout again, the payout never ends.',
    fix: 'Acknowledge the callback, and do not change a payout with the status success or failed. Both are final.',
    steps: ({ order, write }) => [
      sends(`a payout with the status ${status}`, write.signed(write.payout(order, status), 'mchSecret')),
      sends('the same payout, processing', write.signed(write.payout(order, 'processing'), 'mchSecret')),
    ],
    credit: (material) => ({ ...(status === 'success' ? once(material) : { kind: 'nothing' }), status }),
  };
}

/**
 * Cases with statuses in any sequence. Each status has its own callback (spec: States and transitions; reading:
 * Callbacks).
 */
export const statusCases: readonly WebhookCase[] = [
  {
    id: 'failed',
    title: 'a failed pay-in is acknowledged, and credits nothing',
    kind: 'payin',
    why: 'The callback is genuine. If your endpoint rejects it, the gateway retries for seven hours. If your shop credits it, it credits money that was never paid.',
    fix: 'Acknowledge every genuine callback. Credit the order only if the status is success.',
    steps: ({ order, write }) => [
      sends('a failed pay-in', write.signed(write.payin(order, { status: 'failed' }))),
    ],
    credit: () => ({ kind: 'nothing', storesStatus: true }),
  },
  {
    id: 'failed-then-success',
    title: 'an order that failed and is paid later is credited once',
    kind: 'payin',
    aboutCredit: true,
    why: 'A customer can pay on a second attempt after a failure. If your shop rejects or ignores the callback, it receives the money but does not deliver the order.',
    fix: 'Record handled callbacks by order and status, not only by order, because the status failed is not final.',
    steps: ({ order, write }) => [
      sends('a failed pay-in', write.signed(write.payin(order, { status: 'failed' }))),
      sends('the same order, paid', write.plain(order)),
    ],
    credit: once,
  },
  {
    id: 'success-then-failed',
    title: 'a callback with the status failed changes nothing after a callback with the status success',
    kind: 'payin',
    aboutCredit: true,
    why: 'The gateway delivers the callbacks of one order independently, so an old callback with the status failed can arrive last. The status success is final.',
    fix: 'Acknowledge the callback, and do not change a paid order.',
    steps: ({ order, write }) => [
      sends('a paid pay-in', write.plain(order)),
      sends('the same order, failed', write.signed(write.payin(order, { status: 'failed' }))),
    ],
    credit: once,
  },
  ...pendingCases('payin'),
  ...pendingCases('payout'),
  {
    id: 'payout-failed',
    title: 'a payout that is processing and then failed is acknowledged, and recorded as failed',
    kind: 'payout',
    aboutCredit: true,
    why: 'The callbacks are genuine. If your endpoint rejects them, the gateway retries for seven hours, and your records show a payout in progress.',
    fix: 'Acknowledge every genuine callback. If a payout fails, the gateway returns the amount and the fee to the balance.',
    steps: ({ order, write }) => [
      sends('a payout that is processing', write.signed(write.payout(order, 'processing'), 'mchSecret')),
      sends('the same payout, failed', write.signed(write.payout(order, 'failed'), 'mchSecret')),
    ],
    credit: () => ({ kind: 'nothing', status: 'failed' }),
  },
  ...(['success', 'failed'] as const).map(processingAfter),
];

const genuine =
  'The callback is genuine. If your endpoint rejects it, the gateway stops retrying after seven hours, and the order stays unpaid.';

function smallerOrder(kind: 'payin' | 'link'): WebhookCase {
  const name = kind === 'payin' ? 'pay-in' : kind;
  return {
    id: kind === 'payin' ? 'smaller-order' : `${kind}-smaller-order`,
    title: `a ${name} callback with a smaller amount is not credited in full`,
    kind,
    aboutCredit: true,
    needsKnownOrder: true,
    why: `An attacker who creates an order for a small amount with your order number gets the goods for that amount.`,
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

/**
 * Amounts that floating-point numbers get wrong: 512.05 * 100 is below 51205, 515.32 * 100 is above 51532, 12345.60
 * loses its last digit as text, and 49999.99 does not fit in a FLOAT column of MySQL.
 */
const inexact = [51_205n, 51_532n, 1_234_560n, 4_999_999n] as const;

function exactAmount(kind: CheckedKind): WebhookCase {
  return {
    id: kind === 'payin' ? 'exact-amount' : `${kind}-exact-amount`,
    title: `${kindNames[kind]} is ${kind === 'payout' ? 'recorded' : 'credited'} to the paisa`,
    kind,
    aboutCredit: true,
    amounts: inexact,
    why: 'Floating-point numbers cannot represent most amounts: 512.05 * 100 is 51204.99. A shop that truncates the result loses a paisa, and its accounts never match.',
    fix: 'Parse the amount as a string into an integer number of paise, or use a decimal type.',
    code: 'paise',
    steps: ({ order, write }) => [
      sends(`${kindNames[kind]} of ${write.amount(order.amount)}`, write.plain(order)),
    ],
    credit: once,
  };
}

function payinCase(texts: Omit<SentCase, 'kind'>): WebhookCase {
  return { ...texts, kind: 'payin' };
}

function underpaid(id: 'underpaid' | 'slightly-underpaid'): WebhookCase {
  const isSlight = id === 'slightly-underpaid';
  const paidOf = ({ order: { amount } }: CaseMaterial) => (isSlight ? amount - 10n : smallPaise);
  return payinCase({
    id,
    title: `${isSlight ? 'an order underpaid by 0.10' : 'an underpaid order'} is credited with the paid amount, or held`,
    aboutCredit: true,
    why: 'A customer can pay less than the order amount. If your shop credits the full amount, it loses the rest.',
    fix: 'Credit the order with paidAmount, not with amount. If paidAmount is below the order amount, acknowledge the callback and hold the order.',
    code: 'paise',
    steps: (material) => {
      const { order, write } = material;
      const paidAmount = paidOf(material);
      const what = `a pay-in of ${write.amount(order.amount)} with ${write.amount(paidAmount)} paid`;
      const body = write.signed(write.payin(order, { paidAmount }));
      return [sends(what, body), sends('the same callback again', body)];
    },
    credit: (material) => ({ kind: 'at most', amount: paidOf(material) }),
  });
}

/** Cases about amounts and optional fields of a paid order (spec: Delivery rules 5; Events, Pay-in callback). */
export const amountCases: readonly WebhookCase[] = [
  ...(['underpaid', 'slightly-underpaid'] as const).map(underpaid),
  payinCase({
    id: 'overpaid',
    title: 'an overpaid order is acknowledged, and credited or held',
    why: `A customer can pay more than the order amount. ${genuine}`,
    fix: 'Credit the order with paidAmount, or acknowledge the callback and hold the order. A rejection only causes retries, because the payment does not change.',
    code: 'paise',
    steps: ({ order, write }) => {
      const paidAmount = order.amount + 100n;
      const what = `a pay-in of ${write.amount(order.amount)} with ${write.amount(paidAmount)} paid`;
      return [sends(what, write.signed(write.payin(order, { paidAmount })))];
    },
    credit: ({ order }) => ({ kind: 'at most', amount: order.amount + 100n }),
  }),
  payinCase({
    id: 'usdt',
    title: 'a pay-in in USDT is credited with its amount in INR',
    aboutCredit: true,
    why: 'paidAmount is in INR for every trade type. If your shop credits usdtAmount, it credits about one rupee in ninety.',
    fix: 'Credit paidAmount. usdtAmount is only information.',
    steps: ({ order, write }) => {
      const usdt = (order.amount * 10_000n) / 90n;
      return [sends('a paid pay-in in USDT', write.signed(write.payin(order, { usdt })), 'either')];
    },
    credit: ({ order }): ExpectedCredit => ({ kind: 'once or nothing', amount: order.amount }),
  }),
  payinCase({
    id: 'no-utr',
    title: 'a paid pay-in without a bank reference is acknowledged, and credited once',
    why: `utr is present only when the bank reference is known. ${genuine}`,
    fix: 'Store utr if it is present, and do not require it. Record handled callbacks by order and status, not by utr.',
    steps: ({ order, write }) => {
      const body = write.signed(write.payin(order, { utr: null }));
      return [sends('a paid pay-in without utr', body), sends('the same callback again', body)];
    },
    credit: once,
  }),
  payinCase({
    id: 'extra-zero',
    title: 'a value of "0" is signed like any other value',
    why: `The signature drops only empty values. PHP's empty('0') is true, so a filter with empty() drops "0" too. ${genuine}`,
    fix: "Drop only the empty string and null, for example $value !== '' in PHP.",
    steps: ({ order, write }) => [
      sends('a paid pay-in whose extra is "0"', write.signed(write.payin(order, { extra: '0' }))),
    ],
    credit: once,
  }),
  smallerOrder('payin'),
  smallerOrder('link'),
  ...checkedKinds.map(exactAmount),
];
