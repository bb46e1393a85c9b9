import type { ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { callbacksOf, unacknowledged } from '../../trigger/acknowledged.ts';
import { existingOrder, onOrder } from '../../trigger/existing-order.ts';
import { overridden } from '../../trigger/overrides.ts';
import { type Played, play } from '../../trigger/play.ts';
import { readScenario, scenarioList } from '../../trigger/scenario-files.ts';
import * as answers from '../answers/checks.ts';
import * as common from '../arguments.ts';
import { savedAddress } from '../callback-address.ts';
import type { Desk } from '../desk.ts';
import { callbackSentence } from '../texts.ts';
import { hints, type Told, type Tool, type ToolCall, tool } from '../tool.ts';

/** Whole stories: the merchant's calls, and what customers, operators and time do. */
export const scenarioTools: readonly Tool[] = [
  tool({
    name: 'scenario_list',
    title: 'List scenarios',
    description:
      'The scenarios that scenario_play plays: what happens, and which callbacks arrive at the shop.',
    annotations: hints.reads,
    output: answers.scenarios,
    input: {},
    run: async () => {
      const items = await scenarioList();
      return {
        data: { items },
        text: items.map(({ name, description }) => `${name}: ${description}`).join('\n'),
      };
    },
  }),
  tool({
    name: 'scenario_play',
    title: 'Play a scenario',
    description:
      'Plays a whole story, such as payin.late or callback.duplicate, on an order of its own or on a pending one that the shop ' +
      "made, and says what the shop answered. Callbacks go to the merchant's callback URL (merchant_update). Some move the " +
      'clock, which stays there; scenario_list says which.',
    annotations: hints.changes,
    output: answers.playedScenario,
    input: {
      scenario: z.string().describe('Its name, from scenario_list.'),
      order: z.string().optional().describe('Play it on this pending order, instead of on one of its own.'),
      overrides: z
        .array(z.string())
        .optional()
        .describe('Other values, each written step.field=value, such as "payin.amount=700.00".'),
      mchId: common.mchId,
    },
    run: playScenario,
  }),
];

interface Wanted {
  readonly scenario: string;
  readonly order?: string | undefined;
  readonly overrides?: readonly string[] | undefined;
  readonly mchId?: string | undefined;
}

async function playScenario(
  desk: Desk,
  { scenario: name, order: number, overrides = [], mchId: named }: Wanted,
  { signal, progress }: ToolCall,
): Promise<Told> {
  const control = await desk.control();
  const original = await readScenario(name);
  const order =
    number === undefined ? null : await existingOrder(control, original, { order: number, mchId: named });
  const scenario = overridden(order === null ? original : onOrder(original, order), overrides);
  const mchId = desk.merchantId(order === null ? named : order.mchId);
  const client = await desk.client(mchId);
  const callbackUrl = await savedAddress(desk, control, { mchId, order });
  const played = await play(scenario, {
    ...{ client, control, mchId, signal },
    merchant: { mchId, callbackUrl },
    beforeCall: ({ notifyUrl }) =>
      desk.allowed('notifyUrl', typeof notifyUrl === 'string' ? notifyUrl : null),
    onStep: ({ step }) => progress(`${step.id}: ${step.run}`),
  });
  const callbacks = await callbacksOf(control, played);
  const failures = unacknowledged(played, callbacks);
  const steps = played.map(stepOf);
  const ok = failures.length === 0 && steps.every(({ deviation }) => deviation === null);
  return {
    data: { scenario: name, ok, steps, callbacks, unacknowledged: failures },
    text: sentences(name, { ok, steps, callbacks, failures }),
  };
}

function stepOf({ step: { id, run }, result, deviation }: Played) {
  return { id, run, result, deviation };
}

interface Outcome {
  readonly ok: boolean;
  readonly steps: readonly ReturnType<typeof stepOf>[];
  readonly callbacks: readonly ControlResponse<'Callback'>[];
  readonly failures: readonly string[];
}

function sentences(name: string, { ok, steps, callbacks, failures }: Outcome): string {
  const deviations = steps.flatMap(({ id, deviation }) =>
    deviation === null ? [] : [`${id}: ${deviation}.`],
  );
  return [
    ok ? `${name} went as it should.` : `${name} did not go as it should.`,
    ...deviations,
    ...callbacks.map(callbackSentence),
    ...failures.map((failure) => `Not acknowledged: ${failure}.`),
  ].join('\n');
}
