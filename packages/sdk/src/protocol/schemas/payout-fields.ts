import { callbackIdentity } from './callback-identity.ts';
import { combined, type Fields, type Word } from './field.ts';
import { payTypes } from './words.ts';

const orderNo = {
  form: 'payoutNo',
  description: 'The gateway order number of the payout. It begins with WD.',
  example: 'WD20261120150405000001',
} as const;

/** spec: Withdrawal. */
export const payoutFields = {
  orderNo,
  mchOrderNo: { form: 'id', description: 'The merchant’s order number of the payout.', example: 'W-1' },
  amount: { form: 'amount', description: 'INR that the beneficiary receives.', example: '1000.00' },
  fee: { form: 'sum', description: '6.5% of the amount plus 10.00.', example: '75.00' },
  totalDebit: {
    form: 'sum',
    description: 'Amount plus fee; held until the payout is paid or rejected.',
    example: '1075.00',
  },
  status: {
    form: 'status',
    words: ['pending', 'processing', 'success', 'failed'],
    description: '`success` and `failed` are final.',
    example: 'pending',
  },
  payType: { form: 'word', words: payTypes, description: 'The kind of destination.', example: 'bank' },
  txid: {
    form: 'textOrNull',
    description: 'Transfer reference (USDT).',
    example: '853793d552635f533aa982b92b35b00e63a1c14e526154563a56315263a13bb4',
  },
  createdAt: { form: 'time', description: 'Time of creation, IST.', example: '2026-11-20T15:04:05+05:30' },
  paidAt: {
    form: 'timeOrNull',
    description: 'Time of payment, IST; null until paid.',
    example: '2026-11-20T16:00:00+05:30',
  },
} as const satisfies Fields;

/** Status of a payout. `success` and `failed` are final (spec: States and transitions, Withdrawal). */
export type PayoutStatus = Word<(typeof payoutFields)['status']>;

/** Additional fields of the response to `payout`. */
export const payoutCreatedFields = {
  duplicate: {
    form: 'flag',
    description: 'Present when the same `mchOrderNo` was sent before.',
    example: true,
  },
} as const satisfies Fields;

/** Additional fields of the response to `check-order-status`. */
export const payoutFoundFields = {
  type: { form: 'word', words: ['payout'], description: 'The kind of order found.', example: 'payout' },
} as const satisfies Fields;

/** Order numbers of a payout callback. */
export const payoutCallbackIdentity = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackIdentity,
      orderNo,
      gateway_order_no: { ...orderNo, aliasOf: 'orderNo', description: 'The same as `orderNo`.' },
    }) as const,
);

/**
 * Fields of a payout callback except the order numbers (spec: Pay-out callback). An unknown value is the empty string.
 */
export const payoutCallbackOwnFields = /* @__PURE__ */ combined(
  () =>
    ({
      amount: payoutFields.amount,
      fee: payoutFields.fee,
      totalDebit: payoutFields.totalDebit,
      status: {
        form: 'status',
        words: ['processing', 'success', 'failed'],
        description: 'Event of the callback.',
        example: 'success',
      },
      txid: {
        form: 'reference',
        description: 'Transfer reference (USDT), if the gateway knows it.',
        example: '',
      },
      payTime: {
        form: 'timeOrEmpty',
        description: 'Time of payment, IST; empty until paid.',
        example: '2026-11-20T16:00:00+05:30',
      },
      message: { form: 'text', description: 'The operator’s message, if any.', example: '' },
    }) as const,
);
