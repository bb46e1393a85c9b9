import type { WireRequest } from './exchange.ts';

/** It did not arrive whole: the caller left, or sent less than it promised. No failure of the gateway. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

/**
 * The whole body, or null once it is over the limit: decided while reading, and the rest is never buffered
 * (reading: order of checks 3).
 *
 * @throws {BrokenBody}
 */
export async function readBody(request: WireRequest, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) return null;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new BrokenBody('The body did not arrive whole.', { cause });
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
}
