/** Refused before anything was sent or started; the message is the whole explanation. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that is wrong with a file. Never holds a value. */
export interface FileFault {
  readonly line: number;
  readonly column?: number;
  /** What is wrong, and what to do. */
  readonly reason: string;
}

/** A file that cannot be used, with everything that is wrong with it. */
export class FaultyFile extends UsageError {
  readonly faults: readonly FileFault[];

  constructor(file: string, faults: readonly FileFault[]) {
    const [first] = faults;
    super(
      first !== undefined && faults.length === 1
        ? `${file}:${first.line}${first.column === undefined ? '' : `:${first.column}`}: ${first.reason}`
        : `${file}: ${faults.length} faults`,
    );
    this.faults = faults;
  }
}
