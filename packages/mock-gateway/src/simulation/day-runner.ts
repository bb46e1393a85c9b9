import type { DueSource } from '../clock/timetable.ts';
import type { DayStep } from './day.ts';

/** Time that the customers of a simulated day take, unless the settings have another, ms. */
const usualPayAfterMs = 30_000;

/** Result of a step. */
export interface StepResult {
  /** null if the gateway refused it. */
  readonly refusal: string | null;
  /** Milliseconds after which a client retries a refused step. */
  readonly retryAfterMs?: number;
}

interface RunningDay {
  readonly take: (step: DayStep) => Promise<StepResult>;
  readonly interruption: AbortController;
  /** Earliest first. */
  steps: readonly DayStep[];
  refusals: readonly string[];
}

/** The orders of a simulated day, each at its instant. Without a simulated day, nothing falls due. */
export class DayRunner implements DueSource {
  #day: RunningDay | null = null;
  #running: Promise<unknown> = Promise.resolve();

  get isRunning(): boolean {
    return this.#day !== null;
  }

  /** Time that customers take without a setting, ms; null for no simulated customers. */
  get payAfterMs(): number | null {
    return this.isRunning ? usualPayAfterMs : null;
  }

  /** Adds the steps, which run at their instants. Returns a signal that aborts when a step must not wait any longer. */
  begin(steps: readonly DayStep[], take: RunningDay['take']): AbortSignal {
    const interruption = new AbortController();
    this.#day = { take, steps, refusals: [], interruption };
    return interruption.signal;
  }

  /** Ends the wait of a step, because a reset would wait for it. */
  interrupt(): void {
    this.#day?.interruption.abort();
  }

  /** Forgets the rest of the day. Returns the codes of the refused steps, also of those that still wait for a retry. */
  end(): readonly string[] {
    const { refusals, steps } = this.#day ?? { refusals: [], steps: [] };
    this.#day = null;
    return [...refusals, ...steps.map(() => 'rate_limited')];
  }

  async nextDue(after = Number.NEGATIVE_INFINITY): Promise<number | null> {
    return this.#day?.steps.find(({ at }) => at > after)?.at ?? null;
  }

  /** Runs one step after another, because a tick can come while the clock is moved. */
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

/** The steps of a client that pauses until an instant. Without the pause, every waiting step would be refused again. */
function notBefore(steps: readonly DayStep[], instant: number): readonly DayStep[] {
  return steps.map((step) => (step.at < instant ? { ...step, at: instant } : step));
}
