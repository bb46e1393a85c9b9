import { z } from 'zod';
import { type Wanted, wantedScenario } from '../../../trigger/existing-order.ts';
import { outcomeOf, runScenario } from '../../../trigger/run-scenario.ts';
import { scenarioList } from '../../../trigger/scenario.ts';
import { hints, mchId as mchIdArgument, type Tool, type ToolCall, tool } from '../tool.ts';
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
      mchId: mchIdArgument,
    },
    run: runAtGateway,
  }),
];

async function runAtGateway(
  context: ToolContext,
  wanted: Omit<Wanted, 'mchId'> & { readonly mchId?: string | undefined },
  { signal, progress }: ToolCall,
): Promise<object> {
  const control = await context.control();
  const { scenario, order } = await wantedScenario(control, { ...wanted, mchId: wanted.mchId });
  const mchId = context.merchantId(order === null ? wanted.mchId : order.mchId);
  const client = await context.client(mchId);
  const callbackUrl = await context.savedAddress(control, mchId, order);
  const results = await runScenario(scenario, {
    ...{ client, control, mchId, signal },
    merchant: { mchId, callbackUrl },
    beforeCall: ({ notifyUrl }) =>
      context.allowed('notifyUrl', typeof notifyUrl === 'string' ? notifyUrl : null),
    onStep: ({ step }) => progress(`${step.id}: ${step.run}`),
  });
  const { ok, ...outcome } = await outcomeOf(control, results);
  const steps = results.map(({ step: { id, run }, ...done }) => ({ id, run, ...done }));
  return { scenario: scenario.name, ok, steps, ...outcome };
}
