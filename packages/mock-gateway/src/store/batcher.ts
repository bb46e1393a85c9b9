import { after, atEndOfTurn } from './real-time.ts';

/** An item and the promise of its result. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(error: unknown): void;
}

export interface BatcherOptions<Item, Result> {
  /** Settles every item of a batch. Never throws. */
  readonly settle: (batch: readonly Waiting<Item, Result>[]) => void;
  /**
   * Real milliseconds that an item waits for further items. By default, it waits for the end of this turn of the event
   * loop.
   */
  readonly waitMs?: number;
  /** Number of items at which the wait ends early. */
  readonly full?: number;
}

/** Collects items for a short time and settles them together, in order. */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #callOff: (() => void) | null = null;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      const { waitMs, full = Number.POSITIVE_INFINITY } = this.#options;
      if (this.#waiting.length >= full) this.flush();
      else if (waitMs === undefined) this.#callOff ??= atEndOfTurn(() => this.flush());
      else this.#callOff ??= after(waitMs, () => this.flush());
    });
  }

  flush(): void {
    this.#callOff?.();
    this.#callOff = null;
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length > 0) this.#options.settle(batch);
  }
}
