import type { ControlRequest } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import {
  type callbackActions,
  faultEndpoints,
  faultKinds,
  type wireActions,
} from '../../mock/fault-kinds.ts';
import { UsageError } from '../../output/usage-error.ts';
import * as answers from '../answers/gateway.ts';
import { countSentence } from '../texts.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** What each kind does, where its name does not say it. */
const wireKinds: Readonly<Record<keyof typeof wireActions, string | null>> = {
  status: null,
  delay: null,
  drop: 'connection reset',
  hang: null,
  truncate: null,
  garbage: 'an HTML page',
};
const callbackKinds: Readonly<Record<keyof typeof callbackActions, string | null>> = {
  delay: null,
  drop: 'not sent, counted as failed',
  duplicate: null,
  tamper: 'a field altered after signing',
};

const listed = (kinds: Readonly<Record<string, string | null>>) =>
  Object.entries(kinds)
    .map(([kind, meaning]) => (meaning === null ? kind : `${kind} (${meaning})`))
    .join(', ');

const action = z
  .strictObject({
    kind: z.enum([...faultKinds]).describe('What goes wrong.'),
    status: z.int().optional().describe('kind status: the HTTP status, 400 to 599.'),
    error: z.string().optional().describe('kind status: the error code.'),
    retryAfter: z.int().optional().describe('kind status: seconds of the Retry-After header.'),
    ms: z.int().optional().describe('kind delay: real milliseconds.'),
  })
  .describe(`Answers can suffer ${listed(wireKinds)}; callbacks ${listed(callbackKinds)}.`);

/** What goes wrong on purpose. */
export const faultTools: readonly Tool[] = [
  tool({
    name: 'fault_add',
    title: 'Make something go wrong',
    description:
      'Makes calls of the shop or callbacks to it go wrong on purpose. endpoint payin, phase after, action drop: the order ' +
      'exists and the shop never hears of it. The first fault that matches wins. Remove it again with fault_remove.',
    annotations: hints.adds,
    output: answers.fault,
    input: {
      endpoint: z.enum([...faultEndpoints]).describe('Where; * is every call, callback is apart.'),
      action,
      phase: z
        .enum(['before', 'after'])
        .optional()
        .describe('before, the default: nothing of the request happens; after: only its answer goes wrong.'),
      times: z.int().optional().describe('How often; without it until it is removed.'),
      probability: z.number().optional().describe('From 0 to 1.'),
      mchId: z.string().optional().describe('For this merchant alone.'),
      mchOrderNo: z.string().optional().describe("For the order with this number of the merchant's alone."),
    },
    run: async (desk, { phase, ...fault }) => {
      const given = phase ?? (fault.endpoint === 'callback' ? undefined : 'before');
      const body = { ...fault, phase: given } as NonNullable<ControlRequest<'POST', '/faults'>['body']>;
      const added = await (await desk.control()).post('/faults', { body });
      return { data: added, text: `Fault ${added.id} is in force.` };
    },
  }),
  tool({
    name: 'fault_list',
    title: 'List faults',
    description: 'The faults in force; times is how often each is still to strike.',
    annotations: hints.reads,
    output: answers.faults,
    input: {},
    run: async (desk) => {
      const page = await (await desk.control()).page('/faults');
      return { data: page, text: countSentence('faults', page) };
    },
  }),
  tool({
    name: 'fault_remove',
    title: 'Remove faults',
    description: 'Removes one fault, or all of them: calls and callbacks are as they should be again.',
    annotations: hints.changesOnce,
    output: answers.removed,
    input: {
      id: z.string().optional().describe('Which, from fault_list.'),
      all: z.literal(true).optional().describe('Instead of id: all of them.'),
    },
    run: async (desk, { id, all }) => {
      if ((id === undefined) === (all === undefined)) throw new UsageError('give either id or all');
      const control = await desk.control();
      await (id === undefined ? control.delete('/faults') : control.delete('/faults/:id', { id }));
      const text = id === undefined ? 'All faults are removed.' : `Fault ${id} is removed.`;
      return { data: { removed: id ?? 'all' }, text };
    },
  }),
];
