/** What the command leaves with. */
export const exitCodes = {
  done: 0,
  /** The gateway refused: a 4xx. */
  refused: 1,
  /** Wrong usage: a bad option, a missing key, a bad configuration. */
  usage: 2,
  /** No answer, a 5xx after the retries, or an outcome that is not known. */
  noAnswer: 3,
  /** A signature or a check failed. */
  failed: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Refused before anything was sent or started; the message is the whole explanation. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something that is wrong with a file. Never holds a value. */
export interface Fault {
  readonly line: number;
  readonly column?: number;
  /** What is wrong, and what to do. */
  readonly reason: string;
}

/** A file that cannot be used, with everything that is wrong with it. */
export class FaultyFile extends UsageError {
  readonly faults: readonly Fault[];

  constructor(file: string, faults: readonly Fault[]) {
    const [first] = faults;
    super(
      first !== undefined && faults.length === 1
        ? `${file}:${first.line}${first.column === undefined ? '' : `:${first.column}`}: ${first.reason}`
        : `${file}: ${faults.length} faults`,
    );
    this.faults = faults;
  }
}

/** The work is done and everything is told; it ends with another exit code than 0. */
export class EndedWith extends Error {
  override readonly name = 'EndedWith';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`ended with exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}
