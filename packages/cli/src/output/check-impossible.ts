/** A check could not be made: nobody answers, or something that it needs gives no usable answer. */
export class CheckImpossible extends Error {
  override readonly name = 'CheckImpossible';
  /** Stable; the message says it in words. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
