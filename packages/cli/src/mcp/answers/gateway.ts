import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { count, flag, objectOf, pageOf, text, textOrNull, texts } from './parts.ts';

/** Time of the gateway. */
export const clock = objectOf<ControlResponse<'Clock'>>()({ now: text, mode: text });

/** Injected fault. */
export const fault = objectOf<ControlResponse<'Fault'>>()({
  id: text,
  endpoint: text,
  phase: text.optional(),
  action: z.looseObject({ kind: text }),
  times: count.optional(),
  probability: count.optional(),
  mchId: text.optional(),
  mchOrderNo: text.optional(),
});

/** A page of faults. */
export const faults = pageOf(fault);

/** Confirmation of a removal. */
export const removed = z.looseObject({ removed: text });

/** A merchant, without its keys. */
export const merchant = objectOf<Omit<ControlResponse<'Merchant'>, 'mchKey' | 'mchSecret'>>()({
  mchId: text,
  callbackUrl: textOrNull,
  callbackFormat: text,
  ipAllowList: texts,
  inrEnabled: flag,
  usdtEnabled: flag,
  suspended: flag,
  limits: z.looseObject({
    payinMin: text,
    payinMax: text,
    payoutMin: text,
    payoutMax: text,
    payoutDaily: text,
  }),
});

/** A page of merchants. */
export const merchants = pageOf(merchant);

/** A created merchant. */
export const newMerchant = z.looseObject({ mchId: text });

/** Balances of a wallet. */
export const wallet = objectOf<ControlResponse<'Wallet'>>()({
  balance: text,
  available: text,
  frozen: text,
  total: text,
  currency: text,
});

/** A merchant's ledger. */
export const ledger = objectOf<ControlResponse<'Ledger'>>()({
  accounts: z.array(z.looseObject({ account: text, balance: text })),
  entries: z.array(
    objectOf<ControlResponse<'Ledger'>['entries'][number]>()({
      transactionId: text,
      kind: text,
      orderNo: textOrNull,
      at: text,
      account: text,
      amount: text,
    }),
  ),
  nextCursor: textOrNull,
});

/** Result of the ledger check. */
export const ledgerCheck = objectOf<ControlResponse<'LedgerCheck'>>()({
  balanced: flag,
  accounts: count,
  entries: count,
  problems: texts,
});

/** URLs and default merchant of a gateway. */
export const addresses = z.looseObject({
  baseUrl: text,
  legacyBaseUrl: text.optional(),
  mchId: text.optional(),
  ownGateway: flag,
});

/** URLs of a started gateway. */
export const startedGateway = addresses.extend({ dashboardUrl: text });

const health = objectOf<ControlResponse<'Health'>>()({ status: text, version: text, store: text, now: text });
const inState = z.record(text, count);

/** Counts of the gateway's orders, callbacks, requests and faults. */
export const overview = objectOf<ControlResponse<'Overview'>>()({
  ...health.shape,
  mode: text,
  nextDueAt: textOrNull,
  payins: inState,
  links: inState,
  payouts: inState,
  callbacks: inState,
  requests: z.looseObject({ total: count, refused: count }),
  faults: count,
  merchants: count,
});

/** URLs, health and counts of a gateway. */
export const status = addresses.extend({ health, overview });

/** Confirmation of a reset. */
export const reset = z.looseObject({ reset: flag });

/** The settings of a gateway. */
export const settings = objectOf<ControlResponse<'Settings'>>()({
  usdtRate: textOrNull,
  orderValidityMinutes: count,
  latePayments: text,
  failedPayinCallback: flag,
  rateLimitPerMinute: count.nullable(),
  signatureLock: z.looseObject({ failures: count, windowSeconds: count, lockSeconds: count }).nullable(),
  maintenance: flag,
  providerAvailable: flag,
  simulation: z.looseObject({ payAfterSeconds: count }).nullable(),
});
