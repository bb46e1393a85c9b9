import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Progress of a payout. `sending` from the time before its first request until the outcome is known. */
export type Step = 'sending' | 'made' | 'refused' | 'paid' | 'failed';

export interface Entry {
  readonly mchOrderNo: string;
  readonly step: Step;
  /** Fingerprint of the line that was sent. */
  readonly fingerprint: string;
  /** Error code, if the gateway rejected the payout. */
  readonly code?: string;
}

/**
 * Journal with one line for each step. Each line is on disk before the next step. After a crash, the next run continues
 * from the journal.
 */
export class Journal {
  readonly #file: number;
  readonly #last = new Map<string, Entry>();

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // Ignore an incomplete last line, because its step had not begun.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').filter(Boolean)) this.#keep(JSON.parse(line));
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, Buffer.byteLength(whole));
  }

  last(mchOrderNo: string): Entry | undefined {
    return this.#last.get(mchOrderNo);
  }

  write(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#file);
    this.#keep(entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #keep(entry: Entry): void {
    this.#last.set(entry.mchOrderNo, entry);
  }
}
