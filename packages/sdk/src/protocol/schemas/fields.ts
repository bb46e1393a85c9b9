import { demoCredentials } from '../local-gateway.ts';
import { combined, type Fields, type Word } from './field.ts';

/** Payment methods of a pay-in: `INRUPI` by UPI, `usdt` in USDT on TRC20. The values are case-sensitive. */
export const tradeTypes = ['INRUPI', 'usdt'] as const;
export type TradeType = (typeof tradeTypes)[number];

/** Kinds of payout destination. The values are case-sensitive. */
export const payTypes = ['bank', 'upi', 'usdt'] as const;
export type PayType = (typeof payTypes)[number];

/** Currencies of a customer's payment for a v1 link. The values are case-sensitive. The amount is always INR. */
export const currencies = ['INR', 'USDT'] as const;
/** Currency of a customer's payment for a v1 link. */
export type Currency = (typeof currencies)[number];

const payinNo = 'PI2026112015040512345678';
const orderNo = {
  form: 'name',
  required: true,
  description: 'The gateway order number.',
  example: payinNo,
} as const;
const mchOrderNo = {
  form: 'name',
  required: true,
  description: 'The merchant’s order number.',
  example: 'ORDER-1',
} as const;
const payoutNo = {
  form: 'payoutNo',
  required: true,
  description: 'The gateway order number of the payout. It begins with WD.',
  example: 'WD20261120150405000001',
} as const;
const extra = {
  form: 'text',
  description: 'The merchant’s own string; empty if none.',
  example: 'blue shirt',
} as const;
const createdAt = {
  form: 'time',
  description: 'Time of creation, IST.',
  example: '2026-11-20T15:04:05+05:30',
} as const;
const expiry = '2026-11-20T15:34:05+05:30';
const paidAt = {
  form: 'time',
  absent: 'null',
  description: 'Time of payment, IST; null until paid.',
  example: '2026-11-20T15:10:00+05:30',
} as const;
/** The time of payment where an unknown value is the empty string. */
const payTime = {
  form: 'time',
  absent: 'empty',
  description: 'Time of payment, IST; empty until paid.',
  example: '2026-11-20T15:10:00+05:30',
} as const;
const payUrl = {
  form: 'url',
  description: 'URL of the hosted checkout.',
  example: 'https://gateway.example/pay/3f9c0a',
} as const;
const duplicate = {
  form: 'flag',
  absent: 'omitted',
  description: 'Present when the same `mchOrderNo` was sent before.',
  example: true,
} as const;

// A response and its callback share these fields. The bundled `verifyCallback` contains only what callbacks have.
const payinAmounts = {
  amount: { form: 'amount', required: true, description: 'INR.', example: '500.00' },
  fee: { form: 'sum', description: '11% of the amount.', example: '55.00' },
  netAmount: {
    form: 'sum',
    description: 'Amount minus fee; credited to the wallet on success.',
    example: '445.00',
  },
} as const;
const payoutAmounts = {
  amount: {
    form: 'amount',
    required: true,
    description: 'INR that the beneficiary receives.',
    example: '1000.00',
  },
  fee: { form: 'sum', description: '6.5% of the amount plus 10.00.', example: '75.00' },
  totalDebit: {
    form: 'sum',
    description: 'Amount plus fee; held until the payout is paid or rejected.',
    example: '1075.00',
  },
} as const;
const tradeType = {
  form: 'word',
  words: tradeTypes,
  description: 'How the customer pays.',
  example: 'INRUPI',
} as const;
const utr = {
  form: 'text',
  absent: 'null',
  description: 'Bank reference, if the gateway knows it.',
  example: '412345678901',
} as const;

/** Fields of a pay-in in every response (spec: Pay-in order). */
export const payinFields = /* @__PURE__ */ combined(
  () =>
    ({
      orderNo,
      mchOrderNo,
      ...payinAmounts,
      paidAmount: {
        form: 'amount',
        absent: 'null',
        description: 'INR that the customer paid; null until paid.',
        example: '500.00',
      },
      tradeType,
      status: {
        form: 'word',
        required: true,
        words: ['pending', 'success', 'failed', 'expired'],
        description: '`success` is final; `expired` and `failed` can still become `success`.',
        example: 'pending',
      },
      utr,
      pay_url: { ...payUrl, aliasOf: 'payUrl' },
      payUrl: { ...payUrl, description: 'The same as `pay_url`.' },
      extra,
      createdAt,
      expiresAt: {
        form: 'time',
        description: 'Time at which an unpaid order expires, IST.',
        example: expiry,
      },
      paidAt,
    }) as const satisfies Fields,
);

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

/** spec: Withdrawal. */
export const payoutFields = /* @__PURE__ */ combined(
  () =>
    ({
      orderNo: payoutNo,
      mchOrderNo: {
        ...mchOrderNo,
        description: 'The merchant’s order number of the payout.',
        example: 'W-1',
      },
      ...payoutAmounts,
      status: {
        form: 'word',
        required: true,
        words: ['pending', 'processing', 'success', 'failed'],
        description: '`success` and `failed` are final.',
        example: 'pending',
      },
      payType: { form: 'word', words: payTypes, description: 'The kind of destination.', example: 'bank' },
      txid: {
        form: 'text',
        absent: 'null',
        description: 'Transfer reference (USDT).',
        example: '853793d552635f533aa982b92b35b00e63a1c14e526154563a56315263a13bb4',
      },
      createdAt,
      paidAt: { ...paidAt, example: '2026-11-20T16:00:00+05:30' },
    }) as const satisfies Fields,
);

/** Status of a payout. `success` and `failed` are final (spec: States and transitions, Withdrawal). */
export type PayoutStatus = Word<(typeof payoutFields)['status']>;

export const createdFields = { duplicate } as const satisfies Fields;

/** Additional fields of the response to `check-order-status`, for a pay-in and for a payout. */
export const foundFields = {
  payin: {
    type: { form: 'word', words: ['payin'], description: 'The kind of order found.', example: 'payin' },
  },
  payout: {
    type: { form: 'word', words: ['payout'], description: 'The kind of order found.', example: 'payout' },
  },
} as const satisfies Readonly<Record<string, Fields>>;

/** Fields of a link in every response (spec: Legacy payment link). */
export const linkFields = {
  link_code: { form: 'name', required: true, description: 'Identifier of the link.', example: 'L7f3kQ2m9' },
  client_ref: { form: 'text', description: 'The merchant’s own id; empty if none.', example: 'INV-42' },
  amount: { form: 'amount', required: true, description: 'INR, two decimals.', example: '500.00' },
  currency: {
    form: 'word',
    words: currencies,
    description: 'Currency that the customer pays in.',
    example: 'INR',
  },
  status: {
    form: 'word',
    required: true,
    words: ['pending', 'success', 'failed', 'expired'],
    description: 'State of the link.',
    example: 'pending',
  },
  pay_url: payUrl,
  created_at: createdAt,
} as const satisfies Fields;

/** Status of a link (spec: States and transitions, Legacy link). A paid link has the status `success`. */
export type LinkStatus = Word<(typeof linkFields)['status']>;

export const linkCreatedFields = {
  expires_at: { form: 'time', description: 'Time at which an unpaid link expires, IST.', example: expiry },
} as const satisfies Fields;

export const linkFoundFields = {
  note: { form: 'text', description: 'The merchant’s note; empty if none.', example: 'Invoice 42' },
  paid_at: payTime,
} as const satisfies Fields;

/** spec: Wallet. */
export const walletFields = {
  balance: { form: 'sum', required: true, description: 'INR available for payouts.', example: '98925.00' },
  available: { form: 'sum', required: true, description: 'The same as `balance`.', example: '98925.00' },
  frozen: { form: 'sum', description: 'INR held for pending payouts.', example: '1075.00' },
  total: { form: 'sum', description: 'Balance plus frozen.', example: '100000.00' },
  currency: { form: 'word', words: ['INR'], description: 'The currency of the wallet.', example: 'INR' },
} as const satisfies Fields;

export const callbackTest = {
  test: {
    form: 'flag',
    absent: 'omitted',
    description: 'Present in the test callback from the merchant dashboard.',
    example: true,
  },
} as const satisfies Fields;

export const callbackSign = {
  sign: {
    form: 'sign',
    description: 'Signature over every other field that is not empty.',
    example: '2FB7128E6D15728544A83A22B407E7AA',
  },
} as const satisfies Fields;

/** Each has a main name and an alias in every v3 callback (spec: Events, "field and alias"). */
export const callbackIdentity = /* @__PURE__ */ combined(() => {
  const mchId = {
    form: 'name',
    required: true,
    description: 'Merchant ID.',
    example: demoCredentials.mchId,
  } as const;
  return {
    mchId,
    merchant_id: { ...mchId, aliasOf: 'mchId', description: 'The same as `mchId`.' },
    mchOrderNo,
    merchant_order_no: { ...mchOrderNo, aliasOf: 'mchOrderNo', description: 'The same as `mchOrderNo`.' },
    orderNo,
    gateway_order_no: { ...orderNo, aliasOf: 'orderNo', description: 'The same as `orderNo`.' },
  } as const satisfies Fields;
});

/**
 * Fields of a pay-in callback except the order numbers (spec: Pay-in callback). An unknown value is the empty string.
 */
export const payinCallbackOwnFields = /* @__PURE__ */ combined(
  () =>
    ({
      amount: payinAmounts.amount,
      paidAmount: {
        form: 'amount',
        absent: 'empty',
        description: 'INR that the customer paid; empty until paid.',
        example: '500.00',
      },
      fee: payinAmounts.fee,
      netAmount: payinAmounts.netAmount,
      tradeType: { ...tradeType, description: 'How the customer paid.' },
      status: {
        form: 'word',
        required: true,
        words: ['success', 'failed'],
        description: 'Event of the callback.',
        example: 'success',
      },
      utr: { ...utr, absent: 'empty' },
      payTime,
      extra,
      usdtAmount: { form: 'usdt', absent: 'omitted', description: 'USDT orders only.', example: '5.555556' },
    }) as const satisfies Fields,
);

export const payoutCallbackIdentity = /* @__PURE__ */ combined(
  () =>
    ({
      ...callbackIdentity,
      orderNo: payoutNo,
      gateway_order_no: { ...payoutNo, aliasOf: 'orderNo', description: 'The same as `orderNo`.' },
    }) as const satisfies Fields,
);

/**
 * Fields of a payout callback except the order numbers (spec: Pay-out callback). An unknown value is the empty string.
 */
export const payoutCallbackOwnFields = /* @__PURE__ */ combined(
  () =>
    ({
      ...payoutAmounts,
      status: {
        form: 'word',
        required: true,
        words: ['processing', 'success', 'failed'],
        description: 'Event of the callback.',
        example: 'success',
      },
      txid: {
        form: 'text',
        absent: 'empty',
        description: 'Transfer reference (USDT), if the gateway knows it.',
        example: '',
      },
      payTime: { ...payTime, example: '2026-11-20T16:00:00+05:30' },
      message: { form: 'text', description: 'The operator’s message, if any.', example: '' },
    }) as const satisfies Fields,
);

/** Fields of the callback of a paid link (spec: Legacy webhook). */
export const linkCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      link_code: linkFields.link_code,
      client_ref: linkFields.client_ref,
      amount: linkFields.amount,
      currency: linkFields.currency,
      status: {
        form: 'word',
        required: true,
        words: ['success'],
        description: 'Sent when the link is paid.',
        example: 'success',
      },
      paid_at: { form: 'time', description: 'Time of payment, IST.', example: '2026-11-20T15:10:00+05:30' },
      sign: { ...callbackSign.sign, description: 'Signature made with the API Secret.' },
    }) as const satisfies Fields,
);

/** Field names of callbacks of any kind, including aliases (spec: Events). */
export const fieldNames = /* @__PURE__ */ combined((): ReadonlySet<string> => {
  const v3 = { ...callbackIdentity, ...callbackTest, ...callbackSign };
  const own = { ...payinCallbackOwnFields, ...payoutCallbackOwnFields, ...linkCallbackFields };
  return new Set(Object.keys({ ...v3, ...own }));
});
