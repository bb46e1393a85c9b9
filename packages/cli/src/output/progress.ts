import { clearLine, cursorTo } from 'node:readline';

/** A terminal, or a file that is written to instead of one. */
type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** One line that is written over and over on a terminal. Elsewhere only steps are told, each on a line of its own. */
export class Progress {
  readonly #stream: Stream;
  readonly #silent: boolean;
  #shown = false;
  #lastStep: string | undefined;

  constructor(stream: Stream, options: { readonly silent: boolean }) {
    this.#stream = stream;
    this.#silent = options.silent;
  }

  /** Shows how far it is; `line` is built only where somebody sees it. */
  show(line: () => string): void {
    if (this.#silent || !this.#stream.isTTY) return;
    this.#rewrite(line());
  }

  /** Something changed: told where no line is rewritten, once for each change. */
  step(text: string): void {
    if (this.#silent || this.#stream.isTTY || text === this.#lastStep) return;
    this.#lastStep = text;
    this.#stream.write(`${text}\n`);
  }

  /** Takes the line away. */
  end(): void {
    if (!this.#shown) return;
    this.#rewrite('');
    this.#shown = false;
  }

  #rewrite(line: string): void {
    cursorTo(this.#stream, 0);
    // A line that wraps could not be taken away again.
    this.#stream.write(line.slice(0, Math.max(0, (this.#stream.columns ?? 80) - 1)));
    clearLine(this.#stream, 1);
    this.#shown = true;
  }
}
