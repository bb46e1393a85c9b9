/** The control API's errors (contract: 404 unknown thing, 409 an illegal transition, 422 a bad body). */
export const controlErrors = {
  not_found: 404,
  illegal_transition: 409,
  already_exists: 409,
  callback_busy: 409,
  invalid_body: 422,
  unauthorized: 401,
  forbidden: 403,
  method_not_allowed: 405,
  payload_too_large: 413,
  internal_error: 500,
} as const;

export type ControlErrorCode = keyof typeof controlErrors;

/** Thrown by every control call, in process and over HTTP alike; nothing was changed. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ControlErrorCode;
  readonly status: number;

  constructor(code: ControlErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.status = controlErrors[code];
  }
}
