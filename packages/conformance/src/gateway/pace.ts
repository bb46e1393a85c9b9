import { setTimeout as sleep } from 'node:timers/promises';

const windowMs = 60_000;

interface PaceOptions {
  /** Maximum number of requests in any 60 seconds. */
  readonly perMinute: number;
  readonly signal: AbortSignal;
  /** Function that the pace calls with the seconds of a wait when the wait begins, and with null when it ends. */
  readonly onWait: (seconds: number | null) => void;
}

/**
 * Limits the request rate of a check. The merchant's shop shares the gateway's limit of 120 requests a minute (spec:
 * Limits).
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #calls: number[] = [];

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Resolves when the check may send the next request. */
  async turn(): Promise<void> {
    const { perMinute } = this.#options;
    const first = this.#calls[this.#calls.length - perMinute];
    const left = first === undefined ? 0 : first + windowMs - Date.now();
    if (left > 0) await this.wait(left);
    this.#calls.push(Date.now());
  }

  async wait(ms: number): Promise<void> {
    const { signal, onWait } = this.#options;
    onWait(Math.ceil(ms / 1_000));
    await sleep(ms, undefined, { signal });
    onWait(null);
  }
}
