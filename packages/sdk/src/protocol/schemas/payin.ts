import * as z from 'zod';
import { callbackIdentity } from './callback.ts';
import { described, orEmpty, rate, someText, sum, timestamp, tradeType, url, usdtAmount } from './text.ts';

/** The states of a pay-in order, as the schema of the strict reading. */
export const payinStatus = z.enum(['pending', 'success', 'failed', 'expired']);
/** Where a pay-in order stands. `success` alone is final (spec: States and transitions, Pay-in order). */
export type PayinStatus = z.output<typeof payinStatus>;

const common = {
  orderNo: described(someText, 'The service’s order number.', 'PI2026112015040512345678'),
  mchOrderNo: described(someText, 'The merchant’s order number.', 'ORDER-1'),
  amount: described(sum, 'INR.', '500.00'),
  fee: described(sum, '11% of the amount.', '55.00'),
  netAmount: described(sum, 'Amount minus fee; credited to the wallet on success.', '445.00'),
  paidAmount: described(sum.nullable(), 'INR actually paid; null until paid.', '500.00'),
  status: described(
    payinStatus,
    '`success` is final; `expired` and `failed` can still become `success`.',
    'pending',
  ),
  utr: described(z.string().nullable(), 'Bank reference, when known.', '412345678901'),
  pay_url: described(url, 'Hosted checkout address.', 'https://gateway.example/pay/3f9c0a'),
  payUrl: described(url, 'The same as `pay_url`.', 'https://gateway.example/pay/3f9c0a'),
  extra: described(z.string(), 'The merchant’s free text; empty if none.', 'blue shirt'),
  createdAt: described(timestamp, 'Time of creation, IST.', '2026-11-20T15:04:05+05:30'),
  expiresAt: described(timestamp, 'When an unpaid order expires, IST.', '2026-11-20T15:34:05+05:30'),
  paidAt: described(
    timestamp.nullable(),
    'Time of payment, IST; null until paid.',
    '2026-11-20T15:10:00+05:30',
  ),
};

const inr = {
  ...common,
  tradeType: described(z.literal('INRUPI'), 'Paid by UPI.', 'INRUPI'),
};

const usdt = {
  ...common,
  tradeType: described(z.literal('usdt'), 'Paid in USDT.', 'usdt'),
  usdtAmount: described(usdtAmount, 'Exact USDT to pay.', '5.555556'),
  rate: described(rate, 'INR per USDT.', '90.0000'),
  address: described(someText, 'Receiving address.', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  network: described(z.literal('TRC20'), 'The network to pay on.', 'TRC20'),
};

const created = {
  duplicate: described(
    z.literal(true).optional(),
    'Present when the same `mchOrderNo` was sent before.',
    true,
  ),
};
const found = { type: described(z.literal('payin'), 'The kind of order found.', 'payin') };

/** A pay-in order as `payin` answers it (spec: Pay-in order). */
export const payinCreated = z.discriminatedUnion('tradeType', [
  z.strictObject({ ...inr, ...created }),
  z.strictObject({ ...usdt, ...created }),
]);

/** A pay-in order as `check-order-status` answers it. */
export const payinFound = z.discriminatedUnion('tradeType', [
  z.strictObject({ ...inr, ...found }),
  z.strictObject({ ...usdt, ...found }),
]);

/** spec: Pay-in callback, as JSON. What is not known is the empty text. */
export const payinCallback = z.strictObject({
  ...callbackIdentity,
  amount: common.amount,
  paidAmount: described(orEmpty(sum), 'INR actually paid; empty when nothing was.', '500.00'),
  fee: common.fee,
  netAmount: common.netAmount,
  tradeType: described(tradeType, 'How the customer paid.', 'INRUPI'),
  status: described(z.enum(['success', 'failed']), 'What happened.', 'success'),
  utr: described(z.string(), 'Bank reference, when known.', '412345678901'),
  payTime: described(
    orEmpty(timestamp),
    'Time of payment, IST; empty when not paid.',
    '2026-11-20T15:10:00+05:30',
  ),
  extra: common.extra,
  usdtAmount: described(usdtAmount.optional(), 'USDT orders only.', '5.555556'),
});
