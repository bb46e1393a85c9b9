import { setTimeout as sleep } from 'node:timers/promises';
import { type Mask, masking } from '@inrgate/sdk/internal';
import { CheckError, shownAnswer } from '../findings/report.ts';
import { bytesOf, headerValue, type Json, objectOf, parsedObject } from '../http/messages.ts';
import type { SeenExchange, SeenRequest } from '../traffic/exchange.ts';
import type { GatewaySetup } from './options.ts';

export interface Outgoing extends Pick<SeenRequest, 'method' | 'path' | 'query' | 'headers'> {
  readonly api: 'v3' | 'v1';
  readonly body: Uint8Array<ArrayBuffer>;
}

interface Incoming {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Reply {
  /** Description of the request: `a pay-in without sign`. */
  readonly sent: string;
  readonly status: number;
  readonly text: string;
  readonly error: string | null;
  /** `data` of a successful response, or null for an error. */
  readonly data: Json | null;
  /** The response as a report shows it. */
  readonly shown: string;
  readonly durationMs: number;
  readonly exchange: SeenExchange;
}

/** Formats a response: `422 missing_param`, or `200`. */
export function outcomeOf({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return error === null ? String(status) : `${status} ${error}`;
}

/** Function that receives the seconds of a wait when the wait begins, and null when it ends. */
type OnWait = (seconds: number | null) => void;

/** Duration of the window of `requestsPerMinute` in milliseconds. */
const windowMs = 60_000;
/** Maximum number of retries after a 429. */
const patience = 3;
/** Maximum wait in seconds. If `Retry-After` is longer, the check ends. */
const longestWait = 120;

/** The verdict on the first response to an order number: only a repeat contains `duplicate` = true. */
export function firstOf({ data }: Reply, id: string): Readonly<Record<string, string | null>> {
  const isRepeat = data?.['duplicate'] === true;
  return { [id]: isRepeat ? 'the first request with an order number returns duplicate = true' : null };
}

/**
 * Sends requests within the rate limit and returns the responses. The merchant's shop shares the gateway's limit of 120
 * requests a minute (spec: Limits).
 */
export class Wire {
  /** Number of responses about wrong signatures. About ten lock the IP address (spec: Limits). */
  wrongSignatures = 0;
  readonly #setup: GatewaySetup;
  readonly #onWait: OnWait;
  /** Times of the requests in epoch milliseconds. */
  readonly #calls: number[] = [];
  readonly #hide: Mask;

  constructor(setup: GatewaySetup, onWait: OnWait) {
    this.#setup = setup;
    this.#onWait = onWait;
    this.#hide = masking([setup.mchKey, setup.mchSecret]);
  }

  get requests(): number {
    return this.#calls.length;
  }

  /** @throws {CheckError} if no usable response arrives */
  async send(what: string, outgoing: Outgoing): Promise<Reply> {
    for (let turn = 0; ; turn++) {
      await this.#turn();
      const startedAt = Date.now();
      this.#calls.push(startedAt);
      const incoming = await this.#answer(outgoing);
      const reply = this.#reply(what, { outgoing, incoming, startedAt });
      if (reply.error === 'invalid_signature') this.wrongSignatures += 1;
      if (reply.status !== 429) return reply;
      await this.#waitAsTold(reply, turn);
    }
  }

  /** Resolves when the check may send the next request. */
  async #turn(): Promise<void> {
    this.#setup.signal.throwIfAborted();
    const first = this.#calls[this.#calls.length - this.#setup.requestsPerMinute];
    const left = first === undefined ? 0 : first + windowMs - Date.now();
    if (left > 0) await this.#wait(left);
  }

  async #wait(ms: number): Promise<void> {
    this.#onWait(Math.ceil(ms / 1_000));
    await sleep(ms, undefined, { signal: this.#setup.signal });
    this.#onWait(null);
  }

  /**
   * Retries once, because the server may have closed a keep-alive connection. Every request of the check is idempotent.
   */
  async #answer(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await exchanged(outgoing, this.#setup);
    } catch (error) {
      const isReset = error instanceof CheckError && /ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(error.message);
      if (!isReset) throw error;
      return exchanged(outgoing, this.#setup);
    }
  }

  async #waitAsTold({ error, exchange }: Reply, turn: number): Promise<void> {
    const told = Number(headerValue(exchange.answer?.headers ?? [], 'retry-after'));
    const seconds = Number.isInteger(told) && told > 0 ? told : longestWait / 2;
    const again = `run the check again in ${seconds} s`;
    if (error === 'too_many_failures') {
      throw new CheckError(
        'refused',
        `the gateway has locked this IP address after wrong signatures (429 too_many_failures); ${again}`,
      );
    }
    if (turn >= patience || seconds > longestWait)
      throw new CheckError('rate_limited', `the gateway rejects further requests (429); ${again}`);
    await this.#wait(seconds * 1_000);
  }

  #reply(what: string, { outgoing, incoming, startedAt }: Exchanged): Reply {
    const { status, headers } = incoming;
    const endedAt = Date.now();
    const received = Buffer.from(incoming.body).toString('utf8');
    // Mask the response first, because findings quote its values.
    const masked = this.#hide(received);
    const body = masked === received ? incoming.body : new Uint8Array(Buffer.from(masked));
    // Read a response with a byte order mark too, because the other rules still apply.
    const text = masked.replace(/^\uFEFF/, '');
    const json = parsedObject(text);
    const error = json?.['error'];
    return {
      sent: what,
      status,
      text,
      error: typeof error === 'string' ? error : null,
      data: status === 200 ? objectOf(json?.['data']) : null,
      shown: shownAnswer({ status, body }, this.#hide),
      durationMs: endedAt - startedAt,
      exchange: {
        api: outgoing.api,
        request: { ...outgoing, length: outgoing.body.byteLength, complete: true },
        // Leave out the encoding, because fetch has decoded a body that a proxy compressed nevertheless.
        answer: {
          status,
          headers: [...headers].filter(([name]) => name !== 'content-encoding'),
          ...{ body, length: body.byteLength, complete: true },
        },
        startedAt,
        endedAt,
      },
    };
  }
}

interface Exchanged {
  readonly outgoing: Outgoing;
  readonly incoming: Incoming;
  readonly startedAt: number;
}

/** Maximum number of bytes of a response. Typical responses of this API have less than a hundredth of this length. */
const longestAnswer = 1_048_576;

/**
 * Sends one request and reads its whole response.
 *
 * @throws {CheckError} `unreachable`, `redirected`, or `not_a_gateway` for an endless response
 */
async function exchanged(outgoing: Outgoing, setup: GatewaySetup): Promise<Incoming> {
  const { api, method, path, query, body } = outgoing;
  const root = api === 'v3' ? setup.baseUrl : (setup.legacyBaseUrl ?? '');
  const timeout = AbortSignal.timeout(setup.timeoutMs);
  try {
    const response = await setup.fetch(`${root}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([setup.signal, timeout]),
      // Accept no compression, because a few bytes of gzip can expand to gigabytes.
      headers: [['accept-encoding', 'identity'], ...outgoing.headers.map(([...pair]) => pair)],
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
    refuseRedirect(response);
    const { status, headers } = response;
    const { bytes, isWhole } = await bytesOf(response.body, longestAnswer);
    if (isWhole) return { status, headers, body: new Uint8Array(bytes) };
  } catch (cause) {
    setup.signal.throwIfAborted();
    if (cause instanceof CheckError) throw cause;
    const late = `no complete response within ${setup.timeoutMs / 1_000} s`;
    const reason = timeout.aborted ? late : codeOf(cause);
    throw new CheckError('unreachable', `the gateway does not respond: ${reason}`, { cause });
  }
  throw new CheckError(
    'not_a_gateway',
    'a response is larger than 1 MB, so this server is not a gateway with this API',
  );
}

/** Returns the error code, for example `ECONNREFUSED`, from the cause of fetch's error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? 'the connection failed' : codeOf(error.cause);
}

function refuseRedirect({ status, headers }: Response): void {
  if (status < 300 || status > 399) return;
  const to = headers.get('location') ?? '';
  // Show only the host, because the rest of the URL can contain secrets.
  const host = URL.canParse(to) ? ` to ${new URL(to).host}` : '';
  throw new CheckError(
    'redirected',
    `the gateway returns a redirect${host} (status ${status}), which the check does not follow; use the base URL of the target`,
  );
}
