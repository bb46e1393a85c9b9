import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { type ExplainOptions, explainSignatureSteps, type SignatureExplanation } from '@inrgate/sdk/protocol';

type Parameters = ReadonlyMap<string, string>;

/** Milliseconds from one run to the next at least: never more than ten a second. */
const spacing = 100;
/** More than these are not let wait for their turn. */
const maxWaiting = 20;
/** So many explanations are kept for whoever looks again. */
const maxKept = 50;
/** Milliseconds of work for one of them. */
const timeLimit = 1_000;

/**
 * Explains wrong signatures one after another, in steps of a millisecond or two between which all others have their
 * turn, and each only once: whoever looks into the log slows down nobody who is served.
 */
export class SignatureDoctor {
  readonly #explained = new Map<number, Promise<SignatureExplanation>>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #nextAt = 0;

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
    const known = this.#explained.get(number);
    if (known !== undefined) return known;
    if (this.#waiting >= maxWaiting) return null;
    const explained = this.#inTurn(() => worked(parameters, { timeLimit, ...options }));
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
}

async function worked(parameters: Parameters, options: ExplainOptions): Promise<SignatureExplanation> {
  const steps = explainSignatureSteps(parameters, options);
  let step = steps.next();
  while (!step.done) {
    await turn();
    step = steps.next();
  }
  return step.value;
}
