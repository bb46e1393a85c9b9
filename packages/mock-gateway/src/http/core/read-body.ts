import type { WireRequest } from './exchange.ts';

/** Error for an incomplete body of a disconnected client. The gateway has not failed. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

/**
 * Reads the whole body, or resolves with null and stops buffering above the limit (reading: order of checks 3).
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
