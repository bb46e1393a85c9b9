import { startTimer } from './timer.ts';

const minute = 60_000;

/** Ends a turn. Call it once, after the response has arrived or failed. */
export type EndTurn = () => void;

/**
 * Limits the requests of a client per minute, in the order of the calls. A request occupies its slot until one minute
 * after its end. So the gateway never counts more requests than the limit in any minute, even if requests are slow.
 */
export class Pacer {
  readonly #limit: number;
  #underWay = 0;
  /** Times of `performance.now()` at which the slots of ended requests become free, in ascending order. */
  readonly #freeAt: number[] = [];
  readonly #queue = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit requests per minute, at least 1 */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Waits for a turn.
   *
   * @param timeLeft maximum wait in milliseconds
   * @returns the function that ends the turn, or undefined after `timeLeft` or an abort. After undefined, the call
   * delays no other call
   */
  async turn(timeLeft: number, signal: AbortSignal | undefined): Promise<EndTurn | undefined> {
    if (signal?.aborted) return undefined;
    if (this.#queue.size === 0 && this.#hasRoom()) return this.#begin();
    return new Promise((resolve) => {
      const stop = startTimer(timeLeft, signal, () => {
        this.#queue.delete(enter);
        resolve(undefined);
        this.#watch();
      });
      const enter = () => {
        stop();
        this.#queue.delete(enter);
        resolve(this.#begin());
      };
      this.#queue.add(enter);
      this.#watch();
    });
  }

  #hasRoom(): boolean {
    const now = performance.now();
    while (this.#freeAt[0] !== undefined && this.#freeAt[0] <= now) this.#freeAt.shift();
    return this.#underWay + this.#freeAt.length < this.#limit;
  }

  #begin(): EndTurn {
    this.#underWay += 1;
    return () => {
      this.#underWay -= 1;
      this.#freeAt.push(performance.now() + minute);
      this.#watch();
    };
  }

  /** Starts the calls that have a slot. Sets a timer for the next call if calls wait. */
  #watch(): void {
    clearTimeout(this.#timer);
    for (const enter of this.#queue) {
      if (!this.#hasRoom()) break;
      enter();
    }
    const [next] = this.#freeAt;
    if (this.#queue.size === 0 || next === undefined) return;
    this.#timer = setTimeout(() => this.#watch(), Math.max(1, Math.ceil(next - performance.now())));
  }
}
