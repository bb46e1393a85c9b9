/** A check could not run, because the target or a helper command did not respond as needed. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  /** Stable code. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
