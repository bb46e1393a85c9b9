import { z } from 'zod';
import { count, text, textOrNull, time } from './fields.ts';

const exchange = z.strictObject({
  sent: text('Description of the request.', 'a paid pay-in, CHECK-MI9Q4K2A-1, JSON'),
  received: text('Status and beginning of the response body, without keys.', '200 success'),
  durationMs: count('Duration in real milliseconds.', 12),
});

const check = z.strictObject({
  id: text('ID of the case, for `cases`.', 'at-once'),
  title: text(
    'Requirement that the case checks.',
    'ten identical callbacks at the same moment credit the order once',
  ),
  status: z.enum(['waiting', 'running', 'pass', 'fail', 'warn', 'skip']).meta({
    description:
      '`fail`: money or orders are at risk. `warn`: the case passed only by chance. `skip`: the check did not run the case, for the reason in `message`.',
  }),
  message: text('Result in words. Empty until the case has run.', '200 success; credited once, with 500.00'),
  cost: text(
    'Cost of the result, if it is known. Absent if the case passed.',
    'an order is credited twice',
  ).optional(),
  why: text(
    'Consequence of the result. Absent if the case passed.',
    'The gateway can send the same callback again.',
  ).optional(),
  fix: text(
    'Fix of the problem. Absent if the case passed.',
    'Record the order number and status as handled.',
  ).optional(),
  exchanges: z.array(exchange).meta({ description: 'Requests and responses, oldest first.' }),
});

/** Response of `/merchants/:id/check-callback`. */
export const endpointCheck = z.strictObject({
  state: z.enum(['none', 'running', 'done', 'stopped', 'failed']).meta({
    description:
      'State of the check. `none`: no check has started. `stopped`: a client or the limit of four minutes stopped the check. `failed`: the check could not run.',
  }),
  startedAt: time.nullable().meta({ description: 'Start time in IST, or `null` before the first check.' }),
  url: textOrNull('URL of the endpoint.', 'http://127.0.0.1:3000/callbacks'),
  message: textOrNull('Reason for `stopped` or `failed`, or `null`.'),
  passed: count('Number of passed cases.', 36),
  failed: count('Number of failed cases.', 1),
  warned: count('Number of warnings.', 1),
  skipped: count('Number of skipped cases.', 0),
  checks: z.array(check).meta({
    description:
      'All cases, in the order of the run. After the check, the findings come first, by their cost.',
  }),
});
