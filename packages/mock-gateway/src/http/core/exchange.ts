import type { Header } from '@inrgate/conformance/internal';

/**
 * A request over a socket, `gateway.fetch` or MSW. Replaces Fetch's Request, because it has the client's IP address and its
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
   * Reads the whole body. Resolves with null as soon as it is over `limit` bytes, and buffers no more. Rejects if the body
   * is incomplete.
   */
  body(limit: number): Promise<Uint8Array | null>;
  /** Aborts when the client disconnects or the gateway closes. */
  readonly signal: AbortSignal;
}

/** A response over any transport. The body is a stream of strings for server-sent events. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string>;
  /** Injected fault of the connection, if any. */
  readonly transportFault?: 'drop' | 'hang' | 'truncate';
}
