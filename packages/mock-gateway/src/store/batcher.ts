import { after, atEndOfTurn, elapsed, endOfTurn } from './real-time.ts';

/** An item and the promise of its result. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  /** Time of the call, by `elapsed`. */
  readonly since: number;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Item, Result> {
  /**
   * Settles every item of a batch. Never throws or rejects. While its promise is pending, the batcher collects the next
   * batch.
   */
  readonly settle: (batch: readonly Waiting<Item, Result>[]) => Promise<void> | void;
  /**
   * Real milliseconds that an item waits for further items. By default, it waits for the end of this turn of the event
   * loop.
   */
  readonly waitMs?: number;
  /** Number of items at which the wait ends early. */
  readonly full?: number;
  /** Returns the number of waiting items for the next batch, at least one. By default, the batch contains all items. */
  readonly next?: (waiting: readonly Waiting<Item, Result>[]) => number;
}

/** Collects items for a short time and settles them together, in order. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #callOff: (() => void) | null = null;
  #running: Promise<void> | null = null;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.addAgain([{ item, since: elapsed(), resolve, reject }]);
    });
  }

  /** Adds items that an earlier batch did not settle. */
  addAgain(items: readonly Waiting<Item, Result>[]): void {
    this.#waiting.push(...items);
    const { waitMs, full = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#waiting.length >= full) this.flush();
    else if (waitMs === undefined) this.#callOff ??= atEndOfTurn(() => this.flush());
    else this.#callOff ??= after(waitMs, () => this.flush());
  }

  flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    if (this.#running !== null || this.#waiting.length === 0) return;
    const { settle, next = (waiting) => waiting.length } = this.#options;
    this.#running = settle(this.#waiting.splice(0, next(this.#waiting)))?.then(() => this.#goOn()) ?? null;
  }

  async idle(): Promise<void> {
    while (this.#running !== null || this.#waiting.length > 0) await (this.#running ?? endOfTurn());
  }

  #goOn(): void {
    this.#running = null;
    this.flush();
  }
}
