// Folder http/core: the request and the response without a transport, and what applies to every request.
import type { Header } from '@inrgate/conformance/internal';
import type { TransportFault } from '../../domain/fault-kinds.ts';

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
  readonly transportFault?: TransportFault;
}

/** The client disconnected before the end of the body, so the gateway has not failed. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

/**
 * Reads the whole body. Above the limit, stops buffering and resolves with null (reading:order.3).
 *
 * @throws {BrokenBody}
 */
export async function readBody(request: WireRequest, limit: number): Promise<Uint8Array | null> {
  try {
    return await request.body(limit);
  } catch (cause) {
    if (cause instanceof BrokenBody) throw cause;
    throw new BrokenBody('The body is incomplete.', { cause });
  }
}

/** Minimum length of a substring that V8 stores as a view. V8 copies shorter substrings. */
const shortestView = 13;

/**
 * Copies a string that outlives its source. In V8, a substring of a body or a header keeps the whole string in memory.
 */
export function copied(text: string): string {
  return text.length < shortestView ? text : Buffer.from(text).toString();
}
