import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { UsageError } from '../../output/usage-error.ts';
import * as answers from '../answers/gateway.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** The gateway's time. */
export const clockTools: readonly Tool[] = [
  tool({
    name: 'clock_get',
    title: 'What time it is at the gateway',
    description:
      'The time of the gateway, which everything goes by: expiry, retries, rate limits, locks, daily limits.',
    annotations: hints.reads,
    output: answers.clock,
    input: {},
    run: async (desk) => told(await (await desk.control()).get('/clock')),
  }),
  tool({
    name: 'clock_advance',
    title: 'Move the clock on',
    description:
      'Moves the time of the gateway forward, through every timer in order: orders expire, callbacks are tried again, and it ' +
      'answers when those deliveries have ended. There is no way back but gateway_reset. 31m expires an order.',
    annotations: hints.changes,
    output: answers.clock,
    input: {
      by: z.string().optional().describe('How far: s, m, h, d, also combined, such as "31m" or "1h30m".'),
      toNext: z
        .literal(true)
        .optional()
        .describe('Instead of by: to the next instant at which something falls due.'),
    },
    run: async (desk, { by, toNext }) => {
      if ((by === undefined) === (toNext === undefined)) throw new UsageError('give either by or toNext');
      const control = await desk.control();
      const moved =
        by === undefined
          ? control.post('/clock/advance-to-next')
          : control.post('/clock/advance', { body: { by } });
      return told(await moved);
    },
  }),
  tool({
    name: 'clock_freeze',
    title: 'Stop the clock',
    description: 'The time of the gateway stands still, now or at a later instant, until clock_resume.',
    annotations: hints.changesOnce,
    output: answers.clock,
    input: {
      at: z
        .string()
        .optional()
        .describe('A later instant, ISO 8601 with its offset, such as 2026-12-01T10:00:00+05:30.'),
    },
    run: async (desk, { at }) => told(await (await desk.control()).post('/clock/freeze', { body: { at } })),
  }),
  tool({
    name: 'clock_resume',
    title: 'Let the clock run',
    description: 'The time of the gateway runs on from where it is.',
    annotations: hints.addsOnce,
    output: answers.clock,
    input: {},
    run: async (desk) => told(await (await desk.control()).post('/clock/resume')),
  }),
];

function told(clock: ControlResponse<'Clock'>) {
  return {
    data: clock,
    text: `It is ${clock.now} at the gateway; the clock is ${clock.mode}.`,
  };
}
