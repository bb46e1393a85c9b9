import { type CallbackFormat, callbackAnswerLimit } from '@inrgate/sdk/internal';
import { type Header, headerPairs, headerValue } from '../http/messages.ts';
import { cut } from '../masking/masking.ts';

/** `User-Agent` of every callback (reading: Callbacks, "a User-Agent of the gateway's own"). */
export const userAgent = 'inrgate-mock-gateway';

/** One POST. Its body is exactly the stored bytes. */
export interface Delivery {
  readonly url: string;
  readonly format: CallbackFormat;
  readonly body: string;
  /** Default POST. The checker also sends the requests of a forger. */
  readonly method?: 'GET' | undefined;
  /** Replaces the content type of the format. */
  readonly contentType?: string | undefined;
}

/** The result of one exchange with a receiver. */
export interface DeliveryResult {
  /** Duration in whole real milliseconds. */
  readonly durationMs: number;
  /** HTTP status, or null if no status line arrived. */
  readonly status: number | null;
  /** The first 64 KB of the response, or null if none arrived. */
  readonly body: Uint8Array | null;
  /** The response headers, for display. Headers that can contain secrets are masked. */
  readonly headers?: readonly Header[] | undefined;
  /** Host of a redirect: `other.example:8080`. The rest of the URL is omitted, because it can contain secrets. */
  readonly redirectHost: string | null;
  /** Difference between the URL and its redirect, if the response is a redirect. */
  readonly redirectChange?: RedirectChange | undefined;
  /** Reason for a missing or incomplete response, or null for a complete response. */
  readonly failure: 'timeout' | 'connection' | 'aborted' | null;
  /** Detail of `failure` for display: `8 s`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. Null if the response is complete. */
  readonly detail: string | null;
}

/** Posts one callback. Never throws, never follows a redirect, reads at most 64 KB, and ends within its time limit. */
export type Sender = (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryResult>;

export interface SenderOptions {
  /** Maximum milliseconds of the whole exchange, from the connection attempt to the end of the response. */
  readonly timeoutMs?: number | undefined;
}

/** spec: Events; reading: Callbacks, "Content-Type … and a User-Agent of the gateway's own". */
export function deliveryHeaders({ format, contentType }: Delivery): Readonly<Record<string, string>> {
  const usual = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    'content-type': contentType ?? usual,
    'user-agent': userAgent,
    accept: '*/*',
    // Accept no compression, because a few bytes of gzip can expand to gigabytes.
    'accept-encoding': 'identity',
  };
}

/** Difference between the URL and its redirect. Path and query are omitted, because they can contain secrets. */
export type RedirectChange = 'https' | 'host' | 'slash' | 'login' | 'same' | 'other';

/** The target of a redirect, without its path and query. */
export interface Redirect {
  /** Host and port, for example `other.example:8080`. */
  readonly host: string;
  readonly change: RedirectChange;
}

/** Reads the `Location` header of a response with status 3xx. */
function redirectOf(status: number, location: string | null, url: string): Redirect | null {
  const isRedirect = status >= 300 && status < 400;
  if (!isRedirect || location === null || !URL.canParse(location, url)) return null;
  const to = new URL(location, url);
  return { host: to.host, change: changeOf(new URL(url), to) };
}

function changeOf(from: URL, to: URL): RedirectChange {
  if (/(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|auth|authorize)(?:$|[/._?-])/i.test(to.pathname))
    return 'login';
  const isSamePath = to.pathname === from.pathname && to.search === from.search;
  if (isSamePath && to.hostname !== from.hostname) return 'host';
  if (isSamePath && to.protocol !== from.protocol) return to.protocol === 'https:' ? 'https' : 'other';
  if (to.href === from.href) return 'same';
  const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);
  const isSlash = to.host === from.host && withoutSlash(to.pathname) === withoutSlash(from.pathname);
  return isSlash && to.pathname !== from.pathname ? 'slash' : 'other';
}

/** A response that is still arriving. Collects the relevant part and detects the end of the exchange. */
export class ReceiverAnswer {
  readonly #startedAt = performance.now();
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #head:
    | (Pick<DeliveryResult, 'headers'> & { readonly status: number; readonly redirect: Redirect | null })
    | null = null;

  /** @param headers names and values in alternation, as in node:http */
  begin(status: number, headers: readonly string[], url: string): void {
    const pairs = headerPairs(headers);
    const redirect = redirectOf(status, headerValue(pairs, 'location') ?? null, url);
    this.#head = { status, redirect, headers: shownHeaders(pairs) };
  }

  /** True after the status line. */
  get hasBegun(): boolean {
    return this.#head !== null;
  }

  /**
   * Returns true when the relevant part has arrived (reading: Callbacks, "first 64 KB"). The sender does not read the
   * rest.
   */
  add(chunk: Uint8Array): boolean {
    const counted = chunk.subarray(0, callbackAnswerLimit - this.#length);
    this.#chunks.push(counted);
    this.#length += counted.length;
    return this.#length === callbackAnswerLimit;
  }

  end(failure: DeliveryResult['failure'] = null, detail: string | null = null): DeliveryResult {
    return {
      durationMs: Math.round(performance.now() - this.#startedAt),
      status: this.#head?.status ?? null,
      body: this.#head === null ? null : Buffer.concat(this.#chunks),
      headers: this.#head?.headers,
      redirectHost: this.#head?.redirect?.host ?? null,
      redirectChange: this.#head?.redirect?.change,
      failure,
      detail,
    };
  }
}

/** Formats a duration: `8 s`, `250 ms`. */
export function inWords(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

const maxHeaders = 50;
/**
 * Maximum number of shown characters of a header. More characters are stored, so a key at the end of the shown part is
 * masked completely.
 */
export const maxHeaderLength = 512;
/** Headers that can contain secrets of the receiver. A redirect URL can contain secrets too. */
const maskedHeaders = new Set(['set-cookie', 'authorization', 'location', 'www-authenticate']);

function shownHeaders(pairs: readonly Header[]): readonly Header[] {
  return pairs.slice(0, maxHeaders).map(([name, value]) => {
    const shown = maskedHeaders.has(name.toLowerCase()) ? '***' : value;
    return [cut(name, maxHeaderLength), cut(shown, maxHeaderLength)];
  });
}
