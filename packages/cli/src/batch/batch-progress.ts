import { setTimeout as sleep } from 'node:timers/promises';
import { durationText } from '../input/duration.ts';
import type { Progress } from '../output/progress.ts';

const width = 24;
/** Milliseconds between two lines where no line can be rewritten. */
const interval = 10_000;
/** Milliseconds of a wait that is not worth a word. */
const unnoticed = 2_000;

/**
 * How far a batch is: a bar on a terminal, elsewhere a line now and then. Drawn on the one line that the other
 * commands wait with; a library of bars would bring a second owner of the terminal.
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

  /** So many are to be done. */
  begin(total: number): void {
    this.#total = total;
    this.#toldAt = performance.now();
  }

  /** `done` of them are done, and the one of this name is under way. */
  show(done: number, name: string): void {
    this.#done = done;
    clearInterval(this.#ticker);
    this.#show(name);
    if (performance.now() - this.#toldAt < interval) return;
    this.#toldAt = performance.now();
    this.#progress.step(this.#count());
  }

  /** The one under way waits, until it or the next one is shown; counted down. */
  waiting(ms: number, why: string): void {
    if (ms < unnoticed) return;
    clearInterval(this.#ticker);
    const until = performance.now() + ms;
    const text = () => `waiting ${durationText(Math.max(0, until - performance.now()) + 999)}: ${why}`;
    this.#progress.step(this.#total === 0 ? text() : `${this.#count()}, ${text()}`);
    this.#show(text());
    this.#ticker = setInterval(() => this.#show(text()), 1_000).unref();
  }

  /** Waits and shows it; returns at once when the signal aborts. */
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
