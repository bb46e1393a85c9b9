import type { Link, Payin, Payout, Wallet } from '@inrgate/sdk';
import { z } from 'zod';
import { flag, text, textOrNull } from './parts.ts';

/** An object of the SDK: all its fields, and none that it has not. */
function sdkObject<Answered>() {
  return <Fields extends Record<keyof Answered, z.ZodType>>(
    fields: Fields & Record<Exclude<keyof Fields, keyof Answered>, never>,
  ) => z.looseObject(fields as Fields);
}

const orderFields = { amount: text, status: text, createdAt: textOrNull, paidAt: textOrNull };
const signedFields = { ...orderFields, orderNo: text, mchOrderNo: text, fee: textOrNull, duplicate: flag };

/** What the shop is answered of a pay-in. */
export const signedPayin = sdkObject<Payin>()({
  ...signedFields,
  type: z.literal('payin'),
  netAmount: textOrNull,
  paidAmount: textOrNull,
  tradeType: textOrNull,
  utr: textOrNull,
  payUrl: text,
  extra: text,
  expiresAt: textOrNull,
  usdtAmount: textOrNull,
  rate: textOrNull,
  address: textOrNull,
  network: textOrNull,
});

/** What the shop is answered of a withdrawal. */
export const signedPayout = sdkObject<Payout>()({
  ...signedFields,
  type: z.literal('payout'),
  totalDebit: textOrNull,
  payType: textOrNull,
  txid: textOrNull,
});

/** What the shop is answered of a link. */
export const signedLink = sdkObject<Link>()({
  ...orderFields,
  linkCode: text,
  clientRef: text,
  currency: textOrNull,
  payUrl: text,
  note: text,
  expiresAt: textOrNull,
});

/** What the shop is answered of its balance. */
export const signedWallet = sdkObject<Wallet>()({
  balance: text,
  available: text,
  frozen: textOrNull,
  total: textOrNull,
  currency: text,
});
