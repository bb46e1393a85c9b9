import type {
  ControlItem,
  ControlListPath,
  ControlPage,
  ControlPath,
  ControlRequest,
  ControlResult,
} from './typed.ts';

/** URL and token of the control API. */
export interface ControlClientOptions {
  /** URL of the control API. Example: `http://127.0.0.1:4300/_mock`. */
  readonly url: string;
  /** Control token of the gateway, if it requires one. */
  readonly token?: string | undefined;
}

/** A control call failed or returned no usable response. */
export class ControlApiError extends Error {
  override readonly name = 'ControlApiError';
  /** HTTP status, or undefined if no response arrived. */
  readonly status: number | undefined;
  /** Error code, or undefined if the response is not from the control API. */
  readonly code: string | undefined;

  constructor(
    message: string,
    facts: {
      readonly status?: number | undefined;
      readonly code?: string | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
  }

  /** True if the control API rejected the call, so a retry would fail again. */
  get refused(): boolean {
    return this.status !== undefined && this.status < 500 && this.code !== undefined;
  }
}

interface Parts {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

interface Json {
  readonly [name: string]: unknown;
}

/** Type of the request argument, which is optional if the call requires no part of it. */
type Given<Request> = object extends Request ? [request?: Request] : [request: Request];

const longestPage = 200;

/**
 * Timeout in real milliseconds. The timeout is long, because a clock call responds only after the deliveries that it
 * started.
 */
const timeout = 10 * 60_000;

/** Calls the control API of a mock gateway. Every failed call rejects with a {@link ControlApiError}. */
export class ControlClient {
  readonly #options: ControlClientOptions;

  constructor(options: ControlClientOptions) {
    this.#options = options;
  }

  /** URL of the control API, without a slash at the end. */
  get url(): string {
    return this.#options.url;
  }

  /** Sends a GET. Example: `get('/payins/:id', { id: orderNo })`. */
  get<Path extends ControlPath<'GET'>>(
    path: Path,
    ...[request]: Given<ControlRequest<'GET', Path>>
  ): Promise<ControlResult<'GET', Path>> {
    return this.#call('GET', path, request);
  }

  /** Sends a GET. Resolves with null if the resource does not exist. */
  find<Path extends ControlPath<'GET'>>(
    path: Path,
    ...[request]: Given<ControlRequest<'GET', Path>>
  ): Promise<ControlResult<'GET', Path> | null> {
    return this.#call<ControlResult<'GET', Path>>('GET', path, request).catch((error: unknown) => {
      if (error instanceof ControlApiError && error.code === 'not_found') return null;
      throw error;
    });
  }

  /** Sends a POST. Example: `post('/clock/advance', { body: { by: '31m' } })`. */
  post<Path extends ControlPath<'POST'>>(
    path: Path,
    ...[request]: Given<ControlRequest<'POST', Path>>
  ): Promise<ControlResult<'POST', Path>> {
    return this.#call('POST', path, { body: {}, ...request });
  }

  /** Sends a PATCH, which changes only the fields in the body. */
  patch<Path extends ControlPath<'PATCH'>>(
    path: Path,
    ...[request]: Given<ControlRequest<'PATCH', Path>>
  ): Promise<ControlResult<'PATCH', Path>> {
    return this.#call('PATCH', path, request);
  }

  /** Sends a DELETE, for one resource or for all resources of a list. */
  delete<Path extends ControlPath<'DELETE'>>(
    path: Path,
    ...[request]: Given<ControlRequest<'DELETE', Path>>
  ): Promise<ControlResult<'DELETE', Path>> {
    return this.#call('DELETE', path, request);
  }

  /** Returns one page of a list. */
  async page<Path extends ControlListPath>(
    path: Path,
    ...[request]: Given<ControlRequest<'GET', Path>>
  ): Promise<ControlPage<ControlItem<Path>>> {
    const page = await this.#call<ControlPage<ControlItem<Path>>>('GET', path, request);
    if (!Array.isArray(page.items)) throw this.#notTheControlApi(200);
    return { ...page, nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : null };
  }

  /** Returns the items of all pages, in order. Stops after `wanted` items. */
  async items<Path extends ControlListPath>(
    path: Path,
    { query, wanted = Number.POSITIVE_INFINITY, ...rest }: Parts & { readonly wanted?: number } = {},
  ): Promise<readonly ControlItem<Path>[]> {
    const items: ControlItem<Path>[] = [];
    let cursor: string | undefined;
    do {
      const request = { ...rest, query: { limit: String(longestPage), ...query, cursor } };
      const page = await this.page(path, ...([request] as unknown as Given<ControlRequest<'GET', Path>>));
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && items.length < wanted);
    return items;
  }

  /** Opens the event stream, GET /events. */
  async events(signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send('/events', { signal });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.ok && isStream && response.body !== null) return response.body;
    throw this.#refusal(response, await readJson(response));
  }

  async #call<Result>(method: string, path: string, request: Parts = {}): Promise<Result> {
    const { body } = request;
    const response = await this.#send(targetOf(path, request), {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status === 204) return undefined as Result;
    const json = await readJson(response);
    if (response.ok && json !== undefined) return json as Result;
    throw this.#refusal(response, json);
  }

  #refusal({ status }: Response, { error, message }: Json = {}): ControlApiError {
    if (typeof message !== 'string' || typeof error !== 'string') return this.#notTheControlApi(status);
    return new ControlApiError(message, { status, code: error });
  }

  #notTheControlApi(status: number): ControlApiError {
    return new ControlApiError(`${this.url} is not the control API of a mock gateway`, { status });
  }

  async #send(target: string, init: RequestInit = {}): Promise<Response> {
    const { url, token } = this.#options;
    try {
      return await fetch(url + target, {
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        ...init,
      });
    } catch (cause) {
      throw new ControlApiError(`no response from the control API at ${url}`, { cause });
    }
  }
}

function targetOf(path: string, { id = '', query = {} }: Parts = {}): string {
  return path.replace(':id', encodeURIComponent(id)) + queryText(query);
}

function queryText(query: NonNullable<Parts['query']>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

async function readJson(response: Response): Promise<Json | undefined> {
  try {
    const json: unknown = await response.json();
    return typeof json === 'object' && json !== null ? (json as Json) : undefined;
  } catch {
    return undefined;
  }
}
