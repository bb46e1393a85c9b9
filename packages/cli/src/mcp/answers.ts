import type { Link, Payin, Payout, Wallet } from '@inrgate/sdk';
import { z } from 'zod';

// What the tools answer, as their `outputSchema`. Clients refuse an answer that does not fit, so all of it is open: a later
// gateway answers more, has more states, and where a key stood is a mask. What a later gateway adds is optional here.

const text = z.string();
const flag = z.boolean();
const count = z.number();
const textOrNull = text.nullable();
const texts = z.array(text);

/** An object of the SDK: all its fields, and none that it has not. */
function sdkObject<Answered>() {
  return <Fields extends Record<keyof Answered, z.ZodType>>(
    fields: Fields & Record<Exclude<keyof Fields, keyof Answered>, never>,
  ) => z.looseObject(fields as Fields);
}

/** A page of a list. */
function pageOf<Item extends z.ZodType>(items: Item) {
  return z.looseObject({ items: z.array(items), nextCursor: textOrNull });
}

/** Why a tool has no answer. */
export const failure = z.looseObject({ error: text, message: text, next: text });

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

const moment = z.looseObject({ type: text, at: text });

/** An order as the gateway has it, of whichever kind. */
export const order = z.looseObject({
  mchId: text,
  amount: text,
  fee: text,
  status: text,
  moves: texts,
  createdAt: text,
  paidAt: textOrNull,
  // A pay-in and a withdrawal.
  orderNo: text.optional(),
  mchOrderNo: text.optional(),
  extra: text.optional(),
  // A link.
  linkCode: text.optional(),
  clientRef: textOrNull.optional(),
  note: textOrNull.optional(),
  // A pay-in and a link.
  netAmount: text.optional(),
  paidAmount: textOrNull.optional(),
  tradeType: text.optional(),
  usdtAmount: textOrNull.optional(),
  address: textOrNull.optional(),
  utr: textOrNull.optional(),
  payUrl: text.optional(),
  notifyUrl: textOrNull.optional(),
  returnUrl: textOrNull.optional(),
  expiresAt: text.optional(),
  // A withdrawal.
  totalDebit: text.optional(),
  payType: text.optional(),
  destination: z.record(text, z.unknown()).optional(),
  txid: textOrNull.optional(),
  message: textOrNull.optional(),
});

/** One order, with the list that it is in. */
export const oneOrder = order.extend({ kind: z.enum(['payins', 'payouts', 'links']) });

/** The same with what happened to it. */
export const orderWithTimeline = oneOrder.extend({ timeline: z.array(moment) });

/** A page of orders. */
export const orders = pageOf(order);

const attempt = z.looseObject({
  number: count,
  manual: flag,
  url: text,
  startedAt: text,
  durationMs: count,
  status: count.nullable(),
  responseBody: textOrNull,
  ok: flag,
  reason: textOrNull,
  fault: z.looseObject({ kind: text }).nullable(),
});

/** What the shop is told, and what it answered. */
export const callback = z.looseObject({
  id: text,
  kind: text,
  event: text,
  mchId: text,
  orderNo: textOrNull,
  url: textOrNull,
  format: text,
  body: text,
  state: text,
  createdAt: text,
  nextAttemptAt: textOrNull,
  attempts: z.array(attempt),
});

/** A page of callbacks. */
export const callbacks = pageOf(callback);

const headers = z.array(z.looseObject({ name: text, value: text }));
const signature = z.looseObject({ canonical: text, received: text, key: textOrNull });

/** A callback with what was sent beside its body. */
export const callbackInFull = callback.extend({
  headers,
  answers: z.array(z.looseObject({ number: count, headers })),
  signature,
});

/** Whether deliveries have ended. */
export const settled = z.looseObject({ settled: flag, pending: count });

const diagnosis = z.looseObject({
  canonical: text,
  received: text,
  hint: text,
  alternative: text.optional(),
});

const request = z.looseObject({
  id: text,
  time: text,
  ip: text,
  method: text,
  path: text,
  endpoint: textOrNull,
  mchId: textOrNull,
  mchOrderNo: textOrNull,
  orderNo: textOrNull,
  status: count,
  error: textOrNull,
  durationMs: count,
  parameters: z.record(text, z.unknown()),
  diagnosis: diagnosis.nullable(),
  explanation: textOrNull,
});

/** A page of the shop's requests. */
export const requests = pageOf(request);

const message = z.looseObject({ line: text, headers, body: text, note: textOrNull });
const mistake = z.looseObject({ id: text, title: text, fix: text });

/** A request with all of what was sent and answered. */
export const requestInFull = request.extend({
  diagnosis: diagnosis
    .extend({
      verdict: text,
      mistakes: z.array(mistake.extend({ fixes: z.record(text, text) })),
      signed: textOrNull,
      difference: z.array(z.looseObject({ kind: text, text, invisible: texts })),
      summary: text,
    })
    .nullable(),
  signature: signature.nullable(),
  exchange: z.looseObject({ request: message, response: message }),
});

/** Why a signature is wrong. */
export const explanation = z.looseObject({
  verdict: z.enum(['valid', 'explained', 'unexplained']),
  mistakes: z.array(mistake),
  expected: z.looseObject({ canonical: text, sign: textOrNull }),
  received: z.looseObject({ canonical: text.optional(), sign: text }),
  comparison: z
    .looseObject({
      at: count.nullable(),
      expected: textOrNull,
      found: textOrNull,
      isWhatWasSigned: flag.nullable(),
    })
    .optional(),
  pitfalls: z.array(mistake).optional(),
  summary: text,
});

const exchanges = z.array(z.looseObject({ sent: text, received: text, durationMs: count }));

/** What a check of an endpoint found. */
export const endpointCheck = z.looseObject({
  state: text,
  startedAt: textOrNull,
  url: textOrNull,
  message: textOrNull,
  passed: count,
  failed: count,
  warned: count,
  skipped: count,
  checks: z.array(
    z.looseObject({
      id: text,
      title: text,
      status: text,
      message: text,
      why: text.optional(),
      fix: text.optional(),
      exchanges: exchanges.optional(),
    }),
  ),
});

/** The scenarios that there are. */
export const scenarios = z.looseObject({
  items: z.array(z.looseObject({ name: text, description: text, arrives: texts, clock: textOrNull })),
});

/** What came of a scenario. */
export const playedScenario = z.looseObject({
  scenario: text,
  ok: flag,
  steps: z.array(
    z.looseObject({ id: text, run: text, result: z.record(text, z.unknown()), deviation: textOrNull }),
  ),
  callbacks: z.array(callback),
  unacknowledged: texts,
});

/** The time at the gateway. */
export const clock = z.looseObject({ now: text, mode: text });

/** What goes wrong on purpose. */
export const fault = z.looseObject({
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

/** What is gone. */
export const removed = z.looseObject({ removed: text });

/** A merchant, without its keys. */
export const merchant = z.looseObject({
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

/** A merchant that was made. */
export const newMerchant = z.looseObject({ mchId: text });

/** What is in a wallet. */
export const wallet = z.looseObject({
  balance: text,
  available: text,
  frozen: text,
  total: text,
  currency: text,
});

/** A merchant's books. */
export const ledger = z.looseObject({
  accounts: z.array(z.looseObject({ account: text, balance: text })),
  entries: z.array(
    z.looseObject({
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

/** Whether the books are balanced. */
export const ledgerCheck = z.looseObject({
  balanced: flag,
  accounts: count,
  entries: count,
  problems: texts,
});

/** Which gateway it is. */
export const addresses = z.looseObject({
  baseUrl: text,
  legacyBaseUrl: text.optional(),
  mchId: text.optional(),
  ownGateway: flag,
});

/** The same of one that was started. */
export const startedGateway = addresses.extend({ dashboardUrl: text });

const health = z.looseObject({ status: text, version: text, store: text, now: text });
const inState = z.record(text, count);

/** How much there is at the gateway. */
export const overview = health.extend({
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

/** Which gateway it is, and how it is. */
export const status = addresses.extend({ health, overview });

/** That it is as it was. */
export const reset = z.looseObject({ reset: flag });

/** The settings of a gateway. */
export const settings = z.looseObject({
  usdtRate: textOrNull,
  orderValidityMinutes: count,
  latePayments: text,
  failedPayinCallback: flag,
  rateLimitPerMinute: count.nullable(),
  signatureLock: z.looseObject({ failures: count, windowSeconds: count, lockSeconds: count }).nullable(),
  maintenance: flag,
  providerAvailable: flag,
});
