import { setTimeout as sleep } from 'node:timers/promises';
import { durationText } from '../../input/duration.ts';
import type { Progress } from '../../output/progress.ts';

const width = 24;
/** Milliseconds between two lines if the output is not a terminal. */
const interval = 10_000;
/** Milliseconds below which a wait is not reported. */
const unnoticed = 2_000;

/**
 * Progress of a batch: a bar on a terminal, otherwise a line every ten seconds. Uses the same progress line as other
 * commands, because a library would compete for the terminal.
 */
export class BatchProgress {
  readonly #progress: Progress;
  #total = 0;
  #done = 0;
  #toldAt = performance.now();
  #ticker: NodeJS.Timeout | undefined;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  begin(total: number): void {
    this.#total = total;
    this.#toldAt = performance.now();
  }

  /** Shows that `done` rows are finished and the named row is running. */
  show(done: number, name: string): void {
    this.#done = done;
    clearInterval(this.#ticker);
    this.#show(name);
    if (performance.now() - this.#toldAt < interval) return;
    this.#toldAt = performance.now();
    this.#progress.step(this.#count());
  }

  /** Shows a countdown until the next `show`. */
  waiting(ms: number, why: string): void {
    if (ms < unnoticed) return;
    clearInterval(this.#ticker);
    const until = performance.now() + ms;
    const text = () => `waiting ${durationText(Math.max(0, until - performance.now()) + 999)}: ${why}`;
    this.#progress.step(this.#total === 0 ? text() : `${this.#count()}, ${text()}`);
    this.#show(text());
    this.#ticker = setInterval(() => this.#show(text()), 1_000).unref();
  }

  /** Waits with a countdown. Returns immediately when the signal aborts. */
  async wait(ms: number, why: string, signal: AbortSignal): Promise<void> {
    this.waiting(ms, why);
    await sleep(ms, undefined, { signal }).catch(() => {});
    clearInterval(this.#ticker);
  }

  end(): void {
    clearInterval(this.#ticker);
    this.#progress.end();
  }

  #show(text: string): void {
    const [done, total] = [this.#done, this.#total];
    this.#progress.show(() => (total === 0 ? text : `${bar(done / total)} ${done}/${total}  ${text}`));
  }

  #count(): string {
    return `${this.#done} of ${this.#total} done`;
  }
}

function bar(part: number): string {
  const filled = Math.floor(width * part);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}
