/** Weight of the latest time in the usual time. */
const weight = 0.3;
/** Usual time in milliseconds before the first measurement. */
const firstGuess = 5;

/** The shop's usual response times in real milliseconds. These times determine the moment of a kill. */
export class UsualTimes {
  readonly #times = new Map<string, number>();
  /** The longest time from the last response to a credit, or 0 if the shop does not credit in the background. */
  creditLag = 0;

  of(kind: string): number {
    return this.#times.get(kind) ?? firstGuess;
  }

  add(kind: string, ms: number): void {
    const before = this.#times.get(kind) ?? ms;
    this.#times.set(kind, before + weight * (ms - before));
  }
}
