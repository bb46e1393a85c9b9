import type { DueSource } from '../clock/timetable.ts';
import type { DayStep } from './day.ts';

/** Milliseconds until a customer of a simulated day pays, if the settings define no time. */
const usualPayAfterMs = 30_000;

/** Result of a step. */
export interface StepResult {
  /** Error code of a rejected step, or null. */
  readonly refusal: string | null;
  /** Milliseconds after which a client retries a rejected step. */
  readonly retryAfterMs?: number;
}

interface RunningDay {
  readonly take: (step: DayStep) => Promise<StepResult>;
  readonly interruption: AbortController;
  steps: readonly DayStep[];
  refusals: readonly string[];
}

/** The orders of a simulated day, each at its instant. No step falls due outside a simulated day. */
export class DayRunner implements DueSource {
  #day: RunningDay | null = null;
  #running: Promise<unknown> = Promise.resolve();

  get isRunning(): boolean {
    return this.#day !== null;
  }

  /** Milliseconds until a customer pays if the settings define no time, or null outside a simulated day. */
  get payAfterMs(): number | null {
    return this.isRunning ? usualPayAfterMs : null;
  }

  /** Adds steps, which run at their instants. The returned signal aborts the waits of the steps. */
  begin(steps: readonly DayStep[], take: RunningDay['take']): AbortSignal {
    const interruption = new AbortController();
    this.#day = { take, steps, refusals: [], interruption };
    return interruption.signal;
  }

  /** Ends the wait of a step, because a reset would wait for the step. */
  interrupt(): void {
    this.#day?.interruption.abort();
  }

  /** Drops the rest of the day. Returns the codes of the rejected steps, including steps that wait for a retry. */
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

/** Delays the steps of a client until an instant, because an earlier step would be rejected. */
function notBefore(steps: readonly DayStep[], instant: number): readonly DayStep[] {
  return steps.map((step) => (step.at < instant ? { ...step, at: instant } : step));
}
