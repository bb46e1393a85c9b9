import { z } from 'zod';
import { attempt, callback, nextAttemptAt } from './deliveries.ts';
import { count, mchId, text, textOrNull } from './fields.ts';
import { responses, type Unchanging } from './responses.ts';

const mchOrderNo = textOrNull('Merchant’s order number, or `null`.', 'ORDER-1');

const order = z.strictObject({
  kind: z.enum(['payin', 'link', 'payout']).meta({ description: 'Kind of order.' }),
  orderNo: text('Gateway order number or link code.', 'PI2026112015040512345678'),
  mchOrderNo,
  mchId,
  status: text('Current state of the order.', 'success'),
});

const { number, manual, status, ok, reason } = attempt.shape;
const { id, event, orderNo, state } = callback.shape;
const delivery = z.strictObject({
  id,
  event,
  mchId,
  orderNo,
  mchOrderNo,
  state,
  nextAttemptAt,
  attempt: z
    .strictObject({
      ...{ number, manual, status, ok, reason },
      response: textOrNull('First 200 characters of an unusual response, or `null`.', 'Bad signature'),
    })
    .nullable()
    .meta({ description: 'Last attempt, or `null` before the first attempt.' }),
});

const change = text('`added`, `removed` or `cleared`.', 'added');
const fault = z.looseObject({
  change,
  id: z
    .string()
    .optional()
    .meta({ description: 'ID of the fault. Absent if all faults were removed.', examples: ['fault_1'] }),
});

const { state: checkState } = responses.EndpointCheck.shape;
const check = z.strictObject({
  mchId,
  state: checkState,
  done: count('Number of cases that have run.', 12),
  total: count('Number of cases in the check.', 38),
});

/**
 * Schemas of the data of each event, by the event's name in the stream (contract: GET /events), with the names of their
 * components.
 */
export const events = {
  request: { component: 'Request', data: responses.Request },
  order: { component: 'OrderEvent', data: order },
  callback: { component: 'CallbackEvent', data: delivery },
  clock: { component: 'Clock', data: responses.Clock },
  fault: { component: 'FaultEvent', data: fault },
  check: { component: 'CheckEvent', data: check },
} as const;

/** An event of the stream. */
export type ControlEvent = {
  [Type in keyof typeof events]: {
    /** Name of the event in the stream. */
    readonly type: Type;
    /** Data of the event. */
    readonly data: Unchanging<z.output<(typeof events)[Type]['data']>>;
  };
}[keyof typeof events];
