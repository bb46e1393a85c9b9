import * as z from 'zod';
import { callbackIdentity } from './callback.ts';
import { described, matching, orEmpty, payType, someText, sum, timestamp } from './text.ts';

/** The states of a withdrawal, as the schema of the strict reading. */
export const payoutStatus = z.enum(['pending', 'processing', 'success', 'failed']);
/** Where a withdrawal stands. `success` and `failed` are final (spec: States and transitions, Withdrawal). */
export type PayoutStatus = z.output<typeof payoutStatus>;

const orderNo = described(
  matching(/^WD/),
  'The service’s payout number; it begins with WD.',
  'WD20261120150405000001',
);

const common = {
  orderNo,
  mchOrderNo: described(someText, 'The merchant’s payout number.', 'W-1'),
  amount: described(sum, 'INR that the beneficiary receives.', '1000.00'),
  fee: described(sum, '6.5% of the amount plus 10.00.', '75.00'),
  totalDebit: described(sum, 'Amount plus fee; held until the payout is paid or rejected.', '1075.00'),
  status: described(payoutStatus, '`success` and `failed` are final.', 'pending'),
  payType: described(payType, 'The kind of destination.', 'bank'),
  txid: described(
    z.string().nullable(),
    'Transfer reference (USDT).',
    '853793d552635f533aa982b92b35b00e63a1c14e526154563a56315263a13bb4',
  ),
  createdAt: described(timestamp, 'Time of creation, IST.', '2026-11-20T15:04:05+05:30'),
  paidAt: described(
    timestamp.nullable(),
    'Time of payment, IST; null until paid.',
    '2026-11-20T16:00:00+05:30',
  ),
};

/** A withdrawal as `payout` answers it (spec: Withdrawal). */
export const payoutCreated = z.strictObject({
  ...common,
  duplicate: described(
    z.literal(true).optional(),
    'Present when the same `mchOrderNo` was sent before.',
    true,
  ),
});

/** A withdrawal as `check-order-status` answers it. */
export const payoutFound = z.strictObject({
  ...common,
  type: described(z.literal('payout'), 'The kind of order found.', 'payout'),
});

/** spec: Pay-out callback, as JSON. What is not known is the empty text. */
export const payoutCallback = z.strictObject({
  ...callbackIdentity,
  orderNo,
  gateway_order_no: described(matching(/^WD/), 'The same as `orderNo`.', 'WD20261120150405000001'),
  amount: common.amount,
  fee: common.fee,
  totalDebit: common.totalDebit,
  status: described(z.enum(['processing', 'success', 'failed']), 'What happened.', 'success'),
  txid: described(z.string(), 'Transfer reference (USDT), when known.', ''),
  payTime: described(
    orEmpty(timestamp),
    'Time of payment, IST; empty when not paid.',
    '2026-11-20T16:00:00+05:30',
  ),
  message: described(z.string(), 'The operator’s message, if any.', ''),
});
