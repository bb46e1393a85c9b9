import { z } from 'zod';
import { count, text, time } from './fields.ts';

const exchange = z.strictObject({
  sent: text('What was sent.', 'a paid pay-in, CHECK-MI9Q4K2A-1, JSON'),
  received: text('The status and the beginning of the body, without keys.', '200 success'),
  durationMs: count('Real milliseconds.', 12),
});

const check = z.strictObject({
  id: text('Of the case, for `cases`.', 'at-once'),
  title: text('What has to hold.', 'ten of the same at the same moment are credited once'),
  status: z.enum(['waiting', 'running', 'pass', 'fail', 'warn', 'skip']).meta({
    description:
      '`fail`: money or orders are at stake. `warn`: it works, by luck. `skip`: it could not be seen, the message says why.',
  }),
  message: text('What was found; empty before it was played.', '200 success; credited once, with 500.00'),
  why: text('Why it matters; of a finding alone.', 'The same callback comes again.').optional(),
  fix: text('How to mend it; of a finding alone.', 'Note order and status as handled.').optional(),
  exchanges: z.array(exchange).meta({ description: 'What was sent and what came back, in turn.' }),
});

/** What `/merchants/:id/check-callback` answers. */
export const endpointCheck = z.strictObject({
  state: z.enum(['none', 'running', 'done', 'stopped', 'failed']).meta({
    description:
      '`none`: there was no check yet. `stopped`: by somebody, or after four minutes. `failed`: it could not be made.',
  }),
  startedAt: time.nullable().meta({ description: 'When it began, IST; null: there was none.' }),
  url: z
    .string()
    .nullable()
    .meta({ description: 'What is checked.', examples: ['http://127.0.0.1:3000/callbacks'] }),
  message: z.string().nullable().meta({ description: 'Why it was stopped, or failed.' }),
  passed: count('Cases that hold.', 36),
  failed: count('Cases that fail.', 1),
  warned: count('Cases that work by luck.', 1),
  skipped: count('Cases that could not be seen.', 0),
  checks: z.array(check).meta({ description: 'Every case, in the order in which they are played.' }),
});
