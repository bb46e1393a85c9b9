/** Weight of the latest duration in the usual duration. */
const weight = 0.3;
/** Usual response time in milliseconds before the first measurement. */
const firstGuess = 5;

/** The shop's usual response times in real milliseconds, from which the moment of a kill is calculated. */
export class UsualTimes {
  readonly #times = new Map<string, number>();
  /**
   * The longest time in milliseconds from the last response to a credit, or 0 if the shop does not credit in the
   * background.
   */
  creditLag = 0;

  of(kind: string): number {
    return this.#times.get(kind) ?? firstGuess;
  }

  add(kind: string, ms: number): void {
    const before = this.#times.get(kind) ?? ms;
    this.#times.set(kind, before + weight * (ms - before));
  }
}
