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

/** One of the numbers that the command leaves with. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The work is done and everything is told; it ends with another exit code than 0. */
export class EndedWith extends Error {
  override readonly name = 'EndedWith';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`ended with exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}
