import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** How far a withdrawal is: `sending` from before its first request until it is known what came of it. */
export type Step = 'sending' | 'made' | 'refused' | 'paid' | 'failed';

export interface Entry {
  readonly mchOrderNo: string;
  readonly step: Step;
  /** Of the line that was sent. */
  readonly fingerprint: string;
  /** Why it was refused. */
  readonly code?: string;
}

/** What was done, a line each, on the disk before the next thing is done. After a crash it says where to go on. */
export class Journal {
  readonly #file: number;
  readonly #last = new Map<string, Entry>();

  constructor(path: string) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // What stands behind the last line break was being written in a crash; what it tells had not begun.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').filter(Boolean)) this.#keep(JSON.parse(line));
    this.#file = openSync(path, 'a');
    ftruncateSync(this.#file, Buffer.byteLength(whole));
  }

  /** The last that is known of a withdrawal. */
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
