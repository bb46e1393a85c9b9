/** Share of the latest time in the usual one. */
const weight = 0.3;
/** Milliseconds before anything is measured. */
const firstGuess = 5;

/** The shop's usual response times in real milliseconds, so that it can be killed halfway. */
export class UsualTimes {
  readonly #times = new Map<string, number>();
  /** The longest time from the last response to a credit that a shop made in the background; 0 for other shops. */
  creditLag = 0;

  of(kind: string): number {
    return this.#times.get(kind) ?? firstGuess;
  }

  add(kind: string, ms: number): void {
    const before = this.#times.get(kind) ?? ms;
    this.#times.set(kind, before + weight * (ms - before));
  }
}
