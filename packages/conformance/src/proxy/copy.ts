import type { SeenMessage } from '../traffic/exchange.ts';

/** A copy of a body up to a limit, with the length of the whole body. */
export class Copy {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #length = 0;
  #complete = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#kept >= this.#limit) return;
    const part = chunk.subarray(0, this.#limit - this.#kept);
    this.#kept += part.byteLength;
    // Copy the chunk, because the socket reuses its memory.
    this.#chunks.push(Uint8Array.from(part));
  }

  end(): void {
    this.#complete = true;
  }

  seen(): Pick<SeenMessage, 'body' | 'length' | 'complete'> {
    return { body: Buffer.concat(this.#chunks), length: this.#length, complete: this.#complete };
  }
}
