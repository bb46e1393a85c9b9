import type { Writable } from 'node:stream';

/** Maximum number of bytes that wait for a reader. */
const maxWaiting = 1_048_576;

export interface LiveWriterOptions {
  /** Line that reports skipped lines after a slow reader has caught up. */
  readonly leftOut: (lines: number) => string;
  readonly stream?: Writable;
}

/**
 * Writes lines without blocking the caller. If the pipe is closed, only the output ends. If the reader is slow, skips
 * lines and counts them.
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
    // Replace other handlers of a closed pipe, because the process must continue even if nothing reads its output.
    stream.removeAllListeners('error');
    stream.on('error', () => {
      this.#ended = true;
      this.#lines = [];
    });
  }

  /** Returns true if the writer would write a line. If not, the caller need not create the line. */
  ready(): boolean {
    if (this.#ended) return false;
    const keepsUp = this.#stream.writableLength <= maxWaiting;
    if (!keepsUp) this.#skipped += 1;
    return keepsUp;
  }

  write(line: string): void {
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
