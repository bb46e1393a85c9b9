import { clearLine, cursorTo } from 'node:readline';

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

/** Progress line that is rewritten on a terminal. Without a terminal, prints only steps, each on its own line. */
export class Progress {
  readonly #stream: Stream;
  readonly #silent: boolean;
  #line = () => '';
  #shown = '';
  #ticker: NodeJS.Timeout | undefined;
  #lastStep: string | undefined;

  constructor(stream: Stream, options: { readonly silent: boolean }) {
    this.#stream = stream;
    this.#silent = options.silent;
  }

  /** Shows a line, and shows it again each second if it has changed, for example a countdown. */
  show(line: () => string): void {
    if (this.#silent || !this.#stream.isTTY) return;
    this.#line = line;
    this.#ticker ??= setInterval(() => this.#rewrite(), 1_000).unref();
    this.#rewrite();
  }

  /** Prints a change once if the output is not a terminal. */
  step(text: string): void {
    if (this.#silent || this.#stream.isTTY || text === this.#lastStep) return;
    this.#lastStep = text;
    this.#stream.write(`${text}\n`);
  }

  end(): void {
    clearInterval(this.#ticker);
    this.#ticker = undefined;
    this.#line = () => '';
    this.#rewrite();
  }

  #rewrite(): void {
    const line = this.#line();
    if (line === this.#shown) return;
    this.#shown = line;
    cursorTo(this.#stream, 0);
    // Truncate the line, because a wrapped line could not be erased.
    this.#stream.write(line.slice(0, Math.max(0, (this.#stream.columns ?? 80) - 1)));
    clearLine(this.#stream, 1);
  }
}
