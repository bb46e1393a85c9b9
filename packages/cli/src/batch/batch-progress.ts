import type { Progress } from '../output/progress.ts';

const width = 24;
/** Milliseconds between two lines where no line can be rewritten. */
const interval = 10_000;

/**
 * How far a batch is: a bar on a terminal, elsewhere a line now and then. Drawn on the one line that the other
 * commands wait with; a library of bars would bring a second owner of the terminal.
 */
export class BatchProgress {
  readonly #progress: Progress;
  readonly #total: number;
  #toldAt = performance.now();

  constructor(progress: Progress, total: number) {
    this.#progress = progress;
    this.#total = total;
  }

  /** `done` of them are done, and the one of this name is under way. */
  show(done: number, name: string): void {
    this.#progress.show(() => `${bar(done / this.#total)} ${done}/${this.#total}  ${name}`);
    if (performance.now() - this.#toldAt < interval) return;
    this.#toldAt = performance.now();
    this.#progress.step(`${done} of ${this.#total} done`);
  }

  end(): void {
    this.#progress.end();
  }
}

function bar(part: number): string {
  const filled = Math.floor(width * part);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}]`;
}
