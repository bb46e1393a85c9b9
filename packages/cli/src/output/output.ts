import { styleText } from 'node:util';
import { jsonLine, printable } from '@inrgate/sdk/basics';
import type { LinkStatus, PayinStatus, PayoutStatus } from '@inrgate/sdk/internal';
import { Progress } from './progress.ts';

export { jsonLine, printable };

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
}

export interface Teller {
  readonly failure: (data: object, text: () => string) => void;
}

/** Prints data to standard output, and everything else to standard error. */
export class Output {
  readonly json: boolean;
  readonly #quiet: boolean;

  constructor(options: OutputOptions) {
    this.json = options.json;
    this.#quiet = options.quiet;
  }

  data(data: object, text: () => string): void {
    process.stdout.write(`${this.json ? jsonLine(data) : text()}\n`);
  }

  /** True if notes are printed, so a caller can skip their preparation. */
  get showsNotes(): boolean {
    return !this.#quiet && !this.json;
  }

  /** Prints notes for the user, not for programs. */
  note(...lines: readonly string[]): void {
    if (!this.showsNotes) return;
    process.stderr.write(`${lines.map(printable).join('\n')}\n`);
  }

  /** Prints an error that does not end the command. */
  trouble(text: string): void {
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
  }

  progress(): Progress {
    return new Progress(process.stderr, { silent: this.#quiet || this.json });
  }

  /** Prints the reason why there is no result, as one JSON line or as text. */
  failure(data: object, text: () => string): void {
    process.stderr.write(`${this.json ? jsonLine(data) : text()}\n`);
  }
}

/** Formats names and plain values as lines. Omits empty values. */
export function fields(values: object): string {
  const rows = Object.entries(values).filter(
    ([, value]) => /string|number|boolean/.test(typeof value) && value !== '',
  );
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(String(value))}`).join('\n');
}

export function orderText(kind: string, order: object): string {
  const { duplicate: _, status: state, ...values } = order as Record<string, unknown>;
  return `${bold(kind)} ${status(String(state))}\n${fields(values)}`;
}

const statusColours = {
  success: 'green',
  failed: 'red',
  expired: 'red',
  pending: 'yellow',
  processing: 'yellow',
} as const satisfies Record<PayinStatus | PayoutStatus | LinkStatus, string>;

/** Formats a state in its colour on a terminal. `text` replaces the name of the state. */
export function status(state: string, text: string = state): string {
  const colour = Object.hasOwn(statusColours, state)
    ? statusColours[state as keyof typeof statusColours]
    : 'reset';
  return styleText(colour, printable(text));
}

export function bold(text: string): string {
  return styleText('bold', text);
}

export function alarm(text: string): string {
  return styleText('red', text, { stream: process.stderr });
}

export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
