/** One header line as it came, its name in the letters of whoever sent it. */
export type Header = readonly [name: string, value: string];

/** @param flat name, value, name, value: the headers as node:http keeps them */
export function headerPairs(flat: readonly string[]): readonly Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}

/**
 * One HTTP exchange as the gateway sees it, whatever carries it: a socket, `gateway.fetch` or MSW. Smaller than
 * Fetch's Request, because a request needs the caller's address and an answer can be a deliberate failure.
 */
export interface WireRequest {
  readonly method: string;
  /** Path alone, percent-encoding as received: `/v3/payin`. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  header(name: string): string | null;
  /** All headers, as they came, for those who look at the request log. */
  headers(): readonly Header[];
  /** The caller's IP address. */
  readonly ip: string;
  /**
   * The whole body; null once it is over `limit` bytes: decided while reading, and the rest is never buffered. Rejects
   * when it does not arrive whole.
   */
  body(limit: number): Promise<Uint8Array | null>;
  /** Aborts when the caller has gone, or the gateway closes. */
  readonly signal: AbortSignal;
}

/** An answer, whatever carries it; a stream of text for server-sent events. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string>;
  /** What an injected fault does to this answer on its way; absent when it simply arrives. */
  readonly mishap?: 'drop' | 'hang' | 'truncate';
}
