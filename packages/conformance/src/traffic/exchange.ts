import type { Header } from '../http/headers.ts';

/** One message as an observer saw it. */
export interface SeenMessage {
  /** The headers in their original order and spelling. */
  readonly headers: readonly Header[];
  /** The stored part of the body. */
  readonly body: Uint8Array;
  /** Length of the whole body in bytes. */
  readonly length: number;
  /** True if the whole message arrived. */
  readonly complete: boolean;
}

/** A request as the client sent it. */
export interface SeenRequest extends SeenMessage {
  /** The HTTP method, as sent. */
  readonly method: string;
  /** Path below the root of its API, as sent: `/payin`. */
  readonly path: string;
  /** Query string without the question mark. */
  readonly query: string;
}

/** A response of the gateway or of a receiver of callbacks. */
export interface SeenAnswer extends SeenMessage {
  /** The HTTP status. */
  readonly status: number;
}

/** One call of the API and its response. Times are epoch milliseconds of the observer. */
export interface SeenExchange {
  /** The API that was called. */
  readonly api: 'v3' | 'v1';
  /** The request. */
  readonly request: SeenRequest;
  /** The response. Null if the server was unreachable or reset the connection. */
  readonly answer: SeenAnswer | null;
  /** Reason for a missing or incomplete response: `gone` if the client disconnected. */
  readonly failure?: string | null | undefined;
  /** Arrival of the request in the observer's epoch milliseconds. */
  readonly startedAt: number;
  /** End of the response or of the connection, in the observer's epoch milliseconds. */
  readonly endedAt: number;
}

/** One delivery of a callback and its acknowledgement. */
export interface SeenCallback extends Omit<SeenExchange, 'api'> {}

/** The merchant, with the keys that the judge may use to check signatures. */
export interface KnownMerchant {
  /** The Merchant ID in the requests. */
  readonly mchId: string;
  /** The API Key. The judge checks its signatures only if the key is set. */
  readonly mchKey?: string | undefined;
  /** The API Secret. The judge checks its signatures only if the secret is set. */
  readonly mchSecret?: string | undefined;
}

/** Returns the value of a header, or null. Joins several values. */
export function headerOf({ headers }: Pick<SeenMessage, 'headers'>, name: string): string | null {
  const values = headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

/** True if the observer stored the whole body. */
export function isWhole({ body, length, complete }: SeenMessage): boolean {
  return complete && body.byteLength === length;
}
