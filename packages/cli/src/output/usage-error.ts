/** Refused before anything was sent or started; the message is the whole explanation. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** Stable; what a program gets as `error`. */
  readonly code: string = 'usage';
}

/** Something that only this command needs is not installed; the message says how to. */
export class MissingPackage extends UsageError {
  override readonly name = 'MissingPackage';
  override readonly code = 'package_missing';
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
