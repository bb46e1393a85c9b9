/** Error codes of the control API and their HTTP statuses (contract: Control API). */
export const controlErrors = {
  not_found: 404,
  illegal_transition: 409,
  ambiguous: 409,
  already_exists: 409,
  callback_busy: 409,
  not_supported: 409,
  check_running: 409,
  invalid_body: 422,
  unauthorized: 401,
  forbidden: 403,
  method_not_allowed: 405,
  payload_too_large: 413,
  internal_error: 500,
  not_ready: 503,
  unreachable: 502,
  probe_failed: 502,
  order_failed: 502,
} as const;

/** Error code of a control call. The code determines the HTTP status (contract: Control API). The names are stable. */
export type ControlErrorCode = keyof typeof controlErrors;

export interface ControlErrorOptions extends ErrorOptions {
  /** Headers of the HTTP response: `Allow`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A control call failed, in process or over HTTP. A failed call changes nothing. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** Stable code. The HTTP response contains it as `error`. */
  readonly code: ControlErrorCode;
  /** HTTP status of the code, even for an in-process call. */
  readonly status: number;
  /** Headers of the HTTP response, usually empty. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ControlErrorCode,
    message: string,
    { headers = {}, ...options }: ControlErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = controlErrors[code];
    this.headers = headers;
  }
}
