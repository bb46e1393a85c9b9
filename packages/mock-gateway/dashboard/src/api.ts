/** A control API error. `status` is 0 if no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const tokenName = 'inrgate-control-token';

/** The token that was typed in, for as long as the tab is open; none is needed on loopback. */
function token(): string | null {
  return sessionStorage.getItem(tokenName);
}

/** True if the operator has entered a token. */
export function hasToken(): boolean {
  return token() !== null;
}

/** For as long as the tab is open: sent with every call from now on. */
export function keepToken(given: string): void {
  sessionStorage.setItem(tokenName, given);
}

export type Query = Readonly<Record<string, string | undefined>>;

function addressOf(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return `/_mock${path}${search.size === 0 ? '' : `?${search}`}`;
}

/** Calls the control API, with the token if there is one. Throws ApiError if no response arrives. */
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

/** Asks for something; throws ApiError for a refusal. */
export async function get<T>(path: string, { query = {}, signal }: GetOptions = {}): Promise<T> {
  return readAnswer<T>(await send(addressOf(path, query), signal === undefined ? {} : { signal }));
}

/** Like `get`, for a text. */
export async function getText(path: string, { query = {} }: GetOptions = {}): Promise<string> {
  const response = await send(addressOf(path, query));
  return response.ok ? response.text() : readAnswer<string>(response);
}

type Method = 'POST' | 'PATCH' | 'DELETE';

/** Does something; throws ApiError for a refusal. */
export async function call<T>(method: Method, path: string, body?: unknown, query: Query = {}): Promise<T> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  return readAnswer<T>(await send(addressOf(path, query), init));
}

/** A number as one segment of an address, whatever is in it. */
export const segment = encodeURIComponent;

/** Merchants come with their keys, for the programs that need them; a page is no place for keys. */
export const keyless = { keys: 'false' } as const;
