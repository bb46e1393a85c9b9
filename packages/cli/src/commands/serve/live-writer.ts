import type { Writable } from 'node:stream';
import type { MockGateway } from '@inrgate/mock-gateway';
import { readEvent } from '../../live/events.ts';
import { lineOf } from '../../live/lines.ts';
import { jsonLine, type Output } from '../../output/output.ts';

/** Maximum number of bytes that wait for a reader. */
const maxWaiting = 1_048_576;

export interface LiveWriterOptions {
  /** Line that reports skipped lines after a slow reader has caught up. */
  readonly leftOut: (lines: number) => string;
  readonly stream?: Writable;
}

/** Writes lines without blocking the caller. Skips and counts lines if the reader is slow. */
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

export function tellLive({ events }: Pick<MockGateway, 'events'>, output: Output): void {
  const lines = new LiveWriter({
    leftOut: (count) => (output.json ? jsonLine({ event: 'left_out', count }) : `--- skipped ${count} lines`),
  });
  events.subscribe(({ type, data }) => {
    if (!lines.ready()) return;
    const event = readEvent(type, data);
    const line = event === null ? null : lineOf(event, output);
    if (line !== null) lines.write(line);
  });
}
