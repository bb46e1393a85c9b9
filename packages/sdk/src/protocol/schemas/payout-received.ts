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
export type PayoutCallbackReceived = z.output<typeof payoutCallbackReceived>;
