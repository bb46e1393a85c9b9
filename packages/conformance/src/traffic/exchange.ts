import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Header } from '../http/messages.ts';
import { quoted } from './finding.ts';

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

/** Maximum bytes of a decompressed body. */
const maxOutputLength = 1_048_576;

const unpacked: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  identity: (body) => body,
  gzip: (body) => gunzipSync(body, { maxOutputLength }),
  'x-gzip': (body) => gunzipSync(body, { maxOutputLength }),
  deflate: (body) => inflateSync(body, { maxOutputLength }),
  br: (body) => brotliDecompressSync(body, { maxOutputLength }),
};

/** Returns the reason why the body of a complete message cannot be read, or null. */
export function unseenBody(message: SeenMessage): string | null {
  const { body, length, complete } = message;
  if (!complete) return null;
  if (body.byteLength !== length) return `only the first ${body.byteLength} of ${length} bytes were stored`;
  const coding = codingOf(message);
  return Object.hasOwn(unpacked, coding) ? null : `it is compressed with ${quoted(coding)}`;
}

/** Returns the decoded body, or null if the body is incomplete or has an unknown encoding. */
export function unpackedBody(message: SeenMessage): Uint8Array | null {
  if (!isWhole(message)) return null;
  const coding = codingOf(message);
  if (!Object.hasOwn(unpacked, coding)) return null;
  try {
    return unpacked[coding]?.(message.body) ?? null;
  } catch {
    return null;
  }
}

function codingOf(message: SeenMessage): string {
  return headerOf(message, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns the body as a string, or null if it is not valid UTF-8. */
export function bodyOf(message: SeenMessage): string | null {
  const body = unpackedBody(message);
  try {
    return body === null ? null : utf8.decode(body);
  } catch {
    return null;
  }
}

/** Returns whether the body begins with the byte order mark of UTF-8, which a decoder removes. */
export function hasByteOrderMark(message: SeenMessage): boolean {
  const [first, second, third] = unpackedBody(message) ?? [];
  return first === 0xef && second === 0xbb && third === 0xbf;
}
