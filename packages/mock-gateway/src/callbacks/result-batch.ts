/** Maximum number of results that wait for a common commit. */
const maxWaiting = 64;

/** Saved at load time, like the timers of a lease, because results wait in real time. */
const [later, callOff] = [setTimeout, clearTimeout];

export interface ResultBatchOptions {
  /** Real milliseconds that a result waits for others at most. */
  readonly waitMs?: number | undefined;
}

/**
 * Starts the storing of several results in one turn, so that they share a commit. With a file each commit waits for the
 * disk. A crash in between repeats these deliveries, which their receivers must expect.
 */
export class ResultBatch {
  readonly #waitMs: number;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor({ waitMs = 5 }: ResultBatchOptions) {
    this.#waitMs = waitMs;
  }

  /** @param store begins to store a result; runs when the batch is full, its time is over, or `flush` is called */
  add<T>(store: () => Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.#waiting.push(() => resolve(store()));
      if (this.#waiting.length >= maxWaiting) this.flush();
      else this.#timer ??= later(() => this.flush(), this.#waitMs);
    });
  }

  /** Stores what waits: no delivery is running that could add to it. */
  flush(): void {
    if (this.#timer !== null) callOff(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const store of waiting) store();
  }
}
