/** Shorter keys are part of too many words to be masked in what other merchants send. */
const minKeyLength = 6;

/** Where something stands in a text: from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The keys of all merchants. Looking through a text takes as long with 10,000 of them as with one: at each place the
 * next six characters tell how long a key that begins there could be.
 */
export class KeyIndex {
  readonly #keys = new Set<string>();
  /** By the hash of a key's first characters: the lengths of the keys that begin so, the longest first. */
  readonly #lengths = new Map<number, readonly number[]>();

  /** A key that is too short is left out. */
  add(key: string): void {
    if (key.length < minKeyLength || this.#keys.has(key)) return;
    this.#keys.add(key);
    const begins = hashOf(key);
    const lengths = this.#lengths.get(begins) ?? [];
    if (lengths.includes(key.length)) return;
    this.#lengths.set(
      begins,
      [...lengths, key.length].sort((a, b) => b - a),
    );
  }

  clear(): void {
    this.#keys.clear();
    this.#lengths.clear();
  }

  /** Every place at which a key begins, in order, with the longest key there. Places can overlap. */
  find(text: string): readonly Span[] {
    const spans: Span[] = [];
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = rolled(hash, text.charCodeAt(at));
      const lengths = this.#lengths.get(hash);
      const start = at - minKeyLength + 1;
      if (lengths === undefined || start < 0) continue;
      const length = lengths.find((length) => this.#keys.has(text.slice(start, start + length)));
      if (length !== undefined) spans.push({ start, end: start + length });
    }
    return spans;
  }
}

/** Of the last six characters: five bits on for each, what is older has left the thirty that are kept. */
function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff;
}

function hashOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < minKeyLength; at++) hash = rolled(hash, key.charCodeAt(at));
  return hash;
}
