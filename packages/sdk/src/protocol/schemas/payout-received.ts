import type * as z from 'zod/mini';
import { receivedCallback } from './callback-received.ts';
import type { PayoutStatus } from './payout.ts';
import {
  inr,
  openText,
  optionalDecimal,
  optionalFlag,
  optionalOpenText,
  optionalText,
  received,
  text,
  textOrEmpty,
  textOrNull,
} from './received.ts';
import type { PayType } from './text.ts';

/** The tolerant reading of a withdrawal, created or found. */
export const payoutReceived = /* @__PURE__ */ received(() => ({
  orderNo: text,
  mchOrderNo: text,
  amount: inr,
  fee: optionalDecimal(2),
  totalDebit: optionalDecimal(2),
  status: openText<PayoutStatus>('pending', 'processing', 'success', 'failed'),
  payType: optionalOpenText<PayType>('bank', 'upi', 'usdt'),
  txid: textOrNull,
  createdAt: optionalText,
  paidAt: textOrNull,
  duplicate: optionalFlag,
}));
/** A withdrawal as read, by its wire names. It tells the kind of destination, never the destination. */
export type PayoutReceived = z.output<typeof payoutReceived>;

/** The tolerant reading of a pay-out callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(() => ({
  amount: inr,
  fee: optionalDecimal(2),
  totalDebit: optionalDecimal(2),
  status: openText('processing', 'success', 'failed'),
  txid: textOrNull,
  payTime: textOrNull,
  message: textOrEmpty,
}));
