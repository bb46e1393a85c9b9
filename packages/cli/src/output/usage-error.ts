/** Error before the first request. The message is the complete explanation. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
  /** Stable code, `error` in the JSON output. */
  readonly code: string = 'usage';
}

/** Error for a missing package that only this command needs. The message contains the installation command. */
export class MissingPackage extends UsageError {
  override readonly name = 'MissingPackage';
  override readonly code = 'package_missing';
}

/** Issue of a file, without a value of the file. */
export interface FileFault {
  readonly line: number;
  readonly column?: number;
  readonly reason: string;
}

/** Unusable file with all its issues. */
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
