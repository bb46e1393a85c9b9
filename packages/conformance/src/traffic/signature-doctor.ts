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

/** Minimum milliseconds between two runs. */
const spacing = 100;
/** Maximum number of waiting explanations. */
const maxWaiting = 20;
/** Maximum number of cached explanations. */
const maxKept = 50;
/** Maximum milliseconds of work for one explanation. */
const timeLimit = 1_000;
/** Milliseconds after which an explanation returns the findings so far. */
const patience = 2_000;
/** Number of served requests per millisecond above which the doctor yields. */
const few = 0.1;
/** Duration of one load measurement in milliseconds. */
const counted = 25;
/** CPU time that requests get under load, as a multiple of the doctor's CPU time. */
const share = 40;
/** Maximum pause in milliseconds after a long step. */
const maxPause = 200;

/**
 * Explains wrong signatures sequentially, each only once. Each step takes about a millisecond, and requests run between
 * the steps. Clients that read the log therefore do not slow down the gateway.
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

  /** @param served returns how many requests the gateway has served */
  constructor(served: () => number) {
    this.#served = served;
  }

  /**
   * Explains one wrong signature. Returns null if too many explanations are waiting.
   *
   * @param number number of the request, used as the cache key
   */
  async explain(
    number: number,
    parameters: Parameters,
    options: ExplainOptions,
  ): Promise<SignatureExplanation | null> {
    return this.#once(number, (limits) => explainSignatureSteps(parameters, { ...limits, ...options }));
  }

  /** Explains the signature of a callback, given its raw body. */
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
      // Remove the explanation, because a later explanation under less load can find more.
      if (signal.aborted) this.#explained.delete(number);
      return explanation;
    });
    this.#keep(number, explained);
    return explained;
  }

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
