import * as z from 'zod/mini';
import { receivedCallback } from './callback-received.ts';
import type { PayinStatus } from './payin.ts';
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
import type { TradeType } from './text.ts';

const inrOrNull = /* @__PURE__ */ z._default(/* @__PURE__ */ z.nullable(inr), null);

/** The tolerant reading of a pay-in order, created or found. */
export const payinReceived = /* @__PURE__ */ received(
  () => ({
    orderNo: text,
    mchOrderNo: text,
    amount: inr,
    fee: optionalDecimal(2),
    netAmount: optionalDecimal(2),
    paidAmount: inrOrNull,
    tradeType: optionalOpenText<TradeType>('INRUPI', 'usdt'),
    status: openText<PayinStatus>('pending', 'success', 'failed', 'expired'),
    utr: textOrNull,
    payUrl: textOrEmpty,
    extra: textOrEmpty,
    createdAt: optionalText,
    expiresAt: optionalText,
    paidAt: textOrNull,
    duplicate: optionalFlag,
    usdtAmount: optionalDecimal(6),
    rate: optionalDecimal(4),
    address: optionalText,
    network: optionalOpenText('TRC20'),
  }),
  { pay_url: 'payUrl' },
);
/** A pay-in order as read, by its wire names; `payUrl` also when it came as `pay_url` alone,
 * empty when neither came. */
export type PayinReceived = z.output<typeof payinReceived>;

/** The tolerant reading of a pay-in callback, JSON or form. */
export const payinCallbackReceived = /* @__PURE__ */ receivedCallback(() => ({
  amount: inr,
  paidAmount: inrOrNull,
  fee: optionalDecimal(2),
  netAmount: optionalDecimal(2),
  tradeType: optionalOpenText<TradeType>('INRUPI', 'usdt'),
  status: openText('success', 'failed'),
  utr: textOrNull,
  payTime: textOrNull,
  extra: textOrEmpty,
  usdtAmount: optionalDecimal(6),
}));
