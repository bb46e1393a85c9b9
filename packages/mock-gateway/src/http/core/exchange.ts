import type { Header } from '@inrgate/conformance/internal';

/**
 * A request over a socket, `gateway.fetch` or MSW. Unlike Fetch's Request, it contains the client's IP address. Its
 * response can be an injected failure.
 */
export interface WireRequest {
  readonly method: string;
  /** Path without the query, percent-encoded as received: `/v3/payin`. */
  readonly path: string;
  /** Query string without the question mark. */
  readonly query: string;
  header(name: string): string | null;
  /** All headers as received, for the request log. */
  headers(): readonly Header[];
  /** The client's IP address. */
  readonly ip: string;
  /**
   * Reads the whole body. Stops buffering and resolves with null when the body exceeds `limit` bytes. Rejects if the
   * body is incomplete.
   */
  body(limit: number): Promise<Uint8Array | null>;
  /** Aborts when the client disconnects or the gateway closes. */
  readonly signal: AbortSignal;
}

/** A response over any transport. A stream of strings is the body of server-sent events or of a long response. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string>;
  /** Injected fault of the connection, if any. */
  readonly transportFault?: 'drop' | 'hang' | 'truncate';
}
