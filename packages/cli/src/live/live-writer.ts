import type { Writable } from 'node:stream';

/** Bytes that may wait for a reader. */
const maxWaiting = 1_048_576;

export interface LiveWriterOptions {
  /** What is written when the reader keeps up again. */
  readonly leftOut: (lines: number) => string;
  readonly stream?: Writable;
}

/**
 * Writes lines without ever holding up who tells them: a reader that has left ends the lines and nothing else, and for
 * one that does not keep up, lines are left out and counted.
 */
export class LiveWriter {
  readonly #stream: Writable;
  readonly #leftOut: (lines: number) => string;
  #lines: string[] = [];
  #skipped = 0;
  #ended = false;

  constructor({ stream = process.stdout, leftOut }: LiveWriterOptions) {
    this.#stream = stream;
    this.#leftOut = leftOut;
    // Whatever else would be done about a closed pipe: these lines are not what the process is for.
    stream.removeAllListeners('error');
    stream.on('error', () => {
      this.#ended = true;
      this.#lines = [];
    });
  }

  /** Whether a line would be written: it need not be made otherwise. */
  ready(): boolean {
    if (this.#ended) return false;
    const keepsUp = this.#stream.writableLength <= maxWaiting;
    if (!keepsUp) this.#skipped += 1;
    return keepsUp;
  }

  write(line: string): void {
    // The lines of one turn are written at once.
    if (this.#lines.length === 0) setImmediate(() => this.#flush());
    if (this.#skipped > 0) this.#lines.push(this.#leftOut(this.#skipped));
    this.#skipped = 0;
    this.#lines.push(line);
  }

  #flush(): void {
    if (this.#ended || this.#lines.length === 0) return;
    this.#stream.write(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
  }
}
