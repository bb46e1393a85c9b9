import { inLowerCase } from '@inrgate/sdk/internal';

/** Minimum length of a key in the index, because shorter keys occur in many ordinary words. */
export const minKeyLength = 6;

/** A span of a string, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The keys of all merchants. The duration of a search does not depend on the number of keys. At each position, the next
 * six characters determine the possible lengths of a key. A search ignores upper and lower case.
 */
export class KeyIndex {
  readonly #keys = new Set<string>();
  /** Key lengths by the hash of their first characters, longest first. */
  readonly #lengths = new Map<number, readonly number[]>();

  /** Adds a key. Returns false if the key is too short. */
  add(exactKey: string): boolean {
    const key = inLowerCase(exactKey);
    if (key.length < minKeyLength) return false;
    if (this.#keys.has(key)) return true;
    this.#keys.add(key);
    const begins = hashOf(key);
    const lengths = this.#lengths.get(begins) ?? [];
    if (lengths.includes(key.length)) return true;
    this.#lengths.set(
      begins,
      [...lengths, key.length].sort((a, b) => b - a),
    );
    return true;
  }

  clear(): void {
    this.#keys.clear();
    this.#lengths.clear();
  }

  /** Finds the longest key at every position at which a key begins, in order. Spans can overlap. */
  find(exactText: string): readonly Span[] {
    const text = inLowerCase(exactText);
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

/** Hash of the last six characters in 30 bits, five bits for each character. */
function rolled(hash: number, code: number): number {
  return ((hash << 5) ^ code) & 0x3fffffff;
}

function hashOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < minKeyLength; at++) hash = rolled(hash, key.charCodeAt(at));
  return hash;
}
