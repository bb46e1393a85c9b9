import type { WireRequest } from './exchange.ts';

/** The client disconnected before the end of the body, so the gateway has not failed. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

/**
 * Reads the whole body. Above the limit, stops buffering and resolves with null (reading: order of checks 3).
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
