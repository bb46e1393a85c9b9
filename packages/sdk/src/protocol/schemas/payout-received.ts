import * as z from 'zod/mini';
import { receivedCallback } from './callback-received.ts';
import type { PayoutStatus } from './payout.ts';
import { openText, optionalText, received, textOrEmpty, textOrNull } from './received.ts';
import type { PayType } from './text.ts';

/** The tolerant reading of a withdrawal, created or found. */
export const payoutReceived = /* @__PURE__ */ received(() => ({
  orderNo: z.string(),
  mchOrderNo: z.string(),
  amount: z.string(),
  fee: optionalText,
  totalDebit: optionalText,
  status: openText<PayoutStatus>(),
  payType: z.optional(openText<PayType>()),
  txid: textOrNull,
  createdAt: optionalText,
  paidAt: textOrNull,
  duplicate: z.optional(z.boolean()),
}));
/** A withdrawal as read, by its wire names. It tells the kind of destination, never the destination. */
export type PayoutReceived = z.output<typeof payoutReceived>;

/** The tolerant reading of a pay-out callback, JSON or form. */
export const payoutCallbackReceived = /* @__PURE__ */ receivedCallback(() => ({
  amount: z.string(),
  fee: optionalText,
  totalDebit: optionalText,
  status: openText<'processing' | 'success' | 'failed'>(),
  txid: textOrNull,
  payTime: textOrNull,
  message: textOrEmpty,
}));
/** A pay-out callback as read, by its main names. Reading verifies nothing: `verifyCallback` does. */
export type PayoutCallbackReceived = z.output<typeof payoutCallbackReceived>;
