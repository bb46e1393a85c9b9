/** A body that is being read. */
export interface UnfinishedBody {
  /** Bytes that it holds. */
  size: number;
  /** Gives it up. */
  readonly giveUp: () => void;
}

/** Bytes that all unfinished bodies of a server may hold: 256 bodies of the wire API. */
const mostBytes = 16 * 1024 * 1024;

/** Bounds what unfinished bodies hold together: over that, the one that began first is given up. */
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

  /** It has ended, however. */
  remove(body: UnfinishedBody): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.size;
  }
}
