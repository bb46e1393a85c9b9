const mask = '***';

/** Names of properties that contain a key. */
const keyFields = new Set(['mchKey', 'mchSecret', 'controlToken']);

/** Known keys. They are masked in everything that goes to an assistant. */
export class Secrets {
  /** Longest first, because one key may begin with another. */
  #known: readonly string[] = [];

  /** Masks these keys from now on. */
  learn(keys: readonly (string | undefined)[]): void {
    const all = new Set([...this.#known, ...keys.filter((key) => key !== undefined && key !== '')]);
    this.#known = [...all].filter((key) => key !== undefined).sort((a, b) => b.length - a.length);
  }

  /** Replaces each key in a string with a mask. */
  hide(text: string): string {
    return this.#known.reduce((hidden, key) => hidden.replaceAll(key, mask), text);
  }

  /** Masks all strings of a value, and removes every field with the name of a key. */
  hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !keyFields.has(name));
    return Object.fromEntries(entries.map(([name, inner]) => [this.hide(name), this.hideIn(inner)]));
  }
}
