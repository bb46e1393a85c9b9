/** The mock gateway's control API refused, or gave no usable answer. */
export class ControlApiError extends Error {
  override readonly name = 'ControlApiError';
  /** The HTTP status; undefined when no answer arrived. */
  readonly status: number | undefined;
  /** The control API's error code. */
  readonly code: string | undefined;

  constructor(
    message: string,
    facts: { readonly status?: number; readonly code?: string; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
  }

  /** Whether the control API said no: asking again would not help. */
  get refused(): boolean {
    return this.status !== undefined && this.status < 500 && this.code !== undefined;
  }
}
