import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import {
  type ExplainCallbackOptions,
  type ExplainOptions,
  explainCallbackSteps,
  explainSignatureSteps,
  type SignatureExplanation,
} from '@inrgate/sdk/doctor';

type Parameters = ReadonlyMap<string, string>;
type Steps = Generator<void, SignatureExplanation>;
type Begin = (limits: Pick<ExplainOptions, 'timeLimit' | 'signal'>) => Steps;

/** Milliseconds from one run to the next at least: never more than ten a second. */
const spacing = 100;
/** More than these are not let wait for their turn. */
const maxWaiting = 20;
/** So many explanations are kept for whoever looks again. */
const maxKept = 50;
/** Milliseconds of work for one of them. */
const timeLimit = 1_000;
/** Milliseconds from when it has its turn until it is answered with what is known by then. */
const patience = 2_000;
/** While more requests than these are answered in a millisecond, one in ten, it gives way. */
const few = 0.1;
/** Milliseconds in which they are counted. */
const counted = 25;
/** Then the others have so many times the time that it has. */
const share = 40;
/** Milliseconds that it lets them at most, after a step that took long. */
const maxPause = 200;

/**
 * Explains wrong signatures one after another, in steps of about a millisecond between which all others have their
 * turn, and each only once: whoever looks into the log slows down nobody who is served.
 */
export class SignatureDoctor {
  readonly #explained = new Map<number, Promise<SignatureExplanation>>();
  #last: Promise<unknown> = Promise.resolve();
  readonly #served: () => number;
  #servedBefore = 0;
  #countedAt = performance.now();
  #givesWay = false;
  #waiting = 0;
  #nextAt = 0;

  /** @param served how many requests have been answered */
  constructor(served: () => number) {
    this.#served = served;
  }

  /**
   * What is wrong with one signature; null when too many are being asked for.
   *
   * @param number of the request, by which it is known when it is asked for again
   */
  async explain(
    number: number,
    parameters: Parameters,
    options: ExplainOptions,
  ): Promise<SignatureExplanation | null> {
    return this.#once(number, (limits) => explainSignatureSteps(parameters, { ...limits, ...options }));
  }

  /** The same of a callback, given its body as it arrived. */
  async explainCallback(
    number: number,
    body: Uint8Array,
    options: ExplainCallbackOptions,
  ): Promise<SignatureExplanation | null> {
    return this.#once(number, (limits) => explainCallbackSteps(body, { ...limits, ...options }));
  }

  async #once(number: number, begin: Begin): Promise<SignatureExplanation | null> {
    const known = this.#explained.get(number);
    if (known !== undefined) return known;
    if (this.#waiting >= maxWaiting) return null;
    const explained = this.#inTurn(async () => {
      const signal = AbortSignal.timeout(patience);
      const explanation = await this.#worked(begin({ timeLimit, signal }));
      // Whoever asks again, when fewer are served, is told more.
      if (signal.aborted) this.#explained.delete(number);
      return explanation;
    });
    this.#keep(number, explained);
    return explained;
  }

  /** Forgets what it has explained. */
  clear(): void {
    this.#explained.clear();
  }

  #keep(number: number, explained: Promise<SignatureExplanation>): void {
    this.#explained.set(number, explained);
    const [oldest] = this.#explained.keys();
    if (this.#explained.size > maxKept && oldest !== undefined) this.#explained.delete(oldest);
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    const result = this.#last.then(async () => {
      const early = this.#nextAt - performance.now();
      if (early > 0) await sleep(early);
      this.#nextAt = performance.now() + spacing;
      return work();
    });
    this.#last = result.then(
      () => this.#ended(),
      () => this.#ended(),
    );
    return result;
  }

  #ended(): void {
    this.#waiting -= 1;
  }

  async #worked(steps: Steps): Promise<SignatureExplanation> {
    for (;;) {
      const started = performance.now();
      const step = steps.next();
      if (step.done) return step.value;
      await this.#othersFirst(performance.now() - started);
    }
  }

  /** @param spent milliseconds since the others had their turn */
  async #othersFirst(spent: number): Promise<void> {
    await turn();
    this.#count();
    if (this.#givesWay) await sleep(Math.min(spent * share, maxPause));
  }

  #count(): void {
    const now = performance.now();
    const [ms, served] = [now - this.#countedAt, this.#served()];
    if (ms < counted) return;
    this.#givesWay = (served - this.#servedBefore) / ms > few;
    this.#countedAt = now;
    this.#servedBefore = served;
  }
}
