import * as z from 'zod/mini';
import { receivedCallback } from './callback-received.ts';
import type { PayinStatus } from './payin.ts';
import { openText, optionalText, received, textOrEmpty, textOrNull } from './received.ts';
import type { TradeType } from './text.ts';

/** The tolerant reading of a pay-in order, created or found. */
export const payinReceived = /* @__PURE__ */ received(
  () => ({
    orderNo: z.string(),
    mchOrderNo: z.string(),
    amount: z.string(),
    fee: optionalText,
    netAmount: optionalText,
    paidAmount: textOrNull,
    tradeType: z.optional(openText<TradeType>()),
    status: openText<PayinStatus>(),
    utr: textOrNull,
    payUrl: z.string(),
    extra: textOrEmpty,
    createdAt: optionalText,
    expiresAt: optionalText,
    paidAt: textOrNull,
    duplicate: z.optional(z.boolean()),
    usdtAmount: optionalText,
    rate: optionalText,
    address: optionalText,
    network: optionalText,
  }),
  { pay_url: 'payUrl' },
);
/** A pay-in order as read, by its wire names; `payUrl` also when it came as `pay_url` alone. */
export type PayinReceived = z.output<typeof payinReceived>;

/** The tolerant reading of a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(() => ({
  amount: z.string(),
  paidAmount: textOrNull,
  fee: optionalText,
  netAmount: optionalText,
  tradeType: z.optional(openText<TradeType>()),
  status: openText<'success' | 'failed'>(),
  utr: textOrNull,
  payTime: textOrNull,
  extra: textOrEmpty,
  usdtAmount: optionalText,
}));
/** A pay-in callback as read, by its main names. Reading verifies nothing: `verifyCallback` does. */
export type PayinCallbackReceived = z.output<typeof payinCallbackReceived>;
