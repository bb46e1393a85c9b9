import type { Header } from '@inrgate/conformance/internal';

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
  readonly transportFault?: 'drop' | 'hang' | 'truncate';
}
