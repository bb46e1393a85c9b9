import { setTimeout as sleep } from 'node:timers/promises';
import { durationText } from '../../input/value-readers.ts';
import type { Progress } from '../../output/progress.ts';

const width = 24;

/** Milliseconds between two lines if the output is not a terminal. */
const interval = 10_000;

/** Milliseconds below which a wait is not reported. */
const unnoticed = 2_000;

/** Progress of a batch: a bar on a terminal, otherwise a line every ten seconds. */
export class BatchProgress {
  readonly #progress: Progress;
  readonly #total: number;
  #done = 0;
  #toldAt = performance.now();

  constructor(progress: Progress, total: number) {
    this.#progress = progress;
    this.#total = total;
  }

  show(done: number, name: string): void {
    this.#done = done;
    this.#show(() => name);
    if (performance.now() - this.#toldAt < interval) return;
    this.#toldAt = performance.now();
    this.#progress.step(this.#count());
  }

  waiting(ms: number, why: string): void {
    if (ms < unnoticed) return;
    const until = performance.now() + ms;
    const text = () => `waiting ${durationText(Math.max(0, until - performance.now()) + 999)}: ${why}`;
    this.#progress.step(`${this.#count()}, ${text()}`);
    this.#show(text);
  }

  /** Waits with a countdown. Returns immediately when the signal aborts. */
  async wait(ms: number, why: string, signal: AbortSignal): Promise<void> {
    this.waiting(ms, why);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  end(): void {
    this.#progress.end();
  }

  #show(text: () => string): void {
    const [done, total] = [this.#done, this.#total];
    const filled = Math.floor((width * done) / total);
    const bar = `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
    this.#progress.show(() => `${bar} ${done}/${total}  ${text()}`);
  }

  #count(): string {
    return `${this.#done} of ${this.#total} done`;
  }
}
