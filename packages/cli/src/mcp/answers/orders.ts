import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import type { Order } from '../../mock/named-order.ts';
import { count, flag, objectOf, pageOf, text, textOrNull, texts } from './parts.ts';

const moment = z.looseObject({ type: text, at: text });

/** An order of any kind, as the gateway stores it. */
const order = objectOf<Order>()({
  mchId: text,
  amount: text,
  fee: text,
  status: text,
  moves: texts,
  createdAt: text,
  paidAt: textOrNull,
  // A pay-in and a payout.
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
  // A payout.
  totalDebit: text.optional(),
  payType: text.optional(),
  destination: z.record(text, z.unknown()).optional(),
  txid: textOrNull.optional(),
  message: textOrNull.optional(),
});

/** One order with its collection. */
export const oneOrder = order.extend({ kind: z.enum(['payins', 'payouts', 'links']) });

/** One order with its timeline. */
export const orderWithTimeline = oneOrder.extend({ timeline: z.array(moment) });

/** A page of orders. */
export const orders = pageOf(order);

const attempt = objectOf<ControlResponse<'Attempt'>>()({
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

/** A callback with its attempts and the shop's responses. */
export const callback = objectOf<ControlResponse<'Callback'>>()({
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
const signature = objectOf<ControlResponse<'CallbackInFull'>['signature']>()({
  canonical: text,
  received: text,
  key: textOrNull,
});

/** A callback with its headers, responses and signature. */
export const callbackInFull = callback.extend({
  headers,
  answers: z.array(z.looseObject({ number: count, headers })),
  signature,
});

/** Result of waiting for deliveries. */
export const settled = objectOf<ControlResponse<'Settled'>>()({ settled: flag, pending: count });

const diagnosis = objectOf<NonNullable<ControlResponse<'Request'>['diagnosis']>>()({
  canonical: text,
  received: text,
  hint: text,
  alternative: text.optional(),
});

const request = objectOf<ControlResponse<'Request'>>()({
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

const message = objectOf<ControlResponse<'RequestInFull'>['exchange']['request']>()({
  line: text,
  headers,
  body: text,
  note: textOrNull,
});
/** Mistake that produced a wrong signature. */
export const mistake = z.looseObject({ id: text, title: text, fix: text });

/** A request with its complete exchange. */
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
