import type { Link, Payin, Payout, Wallet } from '@inrgate/sdk';
import { z } from 'zod';
import { flag, objectOf, text, textOrNull } from './parts.ts';

const orderFields = { amount: text, status: text, createdAt: textOrNull, paidAt: textOrNull };
const signedFields = { ...orderFields, orderNo: text, mchOrderNo: text, fee: textOrNull, duplicate: flag };

/** Result of a signed request for a pay-in. */
export const signedPayin = objectOf<Payin>()({
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

export const signedPayout = objectOf<Payout>()({
  ...signedFields,
  type: z.literal('payout'),
  totalDebit: textOrNull,
  payType: textOrNull,
  txid: textOrNull,
});

export const signedLink = objectOf<Link>()({
  ...orderFields,
  linkCode: text,
  clientRef: text,
  currency: textOrNull,
  payUrl: text,
  note: text,
  expiresAt: textOrNull,
});

/** Result of a signed request for the balance. */
export const signedWallet = objectOf<Wallet>()({
  balance: text,
  available: text,
  frozen: textOrNull,
  total: textOrNull,
  currency: text,
});
