const minute = 60_000;

/** Ends a turn; to be called once, when the answer is there or will not come. */
export type EndTurn = () => void;

/**
 * Keeps what a client sends below a rate: no more than so many requests in any minute, in the order in which they
 * asked. A place is free again a minute after its request has ended, not after it was started: only so does no minute
 * of the gateway's see more, however long the requests were on their way.
 */
export class Pacer {
  readonly #limit: number;
  #underWay = 0;
  /** When the places of requests that have ended are free again, the next one first. */
  readonly #freeAt: number[] = [];
  /** Those who wait, in their order. */
  readonly #queue = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit requests a minute, 1 or more */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Waits for a turn.
   *
   * @param timeLeft milliseconds that it may take
   * @returns undefined when the time is up or the signal is aborted; nobody else is then held up
   */
  async turn(timeLeft: number, signal: AbortSignal | undefined): Promise<EndTurn | undefined> {
    if (signal?.aborted) return undefined;
    if (this.#queue.size === 0 && this.#hasRoom()) return this.#begin();
    return new Promise((resolve) => {
      const settle = (turn: EndTurn | undefined) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#queue.delete(enter);
        resolve(turn);
      };
      const enter = () => settle(this.#begin());
      const leave = () => {
        settle(undefined);
        this.#watch();
      };
      const timer = setTimeout(leave, timeLeft);
      signal?.addEventListener('abort', leave, { once: true });
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

  /** Lets in whom there is room for, and comes back for the next one. Runs a timer only while somebody waits. */
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
