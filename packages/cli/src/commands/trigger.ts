import { Argument, type Command } from 'commander';
import { completedWith } from '../completion/values.ts';
import { type ControlAnswer, type ControlApi, ControlError, segment } from '../control/control-api.ts';
import { listText } from '../control/control-list.ts';
import { EndedWith, exitCodes, UsageError } from '../failures/exit-codes.ts';
import { bold, printable, status } from '../output/output.ts';
import { table } from '../output/table.ts';
import { onCall, type Session } from '../session/session.ts';
import { stopSignal } from '../session/stop-signal.ts';
import { overridden } from '../trigger/overrides.ts';
import { type Played, play } from '../trigger/play.ts';
import type { Scenario } from '../trigger/scenario.ts';
import { readScenario, scenarioNames } from '../trigger/scenario-files.ts';

interface TriggerOptions {
  readonly list?: true;
  readonly override: readonly string[];
}

/** `inrgate trigger`. */
export function register(command: Command): void {
  command
    .addArgument(completedWith(new Argument('[scenario]', 'which; --list has them all'), scenarioNames))
    .option('--list', 'the scenarios, and the callbacks that arrive')
    .option('--override <step.field=value>', 'another value; may be given again', collect, [])
    .addHelpText(
      'after',
      `
Plays a scenario on the mock gateway: the merchant's calls, and what customers, operators and time do. Each run has an
order number of its own. Callbacks go to the merchant's callback URL, see: inrgate listen --set-callback-url

Examples:
  $ inrgate trigger --list
  $ inrgate trigger payin.success
  $ inrgate trigger payin.success --override payin.amount=700.00
  $ inrgate trigger callback.retried --override drop.times=4`,
    );
  onCall<TriggerOptions>(command, async (session, { list, override }, [name]) => {
    if (list) await listScenarios(session);
    else if (name === undefined) throw new UsageError('which scenario? inrgate trigger --list has them all');
    else await trigger(session, overridden(await readScenario(name), override));
  });
}

async function listScenarios({ output }: Session): Promise<void> {
  const scenarios = await Promise.all((await scenarioNames()).map(readScenario));
  const items = scenarios.map(({ name, description, arrives, clock = null }) => ({
    name,
    description,
    arrives,
    clock,
  }));
  output.data({ items }, () =>
    table(
      ['scenario', 'what happens', 'callbacks that arrive'],
      items.map(({ name, description, arrives }) => [name, description, arrives.join(', ') || 'none']),
    ),
  );
}

async function trigger(session: Session, scenario: Scenario): Promise<void> {
  const { output } = session;
  const control = session.control();
  const { mchId, mchKey, mchSecret, callbackUrl } = await merchantAt(control, session.settings.mchId);
  checkAddress(scenario, callbackUrl, session);
  if (scenario.clock !== undefined) output.note(`note: ${scenario.clock}; the clock stays there`);
  const { GatewayClient } = await import('@inrgate/sdk');
  const { baseUrl, legacyBaseUrl } = session.settings;
  const client = new GatewayClient({ baseUrl, legacyBaseUrl, mchId, mchKey, mchSecret });
  const played = await play(scenario, {
    client,
    control,
    mchId,
    merchant: { mchId, callbackUrl },
    signal: stopSignal(),
    onStep: (step) => output.data(stepEvent(step), () => stepLine(step, scenario)),
  });
  const callbacks = await callbacksOf(control, played);
  const deviation = played.find((step) => step.deviation !== null);
  const ok = deviation === undefined;
  output.data({ event: 'done', scenario: scenario.name, ok, callbacks }, () => callbacksText(callbacks));
  if (!ok) throw new EndedWith(exitCodes.failed);
}

interface Merchant {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
  readonly callbackUrl: string | null;
}

/** The merchant with the keys that the mock gateway has for it: nobody has to be asked. */
async function merchantAt(control: ControlApi, mchId: string | undefined): Promise<Merchant> {
  if (mchId === undefined) throw new UsageError('which merchant? Give --mch-id');
  try {
    return (await control.get(`/merchants/${segment(mchId)}`)) as unknown as Merchant;
  } catch (error) {
    const isStranger =
      error instanceof ControlError && error.status !== undefined && error.code === undefined;
    if (!isStranger) throw error;
    throw new UsageError(`trigger plays on the mock gateway alone: ${error.message}`, { cause: error });
  }
}

/** Without an address callbacks are recorded and not sent; what is about sending them would show nothing. */
function checkAddress(
  { name, steps, needsCallbackUrl }: Scenario,
  saved: string | null,
  session: Session,
): void {
  // A reference is to the saved address.
  const own = steps.some(({ with: { notifyUrl = '$' } }) => !String(notifyUrl).startsWith('$'));
  if (saved !== null || own) return;
  const advice = session.commandLine('listen', '--set-callback-url');
  if (needsCallbackUrl) {
    throw new UsageError(
      `${name} needs a callback URL, and the merchant has none saved: first run ${advice}`,
    );
  }
  session.output.note(
    `note: the merchant has no callback URL, so nothing is sent; to receive callbacks: ${advice}`,
  );
}

function stepEvent({ step, result, deviation }: Played): object {
  return { event: 'step', id: step.id, run: step.run, ok: deviation === null, deviation, result };
}

/** The id, the call, and what came of it in a few words. */
function stepLine({ step, result, deviation }: Played, { steps }: Scenario): string {
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

/** The callbacks of the orders that were created, oldest first. */
async function callbacksOf(
  control: ControlApi,
  played: readonly Played[],
): Promise<readonly ControlAnswer[]> {
  const created = played.filter(({ step }) => step.run.endsWith('.create'));
  const pages = await Promise.all(
    created.map(({ result }) =>
      control.page('/callbacks', { orderNo: String(result['orderNo'] ?? result['linkCode']) }),
    ),
  );
  return pages.flatMap(({ items }) => items.toReversed());
}

function callbacksText(callbacks: readonly ControlAnswer[]): string {
  if (callbacks.length === 0) return `${bold('Callbacks')}\n  none`;
  const rows = callbacks.map((callback) => {
    const attempts: readonly ControlAnswer[] = Array.isArray(callback['attempts'])
      ? callback['attempts']
      : [];
    const last = attempts.at(-1);
    const answer = last === undefined ? '' : (last['status'] ?? 'no answer');
    return { ...callback, attempts: attempts.length, answer, reason: last?.['reason'] };
  });
  return listText('Callbacks', rows, ['event', 'state', 'attempts', 'answer', 'reason', 'url']);
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
