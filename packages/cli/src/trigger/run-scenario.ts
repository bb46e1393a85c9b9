import { randomUUID } from 'node:crypto';
import { ControlApiError, type ControlClient, type ControlResponse } from '@inrgate/mock-gateway/control';
import { formatAmount, parseAmount } from '@inrgate/sdk/protocol';
import { untilAborted } from '../session/stop-signal.ts';
import { calls, type Fields, type Parties } from './calls.ts';
import type { Scenario, Step } from './scenario.ts';

export interface StepResult {
  readonly step: Step;
  readonly result: Fields;
  /** Difference between the result and the expected result, for example `status is pending, not expired`, or null. */
  readonly deviation: string | null;
}

export interface ScenarioRun extends Parties {
  readonly merchant: { readonly mchId: string; readonly callbackUrl: string | null };
  readonly signal: AbortSignal;
  /** Called with the fields before each call. If it throws, the scenario ends. */
  readonly beforeCall?: (fields: Fields) => void;
  /** Called after each step. After a failed step, `runScenario` then throws its error. */
  readonly onStep: (results: StepResult) => void;
}

/** Maximum real milliseconds until the deliveries of a step have ended. */
const settleMs = 30_000;

/**
 * Runs the steps sequentially until one deviates. Each step waits for the deliveries of the previous step. Always
 * removes the faults that it added. Does not move the clock back.
 */
export async function runScenario(scenario: Scenario, run: ScenarioRun): Promise<readonly StepResult[]> {
  const { control, merchant, signal, onStep } = run;
  const results: StepResult[] = [];
  let known: Fields = { fresh: `${scenario.name}-${randomUUID().slice(0, 8)}`, merchant };
  // Ends the wait on Ctrl-C. A sent request may still have an effect.
  const interrupted = untilAborted(signal).then(() => {
    const message = 'interrupted: the outcome of the last step is unknown';
    throw new ControlApiError(message, { code: 'interrupted' });
  });
  try {
    for (const step of scenario.steps) {
      const made = Promise.race([interrupted, makeStep(step, known, run)]);
      const result = await made.catch((error: unknown) => {
        onStep({ step, result: {}, deviation: 'failed' });
        throw error;
      });
      known = { ...known, [step.id]: result };
      const done = { step, result, deviation: deviationOf(step, result) };
      results.push(done);
      onStep(done);
      if (done.deviation !== null) break;
    }
    return results;
  } finally {
    for (const { step, result } of results) {
      if (step.run === 'faults.add')
        await control.delete('/faults/:id', { id: String(result['id']) }).catch(gone);
    }
  }
}

async function makeStep({ run: name, of = '', with: values = {} }: Step, known: Fields, run: ScenarioRun) {
  const id = fillText(of, known);
  const filled = Object.entries(values).map(([field, value]) => [field, fill(value, known)] as const);
  const fields = Object.fromEntries(filled.filter(([, value]) => value !== null));
  run.beforeCall?.(fields);
  const result = await calls[name].run(run, fields, id);
  if (calls[name].moves) await run.control.post('/callbacks/settle', { body: { timeoutMs: settleMs } });
  return { ...result } as Fields;
}

/** Ignores the error that a fault no longer exists, because it may have been used up. */
function gone(error: unknown): void {
  if (!(error instanceof ControlApiError) || error.code !== 'not_found') throw error;
}

function deviationOf({ expect = {} }: Step, result: Fields): string | null {
  const [wrong] = Object.entries(expect).filter(([name, value]) => String(result[name]) !== value);
  return wrong === undefined ? null : `${wrong[0]} is ${String(result[wrong[0]])}, not ${wrong[1]}`;
}

const wholeReference = /^\$\{([a-zA-Z0-9.]+)\}$/;

/** Matches a part of an amount: `${payin.amount * 4/5}`. */
const part = /^\$\{([a-zA-Z0-9.]+) \* (\d)\/([1-9])\}$/;

/** Replaces the references in a value. A value that consists only of a reference keeps its type. */
function fill(value: unknown, known: Fields): unknown {
  if (typeof value !== 'string') return value;
  const [, path] = wholeReference.exec(value) ?? [];
  if (path !== undefined) return lookUp(path, known);
  const [, whole, times, by] = part.exec(value) ?? [];
  if (whole === undefined) return fillText(value, known);
  const paise = parseAmount(String(lookUp(whole, known)));
  return formatAmount((paise * BigInt(times ?? 1)) / BigInt(by ?? 1));
}

/** @throws {Error} for an unknown reference, which is a defect of the scenario */
function fillText(text: string, known: Fields): string {
  return text.replace(/\$\{([a-zA-Z0-9.]+)\}/g, (_, path: string) => String(lookUp(path, known)));
}

function lookUp(path: string, known: Fields): unknown {
  const found = path.split('.').reduce<unknown>((inner, name) => Object(inner)[name], known);
  if (found === undefined) throw new Error(`the scenario contains the unknown reference ${path}`);
  return found;
}

type Callback = ControlResponse<'Callback'>;

/** Outcome of a run: the callbacks of its orders, oldest first, and those that the endpoint did not acknowledge. */
export async function outcomeOf(control: ControlClient, results: readonly StepResult[]) {
  const numbers = results.map(({ result }) => result['orderNo'] ?? result['linkCode']);
  const orders = new Set(numbers.filter((number) => typeof number === 'string'));
  const lists = await Promise.all(
    [...orders].map((orderNo) => control.page('/callbacks', { query: { orderNo } })),
  );
  const callbacks = lists.flatMap(({ items }) => items.toReversed());
  const tests = results.filter(
    ({ step, result, deviation }) =>
      step.run === 'merchants.testCallback' && deviation === null && result['acceptedFormat'] === null,
  );
  const unacknowledged = [
    ...tests.map(() => 'test callback in both formats'),
    ...callbacks
      .filter((callback) => !isAcknowledged(callback))
      .map(({ event, attempts }) => `${event}: ${attempts.at(-1)?.reason ?? 'no response yet'}`),
  ];
  const ok = unacknowledged.length === 0 && results.every(({ deviation }) => deviation === null);
  return { ok, callbacks, unacknowledged };
}

/** A callback without a URL, or one that a fault dropped, did not reach the endpoint. */
function isAcknowledged({ state, attempts }: Callback): boolean {
  return /^(delivered|undeliverable)$/.test(state) || attempts.at(-1)?.fault?.kind === 'drop';
}
