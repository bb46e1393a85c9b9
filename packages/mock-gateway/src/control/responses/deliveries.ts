import { z } from 'zod';
import { attemptFaultKinds, callbackEvents, callbackKinds, callbackStates } from '../../domain/callback.ts';
import { notificationKinds } from '../../domain/history.ts';
import { callbackFormats } from '../../domain/merchant.ts';
import { count, flag, mchId, text, time } from './fields.ts';

const fault = z.strictObject({
  id: text('The fault, which may be gone since.', 'fault_1'),
  kind: z.enum(attemptFaultKinds).meta({ description: 'What it does.' }),
  sent: count('How often the callback was sent.', 1),
  sentBody: z.string().nullable().meta({
    description: 'What was sent in the place of the callback’s body; null where that was sent, or nothing.',
  }),
  note: text('The same, for people.', 'sent with another amount than was signed, on purpose'),
});

export const attempt = z.strictObject({
  number: count('Counts from 1.', 1),
  manual: flag('Whether it was an operator’s re-send.', false),
  url: text('Where it was sent.', 'http://127.0.0.1:3000/callbacks'),
  startedAt: time,
  durationMs: z
    .number()
    .min(0)
    .meta({ description: 'Real milliseconds.', examples: [12.5] }),
  status: z
    .int()
    .nullable()
    .meta({ description: 'The receiver’s HTTP status; null when none arrived.', examples: [200] }),
  responseBody: z
    .string()
    .nullable()
    .meta({
      description: 'The receiver’s answer, its first 64 KB; null when none arrived.',
      examples: ['success'],
    }),
  ok: flag('Whether it counts as delivered.', true),
  reason: z.string().nullable().meta({ description: 'Why it does not count, near misses named.' }),
  fault: fault.nullable().meta({ description: 'What a fault did to it on purpose; null: none struck.' }),
});

export const event = z.enum(callbackEvents).meta({ description: 'What happened.' });
export const callbackState = z.enum(callbackStates).meta({ description: 'Where the delivery stands.' });
export const callbackId = text('The callback.', 'cb_9f2c');
export const nextAttemptAt = time
  .nullable()
  .meta({ description: 'When it is tried next, IST; null: never.' });

export const callback = z.strictObject({
  id: callbackId,
  kind: z.enum(callbackKinds).meta({ description: 'What it is about.' }),
  event,
  mchId,
  orderNo: z.string().nullable().meta({ description: 'The order’s number, a link’s code.' }),
  url: z.string().nullable().meta({
    description:
      'Where it goes; null: nowhere, so it is undeliverable. What had no address has that of its first re-send.',
  }),
  format: z.enum(callbackFormats).meta({ description: 'How the body is written.' }),
  body: text('The exact text that is sent, at every attempt.', '{"status":"success"}'),
  state: callbackState,
  createdAt: time,
  nextAttemptAt,
  attempts: z.array(attempt).meta({ description: 'Oldest first.' }),
});

export const headers = z
  .array(
    z.strictObject({
      name: text('Its name.', 'content-type'),
      value: text('Its value.', 'application/json'),
    }),
  )
  .meta({ description: 'The headers, secrets masked.' });

export const signature = z.strictObject({
  canonical: text('The text that is signed, its key masked.', 'amount=500.00&mchId=DEMO1001&key=<key>'),
  received: text('The signature as it was sent.', 'F3A86806C7DB7FDE695C84F936BF6959'),
  key: z
    .enum(['mchKey', 'mchSecret'])
    .nullable()
    .meta({ description: 'The key that it was made with; null: it is not right, or was not looked at.' }),
});

export const callbackInFull = callback.extend({
  headers,
  answers: z
    .array(z.strictObject({ number: attempt.shape.number, headers }))
    .meta({ description: 'What came with each attempt’s answer.' }),
  signature: signature.meta({ description: 'What its signature covers.' }),
});

const testAttempt = attempt.extend({ callbackId });
export const testedCallback = z.strictObject({
  json: testAttempt.meta({ description: 'The attempt as JSON, and the callback that shows it in full.' }),
  form: testAttempt.meta({ description: 'The attempt as a form.' }),
  acceptedFormat: z
    .enum(callbackFormats)
    .nullable()
    .meta({ description: 'The format used from now on; null: neither was accepted, and it stays.' }),
  advice: z
    .string()
    .nullable()
    .meta({ description: 'What to look at where the JSON was answered and refused; null otherwise.' }),
});

export const notification = z.strictObject({
  id: text('The notification.', 'note_1'),
  mchId,
  at: time,
  kind: z.enum(notificationKinds).meta({ description: 'What is wrong.' }),
  callbackId,
  orderNo: z.string().nullable().meta({ description: 'The order’s number, a link’s code.' }),
  message: text('The same, for people.', 'The payin.success callback has no address to go to.'),
});
