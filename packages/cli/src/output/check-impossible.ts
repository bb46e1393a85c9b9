/** Error of a check that could not run, because the target or a helper command did not respond as required. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  /** Stable code. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
