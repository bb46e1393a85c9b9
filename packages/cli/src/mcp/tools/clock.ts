import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import { UsageError } from '../../output/usage-error.ts';
import { bodyOf } from '../control-schemas.ts';
import { controlTool } from '../control-tool.ts';
import { hints, type Tool, tool } from '../tool.ts';

export const clockTools: readonly Tool[] = [
  controlTool({
    name: 'clock_get',
    title: "Show the gateway's time",
    description:
      "Returns the gateway's time. The gateway's clock controls expiry, retries, rate limits, locks and daily limits.",
    annotations: hints.reads,
    route: 'GET /clock',
    text: clockSentence,
  }),
  tool({
    name: 'clock_advance',
    title: 'Move the clock forward',
    description:
      'Moves the clock forward and runs every due timer, for example expiries and callback retries. Returns when the ' +
      'deliveries have ended. Example: 31m expires a pay-in with the default validity. Only gateway_reset moves the clock back.',
    annotations: hints.changes,
    output: controlResponses.Clock,
    input: {
      by: bodyOf('POST /clock/advance').by.optional(),
      toNext: z
        .literal(true)
        .optional()
        .describe('Moves the clock to the next due timer. Do not combine with by.'),
    },
    run: async (context, { by, toNext }) => {
      if ((by === undefined) === (toNext === undefined))
        throw new UsageError('use exactly one of by and toNext');
      const control = await context.control();
      const moved =
        by === undefined
          ? control.post('/clock/advance-to-next')
          : control.post('/clock/advance', { body: { by } });
      const data = await moved;
      return { data, text: clockSentence(data) };
    },
  }),
  controlTool({
    name: 'clock_freeze',
    title: 'Stop the clock',
    description: 'Stops the clock immediately or at a later time. To restart the clock, call clock_resume.',
    annotations: hints.changesOnce,
    route: 'POST /clock/freeze',
    text: clockSentence,
  }),
  controlTool({
    name: 'clock_resume',
    title: 'Restart the clock',
    description: 'Restarts a stopped clock from its current time.',
    annotations: hints.addsOnce,
    route: 'POST /clock/resume',
    text: clockSentence,
  }),
];

function clockSentence({ now, mode }: ControlResponse<'Clock'>): string {
  return `The gateway's time is ${now}, and its clock is ${mode}.`;
}
