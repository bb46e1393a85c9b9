/** The target of a check or a helper command did not respond as required. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
