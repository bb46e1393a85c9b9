import type { DueSource } from '../clock/timetable.ts';
import type { DayStep } from './day.ts';

/** Milliseconds until a customer of a simulated day pays, if no setting defines this time. */
const usualPayAfterMs = 30_000;

/** Result of one step of the day. */
export interface StepResult {
  /** Error code of a rejected step, or null. */
  readonly refusal: string | null;
  /** Milliseconds after which the client retries the rejected step. */
  readonly retryAfterMs?: number;
}

interface RunningDay {
  readonly take: (step: DayStep) => Promise<StepResult>;
  readonly interruption: AbortController;
  steps: readonly DayStep[];
  refusals: readonly string[];
}

/** Runs the steps of a simulated day, each at its instant. Does nothing outside a simulated day. */
export class DayRunner implements DueSource {
  #day: RunningDay | null = null;
  #running: Promise<unknown> = Promise.resolve();

  get isRunning(): boolean {
    return this.#day !== null;
  }

  /** Milliseconds until a customer pays if no setting defines this time. Null outside a simulated day. */
  get payAfterMs(): number | null {
    return this.isRunning ? usualPayAfterMs : null;
  }

  /** Adds steps, which run at their instants. The returned signal aborts the waits of the steps. */
  begin(steps: readonly DayStep[], take: RunningDay['take']): AbortSignal {
    const interruption = new AbortController();
    this.#day = { take, steps, refusals: [], interruption };
    return interruption.signal;
  }

  /** Aborts the wait of a running step, because a reset would wait for the step. */
  interrupt(): void {
    this.#day?.interruption.abort();
  }

  /**
   * Removes the remaining steps. Returns the error codes of the rejected steps, including steps that wait for a retry.
   */
  end(): readonly string[] {
    const { refusals, steps } = this.#day ?? { refusals: [], steps: [] };
    this.#day = null;
    return [...refusals, ...steps.map(() => 'rate_limited')];
  }

  async nextDue(after = Number.NEGATIVE_INFINITY): Promise<number | null> {
    return this.#day?.steps.find(({ at }) => at > after)?.at ?? null;
  }

  /** Runs steps sequentially, because a timer can fire during a move of the clock. */
  runDue(now: number): Promise<void> {
    const run = this.#running.then(() => this.#runDue(now));
    this.#running = run.catch(() => {});
    return run;
  }

  async #runDue(now: number): Promise<void> {
    for (let day = this.#day; day !== null; day = this.#day) {
      const [step] = day.steps;
      if (step === undefined || step.at > now) return;
      const { refusal, retryAfterMs } = await day.take(step);
      const isLater = refusal !== null && retryAfterMs !== undefined;
      day.steps = isLater ? notBefore(day.steps, now + retryAfterMs) : day.steps.slice(1);
      if (refusal !== null && !isLater) day.refusals = [...day.refusals, refusal];
    }
  }
}

/** Moves the steps of a client to an instant or later, because the gateway would reject an earlier step. */
function notBefore(steps: readonly DayStep[], instant: number): readonly DayStep[] {
  return steps.map((step) => (step.at < instant ? { ...step, at: instant } : step));
}
