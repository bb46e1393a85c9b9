import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerOf, isWhole, type SeenMessage } from './exchange.ts';
import { quoted, type Unseen } from './finding.ts';

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
export function unseenBody(message: SeenMessage): Unseen | null {
  const { body, length, complete } = message;
  if (!complete) return null;
  if (body.byteLength !== length)
    return { unseen: `only the first ${body.byteLength} of ${length} bytes were stored` };
  const coding = codingOf(message);
  return Object.hasOwn(unpacked, coding) ? null : { unseen: `it is compressed with ${quoted(coding)}` };
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
