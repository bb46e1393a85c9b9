export const exitCodes = {
  done: 0,
  /** The gateway rejected the request with a 4xx. */
  refused: 1,
  /** Usage error: an invalid option, a missing key, an invalid configuration. */
  usage: 2,
  /** No response arrived, the retries ended with a 5xx, or the outcome is unknown. */
  noAnswer: 3,
  failed: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends a command with an exit code other than 0. The command has already printed its output. */
export class EndedWith extends Error {
  override readonly name = 'EndedWith';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`ended with exit code ${exitCode}`);
    this.exitCode = exitCode;
  }
}
