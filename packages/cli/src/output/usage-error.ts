/** An error before the first request. The message is the complete explanation. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** Stable code, which is `error` in the JSON output. */
  readonly code: string = 'usage';
}

/** An issue of a file. Contains no value of the file. */
export interface FileFault {
  readonly line: number;
  readonly column?: number;
  readonly reason: string;
}

/** A file is unusable. The error contains all issues of the file. */
export class FaultyFile extends UsageError {
  readonly faults: readonly FileFault[];

  constructor(file: string, faults: readonly FileFault[]) {
    const [first] = faults;
    super(
      first !== undefined && faults.length === 1
        ? `${file}:${first.line}${first.column === undefined ? '' : `:${first.column}`}: ${first.reason}`
        : `${file} has ${faults.length} issues`,
    );
    this.faults = faults;
  }
}

/** The target of a check or a helper command did not respond as required. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
