import { randomUUID } from 'node:crypto';
import { ControlApiError } from '@inrgate/mock-gateway/control';
import { calls, type Fields, isMove, type Parties } from './calls.ts';
import type { Scenario, Step } from './scenario.ts';
import { filled, fillText } from './template.ts';

export interface StepResult {
  readonly step: Step;
  readonly result: Fields;
  /** Difference between the result and the expected result, for example `status is pending, not expired`, or null. */
  readonly deviation: string | null;
}

export interface ScenarioRun extends Parties {
  /** Merchant that a scenario can refer to, without its keys. */
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
  const { control } = run;
  const results: StepResult[] = [];
  let known: Fields = {
    fresh: `${scenario.name}-${randomUUID().slice(0, 8)}`,
    merchant: run.merchant,
  };
  try {
    for (const step of scenario.steps) {
      const result = await interruptible(run.signal, makeStep(step, known, run)).catch((error: unknown) => {
        run.onStep({ step, result: {}, deviation: 'failed' });
        throw error;
      });
      known = { ...known, [step.id]: result };
      const deviation = deviationOf(step, result);
      const done = { step, result, deviation };
      results.push(done);
      run.onStep(done);
      if (deviation !== null) break;
    }
    return results;
  } finally {
    const faults = results.filter(({ step }) => step.run === 'faults.add');
    for (const { result } of faults)
      await control.delete('/faults/:id', { id: String(result['id']) }).catch(gone);
  }
}

async function makeStep(step: Step, known: Fields, run: ScenarioRun): Promise<Fields> {
  const of = step.of === undefined ? '' : fillText(step.of, known);
  const fields = filled(step.with, known);
  run.beforeCall?.(fields);
  const result = await calls[step.run].run(run, { of, fields });
  if (isMove(step.run)) await run.control.post('/callbacks/settle', { body: { timeoutMs: settleMs } });
  return { ...result };
}

/** Ignores the error that a fault no longer exists, because it may have been used up. */
function gone(error: unknown): void {
  if (!(error instanceof ControlApiError) || error.code !== 'not_found') throw error;
}

function deviationOf({ expect }: Step, result: Fields): string | null {
  const [wrong] = Object.entries(expect).filter(([name, value]) => String(result[name]) !== value);
  return wrong === undefined ? null : `${wrong[0]} is ${String(result[wrong[0]])}, not ${wrong[1]}`;
}

/** Ends the wait on Ctrl-C. A sent request may still have an effect. */
async function interruptible<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () =>
      reject(
        new ControlApiError('interrupted: the outcome of the last step is unknown', { code: 'interrupted' }),
      );
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
