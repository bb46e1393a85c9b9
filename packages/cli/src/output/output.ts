import { styleText } from 'node:util';
import { jsonLine, printable } from '@inrgate/sdk/basics';
import type { LinkStatus, PayinStatus, PayoutStatus } from '@inrgate/sdk/internal';
import { Progress } from './progress.ts';

export { jsonLine, printable };

export interface OutputOptions {
  /** JSON lines for programs instead of text for people. */
  readonly json: boolean;
  /** No notes. */
  readonly quiet: boolean;
}

/** Who is told why there is no data: as data for a program, in words for a person. */
export interface Teller {
  readonly failure: (data: object, text: () => string) => void;
}

/** Data goes to standard output, everything else to standard error. */
export class Output {
  readonly json: boolean;
  readonly #quiet: boolean;

  constructor(options: OutputOptions) {
    this.json = options.json;
    this.#quiet = options.quiet;
  }

  /** What was asked for: one line of JSON, or the text for people. */
  data(data: object, text: () => string): void {
    process.stdout.write(`${this.json ? jsonLine(data) : text()}\n`);
  }

  /** Whether somebody sees the notes, so that it is worth finding out what they say. */
  get showsNotes(): boolean {
    return !this.#quiet && !this.json;
  }

  /** What helps a person and no program needs. */
  note(...lines: readonly string[]): void {
    if (!this.showsNotes) return;
    // It may repeat what a gateway said.
    process.stderr.write(`${lines.map(printable).join('\n')}\n`);
  }

  /** What goes wrong while the command goes on. */
  trouble(text: string): void {
    process.stderr.write(`${text.split('\n').map(printable).join('\n')}\n`);
  }

  /** What is going on, for a person who waits. */
  progress(): Progress {
    return new Progress(process.stderr, { silent: this.#quiet || this.json });
  }

  /** Why there is no data; with `--json` one line of JSON too. */
  failure(data: object, text: () => string): void {
    process.stderr.write(`${this.json ? jsonLine(data) : text()}\n`);
  }
}

/** Names and plain values below each other; what is empty is left out. */
export function fields(values: object): string {
  const rows = Object.entries(values).filter(
    ([, value]) => /string|number|boolean/.test(typeof value) && value !== '',
  );
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(String(value))}`).join('\n');
}

/** An order with its state above its fields. */
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

/** A state in its colour, on a terminal that shows colours; `text` where it is called otherwise. */
export function status(state: string, text: string = state): string {
  const colour = Object.hasOwn(statusColours, state)
    ? statusColours[state as keyof typeof statusColours]
    : 'reset';
  return styleText(colour, printable(text));
}

/** A heading on standard output. */
export function bold(text: string): string {
  return styleText('bold', text);
}

/** The beginning of a failure on standard error. */
export function alarm(text: string): string {
  return styleText('red', text, { stream: process.stderr });
}
