/** The mock gateway's control API refused, or gave no usable answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
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
}

export interface ControlOptions {
  /** Such as `http://127.0.0.1:4300/_mock`. */
  readonly url: string;
  readonly token: string | undefined;
}

/** Real milliseconds: advancing the clock answers when the deliveries that it started have ended. */
const timeout = 60_000;

/** Calls the mock gateway's control API. */
export class ControlApi {
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** @throws {ControlError} */
  async post(path: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await this.#send(path, body);
    const answer = await readJson(response);
    if (response.ok && answer !== undefined) return answer;
    const { error, message } = answer ?? {};
    throw new ControlError(
      typeof message === 'string' ? message : `${this.#options.url} is not the control API`,
      {
        status: response.status,
        ...(typeof error === 'string' && { code: error }),
      },
    );
  }

  async #send(path: string, body: object): Promise<Response> {
    const { url, token } = this.#options;
    try {
      return await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
    } catch (cause) {
      throw new ControlError(`no answer from the control API at ${url}`, { cause });
    }
  }
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
