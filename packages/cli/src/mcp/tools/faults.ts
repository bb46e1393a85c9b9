import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { controlResponses } from '@inrgate/mock-gateway/internal';
import { z } from 'zod';
import type { callbackActions, wireActions } from '../../mock/fault-kinds.ts';
import { UsageError } from '../../output/usage-error.ts';
import * as answers from '../answers/gateway.ts';
import { bodyOf } from '../control-schemas.ts';
import { controlTool } from '../control-tool.ts';
import { countSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Explanations of fault kinds whose names are unclear. */
const wireKinds: Readonly<Record<keyof typeof wireActions, string | null>> = {
  status: null,
  delay: null,
  drop: 'connection reset',
  hang: null,
  truncate: null,
  garbage: 'an HTML page instead of the response',
};
const callbackKinds: Readonly<Record<keyof typeof callbackActions, string | null>> = {
  delay: null,
  drop: 'not sent, counted as failed',
  duplicate: null,
  tamper: 'a field changed after signing',
};

const listed = (kinds: Readonly<Record<string, string | null>>) =>
  Object.entries(kinds)
    .map(([kind, meaning]) => (meaning === null ? kind : `${kind} (${meaning})`))
    .join(', ');

const kinds = `Kinds for requests: ${listed(wireKinds)}. Kinds for callbacks: ${listed(callbackKinds)}.`;
const { action, ...fields } = bodyOf('POST /faults');

export const faultTools: readonly Tool[] = [
  tool({
    name: 'fault_add',
    title: 'Inject a fault',
    description:
      'Injects a fault into requests or callbacks of the shop. Example: with endpoint payin, phase after and action drop, ' +
      'the gateway creates the order but sends no response. If several faults match, only the first applies. Remove a fault with fault_remove.',
    annotations: hints.adds,
    output: controlResponses.Fault,
    input: {
      ...fields,
      phase: fields.phase
        .optional()
        .describe(
          'With `before` (default), the request has no effect. With `after`, only the response fails.',
        ),
      action: action.describe(kinds),
    },
    run: async (context, { phase, ...fault }) => {
      const given = phase ?? (fault.endpoint === 'callback' ? undefined : 'before');
      const body = { ...fault, phase: given } as NonNullable<ControlRequest<'POST', '/faults'>['body']>;
      const added = await (await context.control()).post('/faults', { body });
      return { data: added, text: `Fault ${added.id} is active.` };
    },
  }),
  controlTool({
    name: 'fault_list',
    title: 'List faults',
    description: 'Lists the active faults. The field times contains the remaining number of uses.',
    annotations: hints.reads,
    route: 'GET /faults',
    text: (page) => countSentence('faults', page),
  }),
  tool({
    name: 'fault_remove',
    title: 'Remove faults',
    description: 'Removes an active fault by its id, or all faults.',
    annotations: hints.changesOnce,
    output: answers.removed,
    input: {
      id: z.string().optional().describe('Fault id from fault_list.'),
      all: z.literal(true).optional().describe('Removes all faults. Do not combine with id.'),
    },
    run: async (context, { id, all }) => {
      if ((id === undefined) === (all === undefined)) throw new UsageError('use exactly one of id and all');
      const control = await context.control();
      await (id === undefined ? control.delete('/faults') : control.delete('/faults/:id', { id }));
      const text = id === undefined ? 'Removed all faults.' : `Removed fault ${id}.`;
      return { data: { removed: id ?? 'all' }, text };
    },
  }),
];
