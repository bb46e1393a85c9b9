import { z } from 'zod';
import { anySum, text, textOrNull, time } from './fields.ts';

const broken = z
  .strictObject({
    what: text('Failed step.', 'the callback payin.success has no URL'),
    fix: text(
      'Fix of the failed step.',
      'Save a callback URL, then re-send the callback: inrgate mock resend ORDER-1',
    ),
  })
  .nullable();

export const where = z.strictObject({
  order: z.strictObject({
    kind: z
      .enum(['payin', 'payout', 'link'])
      .nullable()
      .meta({ description: 'Kind of order, or `null` if only requests contain this order number.' }),
    mchOrderNo: textOrNull('Merchant’s order number.'),
    orderNo: textOrNull('Gateway order number.'),
    status: textOrNull('Current state of the order.'),
    paid: anySum.nullable().meta({ description: 'Paid amount, or `null`.' }),
  }),
  timeline: z
    .array(
      z.strictObject({
        at: time,
        source: z.enum(['request', 'order']).meta({
          description:
            '`request`: a request from the merchant. `order`: a state change, ledger entry or callback of the order.',
        }),
        what: text('Description of the step.', 'pending -> success, by the customer'),
        ok: z.boolean().meta({ description: '`false` if the step failed.' }),
        broken: broken.meta({
          description:
            'Failed step and its fix. `null` if the step succeeded or a later step resolved the failure.',
        }),
      }),
    )
    .meta({ description: 'Requests, states, ledger, callbacks and attempts, oldest first.' }),
  warnings: z.array(z.string()).meta({
    description: 'One sentence for each probable mistake that made no step fail.',
    examples: [
      ['The request has notify_url, which payin does not read. It reads notifyUrl or callback_url.'],
    ],
  }),
  broken: broken.meta({ description: 'First failed step that no later step resolved, or `null`.' }),
});
