const mask = '***';

/** Properties that hold a key, wherever they stand. */
const keyFields = new Set(['mchKey', 'mchSecret', 'controlToken']);

/** The keys that are known here: what is told to an assistant goes elsewhere, and none of them goes with it. */
export class Secrets {
  /** The longest first, as one key may begin with another. */
  #known: readonly string[] = [];

  /** From now on none of these is told. */
  learn(keys: readonly (string | undefined)[]): void {
    const all = new Set([...this.#known, ...keys.filter((key) => key !== undefined && key !== '')]);
    this.#known = [...all].filter((key) => key !== undefined).sort((a, b) => b.length - a.length);
  }

  /** A text with a mask for each key. */
  hide(text: string): string {
    return this.#known.reduce((hidden, key) => hidden.replaceAll(key, mask), text);
  }

  /** The same for all texts in a value, and for every field that is called as a key is. */
  hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !keyFields.has(name));
    return Object.fromEntries(entries.map(([name, inner]) => [this.hide(name), this.hideIn(inner)]));
  }
}
