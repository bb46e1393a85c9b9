import { ControlApiError } from '../failures/control-api-error.ts';

/** Where the control API is, and what it asks for. */
export interface ControlOptions {
  /** Such as `http://127.0.0.1:4300/_mock`. */
  readonly url: string;
  readonly token: string | undefined;
}

/** A JSON object, as the control API answers it; empty where it answers nothing. */
export type ControlAnswer = Readonly<Record<string, unknown>>;

/** One page of a list. */
export interface ControlPage {
  readonly items: readonly ControlAnswer[];
  readonly nextCursor: string | null;
}

/** Parameters of a list's address; what is undefined is left out. */
export type ControlQuery = Readonly<Record<string, string | undefined>>;

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

/** Items that the control API gives at once, at most. */
const longestPage = 200;

/** Real milliseconds: a clock that is advanced answers when the deliveries that it started have ended. */
const timeout = 10 * 60_000;

/** Calls the mock gateway's control API. Every call throws a ControlApiError unless it is answered as it should be. */
export class ControlApi {
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Its address, without a slash at the end. */
  get url(): string {
    return this.#options.url;
  }

  get(path: string, query: ControlQuery = {}): Promise<ControlAnswer> {
    return this.#call({ method: 'GET', path: `${path}${queryText(query)}` });
  }

  /** As `get`; null for what is not there. */
  async find(path: string, query: ControlQuery = {}): Promise<ControlAnswer | null> {
    const response = await this.#send({ method: 'GET', path: `${path}${queryText(query)}` });
    const answer = await readJson(response);
    return !response.ok && answer?.['error'] === 'not_found' ? null : this.#accepted(response, answer);
  }

  post(path: string, body: object = {}): Promise<ControlAnswer> {
    return this.#call({ method: 'POST', path, body });
  }

  patch(path: string, body: object): Promise<ControlAnswer> {
    return this.#call({ method: 'PATCH', path, body });
  }

  delete(path: string): Promise<ControlAnswer> {
    return this.#call({ method: 'DELETE', path });
  }

  /** One page of a list. */
  async page(path: string, query: ControlQuery = {}): Promise<ControlPage> {
    const { items, nextCursor } = await this.get(path, query);
    if (!Array.isArray(items)) throw this.#notTheControlApi(200);
    return { items, nextCursor: typeof nextCursor === 'string' ? nextCursor : null };
  }

  /** All items of a list, page by page, as the pages come: newest first. Ends when there are as many as are wanted. */
  async items(
    path: string,
    query: ControlQuery = {},
    wanted = Number.POSITIVE_INFINITY,
  ): Promise<readonly ControlAnswer[]> {
    const items: ControlAnswer[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.page(path, { limit: String(longestPage), ...query, cursor });
      items.push(...page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && items.length < wanted);
    return items;
  }

  /** The body of an answer that goes on and on. */
  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const response = await this.#send({ method: 'GET', path }, signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.ok && isStream && response.body !== null) return response.body;
    throw this.#refusal(response, await readJson(response));
  }

  async #call(call: Call): Promise<ControlAnswer> {
    const response = await this.#send(call);
    return response.status === 204 ? {} : this.#accepted(response, await readJson(response));
  }

  #accepted(response: Response, answer: ControlAnswer | undefined): ControlAnswer {
    if (response.ok && answer !== undefined) return answer;
    throw this.#refusal(response, answer);
  }

  #refusal({ status }: Response, { error, message }: ControlAnswer = {}): ControlApiError {
    if (typeof message !== 'string' || typeof error !== 'string') return this.#notTheControlApi(status);
    return new ControlApiError(message, { status, code: error });
  }

  #notTheControlApi(status: number): ControlApiError {
    return new ControlApiError(`${this.url} is not the control API of a mock gateway`, { status });
  }

  async #send({ method, path, body }: Call, signal = AbortSignal.timeout(timeout)): Promise<Response> {
    const { url, token } = this.#options;
    try {
      return await fetch(`${url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal,
      });
    } catch (cause) {
      throw new ControlApiError(`no answer from the control API at ${url}`, { cause });
    }
  }
}

/** A path segment: an order number can hold `/` and `#`. */
export function segment(text: string): string {
  return encodeURIComponent(text);
}

function queryText(query: ControlQuery): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

async function readJson(response: Response): Promise<ControlAnswer | undefined> {
  try {
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null ? (answer as ControlAnswer) : undefined;
  } catch {
    return undefined;
  }
}
