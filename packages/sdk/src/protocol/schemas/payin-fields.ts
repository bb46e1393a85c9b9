import { combined, type Fields, type Word } from './field.ts';
import { tradeTypes } from './words.ts';

/** Fields of a pay-in in every response (spec: Pay-in order). */
export const payinFields = {
  orderNo: { form: 'id', description: 'The gateway order number.', example: 'PI2026112015040512345678' },
  mchOrderNo: { form: 'id', description: 'The merchant’s order number.', example: 'ORDER-1' },
  amount: { form: 'amount', description: 'INR.', example: '500.00' },
  fee: { form: 'sum', description: '11% of the amount.', example: '55.00' },
  netAmount: {
    form: 'sum',
    description: 'Amount minus fee; credited to the wallet on success.',
    example: '445.00',
  },
  paidAmount: {
    form: 'sumOrNull',
    description: 'INR that the customer paid; null until paid.',
    example: '500.00',
  },
  tradeType: { form: 'word', words: tradeTypes, description: 'How the customer pays.', example: 'INRUPI' },
  status: {
    form: 'status',
    words: ['pending', 'success', 'failed', 'expired'],
    description: '`success` is final; `expired` and `failed` can still become `success`.',
    example: 'pending',
  },
  utr: {
    form: 'textOrNull',
    description: 'Bank reference, if the gateway knows it.',
    example: '412345678901',
  },
  pay_url: {
    form: 'url',
    aliasOf: 'payUrl',
    description: 'URL of the hosted checkout.',
    example: 'https://gateway.example/pay/3f9c0a',
  },
  payUrl: {
    form: 'url',
    description: 'The same as `pay_url`.',
    example: 'https://gateway.example/pay/3f9c0a',
  },
  extra: { form: 'text', description: 'The merchant’s own string; empty if none.', example: 'blue shirt' },
  createdAt: { form: 'time', description: 'Time of creation, IST.', example: '2026-11-20T15:04:05+05:30' },
  expiresAt: {
    form: 'time',
    description: 'Time at which an unpaid order expires, IST.',
    example: '2026-11-20T15:34:05+05:30',
  },
  paidAt: {
    form: 'timeOrNull',
    description: 'Time of payment, IST; null until paid.',
    example: '2026-11-20T15:10:00+05:30',
  },
} as const satisfies Fields;

/** Status of a pay-in. Only `success` is final (spec: States and transitions, Pay-in order). */
export type PayinStatus = Word<(typeof payinFields)['status']>;

/** Additional fields of a USDT order (spec: Pay-in order, Additional fields). */
export const payinUsdtFields = {
  usdtAmount: { form: 'usdt', description: 'Exact amount to pay in USDT.', example: '5.555556' },
  rate: { form: 'rate', description: 'INR per USDT.', example: '90.0000' },
  address: {
    form: 'name',
    description: 'Receiving wallet address.',
    example: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
  network: { form: 'word', words: ['TRC20'], description: 'The network to pay on.', example: 'TRC20' },
} as const satisfies Fields;

/** Additional fields of the response to `payin`. */
export const payinCreatedFields = {
  duplicate: {
    form: 'flag',
    description: 'Present when the same `mchOrderNo` was sent before.',
    example: true,
  },
} as const satisfies Fields;

/** Additional fields of the response to `check-order-status`. */
export const payinFoundFields = {
  type: { form: 'word', words: ['payin'], description: 'The kind of order found.', example: 'payin' },
} as const satisfies Fields;

/**
 * Fields of a pay-in callback except the order numbers (spec: Pay-in callback). An unknown value is the empty string.
 */
export const payinCallbackOwnFields = /* @__PURE__ */ combined(
  () =>
    ({
      amount: payinFields.amount,
      paidAmount: {
        form: 'sumOrEmpty',
        description: 'INR that the customer paid; empty until paid.',
        example: '500.00',
      },
      fee: payinFields.fee,
      netAmount: payinFields.netAmount,
      tradeType: {
        form: 'word',
        words: tradeTypes,
        description: 'How the customer paid.',
        example: 'INRUPI',
      },
      status: {
        form: 'status',
        words: ['success', 'failed'],
        description: 'Event of the callback.',
        example: 'success',
      },
      utr: {
        form: 'reference',
        description: 'Bank reference, if the gateway knows it.',
        example: '412345678901',
      },
      payTime: {
        form: 'timeOrEmpty',
        description: 'Time of payment, IST; empty until paid.',
        example: '2026-11-20T15:10:00+05:30',
      },
      extra: payinFields.extra,
      usdtAmount: { form: 'usdtIfAny', description: 'USDT orders only.', example: '5.555556' },
    }) as const,
);
