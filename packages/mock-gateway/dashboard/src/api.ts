/** A control API error. The status is 0 if no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const tokenName = 'inrgate-control-token';

/**
 * Returns the control token that the user entered. It is stored until the tab closes. A gateway on a loopback address
 * requires no token.
 */
function token(): string | null {
  return sessionStorage.getItem(tokenName);
}

/** Returns true if the operator has entered a token. */
export function hasToken(): boolean {
  return token() !== null;
}

/** Stores the token for every later call, until the tab closes. */
export function keepToken(given: string): void {
  sessionStorage.setItem(tokenName, given);
}

export type Query = Readonly<Record<string, string | undefined>>;

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return `/_mock${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Calls the control API. Sends the token if the user has entered one. Throws ApiError if no response arrives. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const bearer = token();
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  try {
    return await fetch(path, { ...init, headers: { ...headers, ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(0, 'The gateway does not respond.', { cause });
  }
}

async function readAnswer<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  if (response.ok) {
    return response.json().catch((cause: unknown) => {
      throw new ApiError(0, 'The connection closed before the response was complete.', { cause });
    });
  }
  const body: unknown = await response.json().catch(() => null);
  const { message } = (body ?? {}) as { message?: string };
  throw new ApiError(response.status, message ?? `The gateway returned ${response.status}.`);
}

export interface GetOptions {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

/** Sends a GET. Throws ApiError for an error response. */
export async function get<T>(path: string, { query = {}, signal }: GetOptions = {}): Promise<T> {
  return readAnswer<T>(await send(addressOf(path, query), signal === undefined ? {} : { signal }));
}

type Method = 'POST' | 'PATCH' | 'DELETE';

/** Sends a call that changes something. Throws ApiError for an error response. */
export async function call<T>(method: Method, path: string, body?: unknown, query: Query = {}): Promise<T> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return readAnswer<T>(await send(addressOf(path, query), init));
}

/** Encodes an order number as one path segment, because it can contain any character. */
export const segment = encodeURIComponent;

/** Query that requests merchants without their keys, because a page must not contain keys. */
export const keyless = { keys: 'false' } as const;
