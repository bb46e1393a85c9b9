import type { DueSource } from '../clock/timetable.ts';
import type { DayStep } from './day.ts';

/** Result of a step. */
export interface StepResult {
  /** null if the gateway refused it. */
  readonly refusal: string | null;
  /** Milliseconds after which a client retries a refused step. */
  readonly retryAfterMs?: number;
}

interface Playing {
  readonly take: (step: DayStep) => Promise<StepResult>;
  /** Earliest first. */
  steps: readonly DayStep[];
  refusals: readonly string[];
}

/** The orders of a simulated day, each at its instant. Without a simulated day, nothing falls due. */
export class DayPlayer implements DueSource {
  #playing: Playing | null = null;
  #running: Promise<unknown> = Promise.resolve();

  get isPlaying(): boolean {
    return this.#playing !== null;
  }

  /** Adds the steps, which run at their instants. */
  begin(steps: readonly DayStep[], take: Playing['take']): void {
    this.#playing = { take, steps, refusals: [] };
  }

  /** Forgets the rest of the day. Returns the codes of the refused steps, also of those that still wait for a retry. */
  end(): readonly string[] {
    const { refusals, steps } = this.#playing ?? { refusals: [], steps: [] };
    this.#playing = null;
    return [...refusals, ...steps.map(() => 'rate_limited')];
  }

  async nextDue(after = Number.NEGATIVE_INFINITY): Promise<number | null> {
    return this.#playing?.steps.find(({ at }) => at > after)?.at ?? null;
  }

  /** Runs one step after another, because a tick can come while the clock is moved. */
  runDue(now: number): Promise<void> {
    const run = this.#running.then(() => this.#runDue(now));
    this.#running = run.catch(() => {});
    return run;
  }

  async #runDue(now: number): Promise<void> {
    for (let playing = this.#playing; playing !== null; playing = this.#playing) {
      const [step] = playing.steps;
      if (step === undefined || step.at > now) return;
      const { refusal, retryAfterMs } = await playing.take(step);
      const rest = playing.steps.slice(1);
      if (refusal !== null && retryAfterMs !== undefined)
        playing.steps = [...rest, { ...step, at: now + retryAfterMs }].toSorted((a, b) => a.at - b.at);
      else playing.steps = rest;
      if (refusal !== null && retryAfterMs === undefined) playing.refusals = [...playing.refusals, refusal];
    }
  }
}
