import type { ControlClient, ControlRequest, ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import { type Wanted, wantedScenario } from '../../../trigger/existing-order.ts';
import { outcomeOf, runScenario } from '../../../trigger/run-scenario.ts';
import { scenarioList } from '../../../trigger/scenario.ts';
import { bodyOf } from '../control-tool.ts';
import { hints, mchId as mchIdArgument, type Tool, type ToolCall, tool } from '../tool.ts';
import type { ToolContext } from '../tool-context.ts';

const lookEvery = 1_000;

const checkPath = '/merchants/:id/check-callback';

type Options = NonNullable<ControlRequest<'POST', typeof checkPath>['body']> & {
  readonly mchId?: string | undefined;
};

export const shopTools: readonly Tool[] = [
  tool({
    name: 'check_webhook',
    description:
      'Sends signed callbacks to the shop: valid callbacks of every kind, duplicates, simultaneous ' +
      'copies, states in every sequence, and forged callbacks. Reports each wrong response with its consequence and fix. With a probe, also checks the ' +
      'credited amounts. Use a test shop. The check can take several minutes.',
    annotations: hints.adds,
    input: { ...bodyOf(`POST ${checkPath}`), mchId: mchIdArgument },
    run: async (context, { mchId: named, ...options }: Options, { signal, progress }) => {
      context.refuseRemoteAddresses(options);
      const control = await context.control();
      const merchant = context.merchantId(named);
      if (options.url === undefined) await context.savedAddress(control, merchant);
      const stop = () => void control.delete(checkPath, { id: merchant }).catch(() => {});
      signal.addEventListener('abort', stop, { once: true });
      const telling = setInterval(() => void tellProgress(control, merchant, progress), lookEvery);
      try {
        const report = await control.post(checkPath, { id: merchant, body: options });
        return withoutGenuine(report);
      } finally {
        clearInterval(telling);
        signal.removeEventListener('abort', stop);
      }
    },
  }),
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
  wanted: Wanted,
  { signal, progress }: ToolCall,
): Promise<object> {
  const control = await context.control();
  const { scenario, order } = await wantedScenario(control, wanted);
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

async function tellProgress(
  control: ControlClient,
  id: string,
  tell: (message: string) => void,
): Promise<void> {
  const { checks } = await control.get(checkPath, { id }).catch(() => ({ checks: [] }));
  const done = checks.filter(({ status }) => status !== 'waiting').length;
  tell(`${done} of ${checks.length} cases`);
}

type Report = ControlResponse<'EndpointCheck'>;

/** Removes the exchanges of passed cases, because they would fill the assistant's context. */
function withoutGenuine(report: Report) {
  const checks = report.checks.map(({ exchanges, ...check }) =>
    isFinding(check) ? { ...check, exchanges } : check,
  );
  return { ...report, checks };
}

function isFinding({ status }: Pick<Report['checks'][number], 'status'>): boolean {
  return status === 'fail' || status === 'warn';
}
