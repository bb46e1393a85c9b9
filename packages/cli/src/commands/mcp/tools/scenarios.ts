import { z } from 'zod';
import { callbacksOf, unacknowledged } from '../../../trigger/acknowledged.ts';
import { existingOrder, onOrder } from '../../../trigger/existing-order.ts';
import { overridden } from '../../../trigger/overrides.ts';
import { runScenario, type StepResult } from '../../../trigger/run-scenario.ts';
import { readScenario, scenarioList } from '../../../trigger/scenario-files.ts';
import * as common from '../arguments.ts';
import { savedAddress } from '../callback-address.ts';
import { hints, type Tool, type ToolCall, tool } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';

export const scenarioTools: readonly Tool[] = [
  tool({
    name: 'scenario_list',
    description: 'Lists the scenarios of scenario_run with their steps and callbacks.',
    annotations: hints.reads,
    input: {},
    run: async () => ({ items: await scenarioList() }),
  }),
  tool({
    name: 'scenario_run',
    description:
      'Runs a scenario, for example payin.late, on a new order or on a pending order of the shop. Returns ' +
      "the shop's responses. The gateway sends callbacks to the merchant's callback URL (merchant_update). Some scenarios move the clock " +
      'permanently, as scenario_list shows.',
    annotations: hints.changes,
    input: {
      scenario: z.string().describe('Name of the scenario, from scenario_list.'),
      order: z.string().optional().describe('Pending order of the shop. Default: a new order.'),
      overrides: z
        .array(z.string())
        .optional()
        .describe('Values to replace, as step.field=value. Example: payin.amount=700.00'),
      mchId: common.mchId,
    },
    run: runAtGateway,
  }),
];

interface Wanted {
  readonly scenario: string;
  readonly order?: string | undefined;
  readonly overrides?: readonly string[] | undefined;
  readonly mchId?: string | undefined;
}

async function runAtGateway(
  context: ToolContext,
  { scenario: name, order: number, overrides = [], mchId: named }: Wanted,
  { signal, progress }: ToolCall,
): Promise<object> {
  const control = await context.control();
  const original = await readScenario(name);
  const order =
    number === undefined ? null : await existingOrder(control, original, { order: number, mchId: named });
  const scenario = overridden(order === null ? original : onOrder(original, order), overrides);
  const mchId = context.merchantId(order === null ? named : order.mchId);
  const client = await context.client(mchId);
  const callbackUrl = await savedAddress(context, control, { mchId, order });
  const results = await runScenario(scenario, {
    ...{ client, control, mchId, signal },
    merchant: { mchId, callbackUrl },
    beforeCall: ({ notifyUrl }) =>
      context.allowed('notifyUrl', typeof notifyUrl === 'string' ? notifyUrl : null),
    onStep: ({ step }) => progress(`${step.id}: ${step.run}`),
  });
  const callbacks = await callbacksOf(control, results);
  const failures = unacknowledged(results, callbacks);
  const steps = results.map(stepOf);
  const ok = failures.length === 0 && steps.every(({ deviation }) => deviation === null);
  return { scenario: name, ok, steps, callbacks, unacknowledged: failures };
}

function stepOf({ step: { id, run }, result, deviation }: StepResult) {
  return { id, run, result, deviation };
}
