/** A body that is still arriving. */
export interface UnfinishedBody {
  /** Bytes received so far. */
  size: number;
  /** Stops reading and frees the bytes. */
  readonly giveUp: () => void;
}

/** Maximum bytes in all unfinished bodies of a server, enough for 256 bodies of the wire API. */
const mostBytes = 16 * 1024 * 1024;

/** Limits the memory of unfinished bodies. Above the limit, the oldest body is given up. */
export class UnfinishedBodies {
  readonly #bodies = new Set<UnfinishedBody>();
  #bytes = 0;

  add(body: UnfinishedBody, bytes: number): void {
    this.#bodies.add(body);
    body.size += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#bodies) {
      if (this.#bytes <= mostBytes) return;
      oldest.giveUp();
    }
  }

  remove(body: UnfinishedBody): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.size;
  }
}
