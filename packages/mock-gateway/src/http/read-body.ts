import type { WireRequest } from './exchange.ts';

/**
 * The whole body, or null once it is over the limit: decided while reading, and the rest is never buffered
 * (reading: order of checks 3).
 */
export async function readBody(request: WireRequest, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size);
}
