import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One header line with its original spelling. */
export type Header = readonly [name: string, value: string];

/** Returns the first value of a header, or undefined. The wanted name is in lower case. */
export function headerValue(pairs: readonly Header[], wanted: string): string | undefined {
  return pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/**
 * Header lines, in order.
 *
 * @param flat names and values in alternation, as in node:http
 */
export function headerPairs(flat: readonly string[]): readonly Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at < flat.length; at += 2) pairs.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return pairs;
}

interface ReadBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  /** True if the body ended within the limit. */
  readonly isWhole: boolean;
}

/** Reads a body. Stops reading when it exceeds the limit. */
export async function bytesOf(body: AsyncIterable<Uint8Array> | null, limit: number): Promise<ReadBytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > limit) break;
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= limit };
}

/** A response as a string, or the reason why none arrived. */
export interface FetchedText {
  /** HTTP status, or null if no response arrived. */
  readonly status: number | null;
  readonly text: string;
  readonly cause?: unknown;
  /** True if the time limit ended the request. */
  readonly isLate: boolean;
}

/** Sends a request and reads at most `limit` bytes of the response. Throws only if the signal aborts. */
export async function fetchedText(
  url: URL,
  init: RequestInit,
  { signal, timeoutMs, limit }: { signal: AbortSignal; timeoutMs: number; limit: number },
): Promise<FetchedText> {
  const time = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, time]) });
    const { bytes } = await bytesOf(response.body, limit);
    return { status: response.status, text: new TextDecoder().decode(bytes), isLate: false };
  } catch (cause) {
    signal.throwIfAborted();
    return { status: null, text: '', cause, isLate: time.aborted };
  }
}

/** Returns the options of a request with a JSON body, or of a GET without a body. */
export function jsonRequest(body: object | undefined): RequestInit {
  if (body === undefined) return {};
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A JSON object that the other side sent. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object, or null for a list or any other value. */
export function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Parses a JSON object. Returns null for any other string. */
export function parsedObject(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the system's error code, for example `ECONNREFUSED`. The message could contain a URL. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/**
 * Starts a server on 127.0.0.1 and returns its port.
 *
 * @param port 0 selects a free port
 * @throws the system's own error: `EADDRINUSE`, `EACCES`
 */
export async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}
