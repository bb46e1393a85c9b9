import { ControlApiError } from '@inrgate/mock-gateway/control';
import { Argument, type Command, Option } from 'commander';
import { repeatable } from '../input/choices.ts';
import { completedWith } from '../input/completed-with.ts';
import { listText } from '../mock/control-text.ts';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { bold, printable, status } from '../output/output.ts';
import { table } from '../output/table.ts';
import { UsageError } from '../output/usage-error.ts';
import { onCall, type Session } from '../session/session.ts';
import { stopSignal } from '../session/stop-signal.ts';
import { addressOf, wantedScenario } from '../trigger/existing-order.ts';
import { outcomeOf, runScenario, type StepResult } from '../trigger/run-scenario.ts';
import { type Scenario, scenarioList, scenarioNames } from '../trigger/scenario.ts';

interface TriggerOptions {
  readonly list?: true;
  readonly order?: string | undefined;
  readonly mchId?: string | undefined;
  readonly override?: readonly string[];
}

export function register(command: Command): void {
  command
    .addArgument(
      completedWith(
        new Argument('[scenario]', 'name of the scenario; use --list to show all names'),
        scenarioNames,
      ),
    )
    .option('--list', 'list the scenarios and their callbacks')
    .option(
      '--order <number>',
      'run the scenario on this order instead of a new order (order number or gateway order number)',
    )
    .addOption(
      repeatable(new Option('--override <step.field=value>', 'replace a value of a step; repeatable')),
    )
    .addHelpText(
      'after',
      `
Runs a scenario on the mock gateway. A scenario simulates requests of the merchant and actions of customers and operators.
Some scenarios also move the clock. Each run uses a new order number. The gateway sends the callbacks to the merchant's
callback URL. To receive callbacks, run \`inrgate listen --set-callback-url\`. The exit code is 4 if a step fails or your
endpoint does not acknowledge a callback.

With --order, the scenario uses a pending order of your shop. The scenarios payin.* and callback.* require a pay-in. The
scenario payin.usdt requires a USDT pay-in. The scenarios payout.* require a payout, and link.success requires a link. The
scenario callback.test does not use an order.

Examples:
  $ inrgate trigger --list
  $ inrgate trigger payin.success
  $ inrgate trigger payin.success --override payin.amount=700.00
  $ inrgate trigger payin.late --order ORDER-1
  $ inrgate trigger callback.retried --override drop.times=4`,
    );
  onCall<TriggerOptions>(command, async (session, { list, ...options }, [name]) => {
    if (list) return listScenarios(session);
    if (name === undefined)
      throw new UsageError('the scenario is missing. `inrgate trigger --list` shows all scenarios');
    await trigger(session, name, options);
  });
}

async function listScenarios({ output }: Session): Promise<void> {
  const items = await scenarioList();
  output.data({ items }, () =>
    table(
      ['scenario', 'description', 'callbacks'],
      items.map(({ name, description, arrives }) => [name, description, arrives.join(', ') || 'none']),
    ),
  );
}

async function trigger(session: Session, name: string, given: TriggerOptions): Promise<void> {
  const { output } = session;
  const control = session.control();
  const wanted = { ...given, scenario: name, overrides: given.override };
  const { scenario, order } = await onMockOnly(wantedScenario(control, wanted));
  const { mchId = session.settings.mchId } = order ?? {};
  if (mchId === undefined) throw new UsageError('the merchant is missing. Use --mch-id');
  // The mock gateway returns the keys, so the command need not prompt.
  const merchant = await onMockOnly(control.get('/merchants/:id', { id: mchId }));
  const { mchKey, mchSecret, callbackUrl } = merchant;
  checkAddress(scenario, order === null ? callbackUrl : addressOf(order, callbackUrl), session);
  if (scenario.clock !== undefined)
    output.note(`note: this scenario ${scenario.clock}. The clock stays at the new time.`);
  const { GatewayClient } = await import('@inrgate/sdk');
  const { baseUrl, legacyBaseUrl } = session.settings;
  const client = new GatewayClient({ baseUrl, legacyBaseUrl, mchId, mchKey, mchSecret });
  const results = await runScenario(scenario, {
    client,
    control,
    mchId,
    merchant: { mchId, callbackUrl },
    signal: stopSignal(),
    onStep: (step) => output.data(stepEvent(step), () => stepLine(step, scenario)),
  });
  const outcome = await outcomeOf(control, results);
  output.data({ event: 'done', scenario: scenario.name, ...outcome }, () => callbacksText(outcome));
  if (!outcome.ok) throw new EndedWith(exitCodes.failed);
}

async function onMockOnly<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isOtherServer =
      error instanceof ControlApiError && error.status !== undefined && error.code === undefined;
    if (!isOtherServer) throw error;
    throw new UsageError(`trigger works only with the mock gateway: ${error.message}`, { cause: error });
  }
}

/** Checks that a callback URL is set. Without a URL, the gateway records callbacks but does not send them. */
function checkAddress(
  { name, steps, needsCallbackUrl }: Scenario,
  saved: string | null,
  session: Session,
): void {
  const own = steps.some(({ with: values }) => !String(values?.['notifyUrl'] ?? '$').startsWith('$'));
  if (saved !== null || own) return;
  const advice = session.commandLine('listen', '--set-callback-url');
  if (needsCallbackUrl) {
    throw new UsageError(
      `${name} requires a callback URL, but the merchant has no callback URL. First run ${advice}`,
    );
  }
  session.output.note(
    `note: the gateway sends no callback, because the merchant has no callback URL. To receive callbacks, run ${advice}`,
  );
}

function stepEvent({ step, result, deviation }: StepResult): object {
  return { event: 'step', id: step.id, run: step.run, ok: deviation === null, deviation, result };
}

function stepLine({ step, result, deviation }: StepResult, { steps }: Scenario): string {
  const width = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const id = step.id.padEnd(width(steps.map((other) => other.id)));
  const run = step.run.padEnd(width(steps.map((other) => other.run)));
  const state = typeof result['status'] === 'string' ? `${status(result['status'])} ` : '';
  const facts = [result['mchOrderNo'] ?? result['clientRef'], result['orderNo'] ?? result['linkCode']];
  const others = [
    result['now'],
    ...(step.run === 'faults.add' ? [result['id']] : []),
    result['acceptedFormat'],
  ];
  const words = [...facts, ...others].filter((word) => typeof word === 'string' && word !== '');
  const wrong = deviation === null ? '' : `  ${printable(deviation)}`;
  return `  ${id}  ${run}  ${state}${words.map((word) => printable(String(word))).join(' ')}${wrong}`.trimEnd();
}

function callbacksText({ callbacks, unacknowledged }: Awaited<ReturnType<typeof outcomeOf>>): string {
  const lines = unacknowledged.map(
    (failure) => `  ${status('failed', 'not acknowledged:')} ${printable(failure)}`,
  );
  if (callbacks.length === 0)
    return [bold('Callbacks'), ...(lines.length === 0 ? ['  none'] : lines)].join('\n');
  const rows = callbacks.map((callback) => {
    const last = callback.attempts.at(-1);
    const response = last === undefined ? '' : (last.status ?? 'no response');
    return { ...callback, attempts: callback.attempts.length, response, reason: last?.reason };
  });
  const list = listText('Callbacks', rows, ['event', 'state', 'attempts', 'response', 'reason', 'url']);
  return [list, ...lines].join('\n');
}
