import { type ControlRequest, faultEffects } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { UsageError } from '../../../output/usage-error.ts';
import { bodyOf } from '../control-tool.ts';
import { hints, type Tool, tool } from '../tool.ts';

const { action = z.unknown(), phase: _phase, ...fault } = bodyOf('POST /faults');

function kindsAt(endpoint: string): string {
  return Object.entries(faultEffects(endpoint))
    .map(([kind, effect]) => `${kind} (${effect})`)
    .join(', ');
}

/** Tools that choose between two control calls, or that have a default of their own. */
export const operatorTools: readonly Tool[] = [
  tool({
    name: 'clock_advance',
    description:
      'Moves the clock forward and runs every due timer, for example expiries and callback retries. Returns when the ' +
      'deliveries have ended. Only gateway_reset moves the clock back.',
    annotations: hints.changes,
    input: {
      by: z.string().optional().describe('Duration. A pay-in expires after 30m. Example: 31m'),
      toNext: z.literal(true).optional().describe('Moves to the next due timer, instead of by.'),
    },
    run: async (context, { by, toNext }) => {
      if ((by === undefined) === (toNext === undefined))
        throw new UsageError('use exactly one of by and toNext');
      const control = await context.control();
      return by === undefined
        ? control.post('/clock/advance-to-next')
        : control.post('/clock/advance', { body: { by } });
    },
  }),
  tool({
    name: 'fault_add',
    description:
      'Injects a fault into requests or callbacks of the shop. With endpoint payin, phase after and action drop, ' +
      'the gateway creates the order but sends no response. Only the first matching fault applies.',
    annotations: hints.adds,
    input: {
      ...fault,
      phase: z
        .enum(['before', 'after'])
        .optional()
        .describe('before (default): the request has no effect. after: only the response fails.'),
      action: action.describe(`Kinds for requests: ${kindsAt('*')}. For callbacks: ${kindsAt('callback')}.`),
    },
    run: async (context, { phase, ...given }: Readonly<Record<string, unknown>>) => {
      const known = phase ?? (given['endpoint'] === 'callback' ? undefined : 'before');
      const body = { ...given, phase: known } as NonNullable<ControlRequest<'POST', '/faults'>['body']>;
      return (await context.control()).post('/faults', { body });
    },
  }),
  tool({
    name: 'fault_remove',
    description: 'Removes an active fault, or all faults.',
    annotations: hints.changesOnce,
    input: {
      id: z.string().optional().describe('Fault id from fault_list.'),
      all: z.literal(true).optional().describe('Removes all faults.'),
    },
    run: async (context, { id, all }) => {
      if ((id === undefined) === (all === undefined)) throw new UsageError('use exactly one of id and all');
      const control = await context.control();
      await (id === undefined ? control.delete('/faults') : control.delete('/faults/:id', { id }));
      return { removed: id ?? 'all' };
    },
  }),
];
