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
  try {
    return await request.body(limit);
  } catch (cause) {
    if (cause instanceof BrokenBody) throw cause;
    throw new BrokenBody('The body did not arrive whole.', { cause });
  }
}
