/** The control API's errors (contract: 404 unknown thing, 409 an illegal transition, 422 a bad body; 502 for the merchant's own endpoint, 503 of `/ready` alone). */
export const controlErrors = {
  not_found: 404,
  illegal_transition: 409,
  ambiguous: 409,
  already_exists: 409,
  callback_busy: 409,
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
  store_unavailable: 503,
} as const;

/** Why a control call failed; the HTTP status follows from it (contract: Control API). The names are stable. */
export type ControlErrorCode = keyof typeof controlErrors;

export interface ControlErrorOptions extends ErrorOptions {
  /** What the answer over HTTP has to say beside its body: `Allow`, `WWW-Authenticate`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by every control call, in process and over HTTP alike; nothing was changed. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** Stable; `error` of the answer over HTTP. */
  readonly code: ControlErrorCode;
  /** The HTTP status of its code, also in process. */
  readonly status: number;
  /** What the answer over HTTP says beside its body; mostly empty. */
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
