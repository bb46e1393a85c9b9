import { CallbackVerificationError } from '../errors/callback-errors.ts';
import { bodyLimit, callbackTimeoutMs } from '../protocol/limits.ts';

/** Collects the bytes of a request body, up to 64 KB, regardless of the `Content-Length` header. */
export class BodyCollector {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** @throws {CallbackVerificationError} `body_too_large` */
  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > bodyLimit) throw new CallbackVerificationError('body_too_large');
    this.#chunks.push(chunk);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

/**
 * Waits for a body for at most 8 seconds, because the gateway then stops waiting for a response.
 *
 * @throws {CallbackVerificationError} `body_timeout`
 */
export function inTime<Body>(reading: Promise<Body>): Promise<Body> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CallbackVerificationError('body_timeout')), callbackTimeoutMs);
    reading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
