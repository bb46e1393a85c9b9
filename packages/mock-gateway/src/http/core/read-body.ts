import type { WireRequest } from './exchange.ts';

/** Error for an incomplete body, because the client disconnected. It is not a failure of the gateway. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

/**
 * Reads the whole body. Resolves with null when the body exceeds the limit, and buffers no more (reading: order of
 * checks 3).
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
