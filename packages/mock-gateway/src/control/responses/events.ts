import { z } from 'zod';
import { attempt, callback, nextAttemptAt } from './deliveries.ts';
import { count, mchId, text } from './fields.ts';
import { responses, type Unchanging } from './responses.ts';

const mchOrderNo = z
  .string()
  .nullable()
  .meta({
    description: 'The merchant’s own number of the order; null if there is none.',
    examples: ['ORDER-1'],
  });

const order = z.strictObject({
  kind: z.enum(['payin', 'link', 'payout']).meta({ description: 'What kind of order.' }),
  orderNo: text('The order’s number, a link’s code.', 'PI2026112015040512345678'),
  mchOrderNo,
  mchId,
  status: text('Its state now.', 'success'),
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
    .strictObject({ number, manual, status, ok, reason })
    .nullable()
    .meta({ description: 'The last attempt; null before the first.' }),
});

const change = text('`added`, `removed` or `cleared`.', 'added');
const fault = z.looseObject({
  change,
  id: z
    .string()
    .optional()
    .meta({ description: 'Which; absent when all were removed.', examples: ['fault_1'] }),
});

const { state: checkState } = responses.EndpointCheck.shape;
const check = z.strictObject({
  mchId,
  state: checkState,
  done: count('Cases that were played.', 12),
  total: count('Cases that are played.', 38),
});

/** The data of each event (contract: GET /events), by its name in the stream, and the component that describes it. */
export const events = {
  request: { component: 'Request', data: responses.Request },
  order: { component: 'OrderEvent', data: order },
  callback: { component: 'CallbackEvent', data: delivery },
  clock: { component: 'Clock', data: responses.Clock },
  fault: { component: 'FaultEvent', data: fault },
  check: { component: 'CheckEvent', data: check },
} as const;

/** What the event stream tells. */
export type ControlEvent = {
  [Type in keyof typeof events]: {
    /** What the stream calls it. */
    readonly type: Type;
    /** What happened. */
    readonly data: Unchanging<z.output<(typeof events)[Type]['data']>>;
  };
}[keyof typeof events];
