import { z } from 'zod';
import { callbackEvents, callbackKinds, callbackStates } from '../../domain/callback.ts';
import { callbackFaultKinds } from '../../domain/fault-kinds.ts';
import { notificationKinds } from '../../domain/history.ts';
import { callbackFormats } from '../../domain/merchant.ts';
import { count, flag, mchId, text, textOrNull, time } from './fields.ts';

const fault = z.strictObject({
  id: text('ID of the fault. The fault may no longer exist.', 'fault_1'),
  kind: z.enum(callbackFaultKinds).meta({ description: 'Effect of the fault.' }),
  sent: count('Number of times that the gateway sent the callback.', 1),
  sentBody: textOrNull('Altered body, or `null` if the gateway sent the original body or nothing.'),
  note: text('Readable description.', 'sent with an altered amount, on purpose'),
});

export const attempt = z.strictObject({
  number: count('Number of the attempt, from 1.', 1),
  manual: flag('`true` for a manual re-send by the operator.', false),
  url: text('URL of the request.', 'http://127.0.0.1:3000/callbacks'),
  startedAt: time,
  durationMs: z
    .number()
    .min(0)
    .meta({ description: 'Duration in real milliseconds.', examples: [12.5] }),
  status: z
    .int()
    .nullable()
    .meta({
      description: 'HTTP status that the receiver returned, or `null` without a response.',
      examples: [200],
    }),
  responseBody: textOrNull(
    'First 64 KB of the receiver’s response, or `null` without a response.',
    'success',
  ),
  ok: flag('`true` if the receiver acknowledged the callback.', true),
  reason: textOrNull('Reason why the attempt failed, or `null`.'),
  fault: fault.nullable().meta({ description: 'Injected fault that affected the attempt, or `null`.' }),
});

export const event = z.enum(callbackEvents).meta({ description: 'Event that the callback reports.' });
export const callbackState = z.enum(callbackStates).meta({ description: 'State of the delivery.' });
export const callbackId = text('ID of the callback.', 'cb_9f2c');
export const nextAttemptAt = time
  .nullable()
  .meta({ description: 'Time of the next attempt in IST, or `null` without a further attempt.' });

export const callback = z.strictObject({
  id: callbackId,
  kind: z.enum(callbackKinds).meta({ description: 'Kind of order, or `test`.' }),
  event,
  mchId,
  orderNo: textOrNull('Gateway order number or link code.'),
  url: textOrNull('URL of the receiver. `null` if the callback is undeliverable. A re-send sets the URL.'),
  format: z.enum(callbackFormats).meta({ description: 'Format of the body.' }),
  body: text('Exact body of every attempt.', '{"status":"success"}'),
  state: callbackState,
  createdAt: time,
  nextAttemptAt,
  attempts: z.array(attempt).meta({ description: 'Attempts, oldest first.' }),
});

export const headers = z
  .array(
    z.strictObject({
      name: text('Header name.', 'content-type'),
      value: text('Header value.', 'application/json'),
    }),
  )
  .meta({ description: 'Headers with masked secrets.' });

export const signature = z.strictObject({
  canonical: text('Signed string with a masked key.', 'amount=500.00&mchId=DEMO1001&key=<key>'),
  received: text('Signature as sent.', 'F3A86806C7DB7FDE695C84F936BF6959'),
  key: z.enum(['mchKey', 'mchSecret']).nullable().meta({
    description: 'Key of the signature. `null` if the signature is wrong or unchecked.',
  }),
});

export const callbackInFull = callback.extend({
  headers,
  answers: z
    .array(z.strictObject({ number: attempt.shape.number, headers }))
    .meta({ description: 'Response headers of each attempt.' }),
  signature: signature.meta({ description: 'Signature of the body.' }),
});

const testAttempt = attempt.extend({ callbackId });
export const testedCallback = z.strictObject({
  json: testAttempt.meta({
    description: 'Attempt with a JSON body. `GET /_mock/callbacks/{callbackId}` returns all details.',
  }),
  form: testAttempt.meta({ description: 'Attempt with a form body.' }),
  acceptedFormat: z.enum(callbackFormats).nullable().meta({
    description:
      'Format that the gateway saved for later callbacks. `null` if the receiver accepted no format. The saved format then stays unchanged.',
  }),
  advice: textOrNull('Advice if the receiver rejected the JSON body, or `null`.'),
});

export const notification = z.strictObject({
  id: text('ID of the notification.', 'note_1'),
  mchId,
  at: time,
  kind: z.enum(notificationKinds).meta({ description: 'Kind of problem.' }),
  callbackId,
  orderNo: textOrNull('Gateway order number or link code.'),
  message: text('Readable description.', 'The payin.success callback has no URL.'),
});
