import { keyOfKind, kindNames } from '../callback-writer.ts';
import { type CaseMaterial, nothing, once, sends, type WebhookCase } from '../case.ts';

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
      credit: (material) => ({ ...once(material), ...(kind === 'payout' && { status: 'success' }) }),
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
