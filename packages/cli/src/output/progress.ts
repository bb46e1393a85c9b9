import { clearLine, cursorTo } from 'node:readline';

/** A terminal, or a stream that replaces it. */
type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Progress line that is rewritten on a terminal. Without a terminal, prints only steps, each on its own line. */
export class Progress {
  readonly #stream: Stream;
  readonly #silent: boolean;
  #shown = false;
  #lastStep: string | undefined;

  constructor(stream: Stream, options: { readonly silent: boolean }) {
    this.#stream = stream;
    this.#silent = options.silent;
  }

  show(line: () => string): void {
    if (this.#silent || !this.#stream.isTTY) return;
    this.#rewrite(line());
  }

  /** Prints a change once if the output is not a terminal. */
  step(text: string): void {
    if (this.#silent || this.#stream.isTTY || text === this.#lastStep) return;
    this.#lastStep = text;
    this.#stream.write(`${text}\n`);
  }

  end(): void {
    if (!this.#shown) return;
    this.#rewrite('');
    this.#shown = false;
  }

  #rewrite(line: string): void {
    cursorTo(this.#stream, 0);
    // Truncate the line, because a wrapped line could not be erased.
    this.#stream.write(line.slice(0, Math.max(0, (this.#stream.columns ?? 80) - 1)));
    clearLine(this.#stream, 1);
    this.#shown = true;
  }
}
