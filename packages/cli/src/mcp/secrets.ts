import { secretsOf, withoutSecrets } from '../signing/masked-text.ts';

/** Names of properties that contain a key. */
const keyFields = new Set(['mchKey', 'mchSecret', 'controlToken']);

/** Known keys, masked in all data for an assistant. */
export class Secrets {
  #known: readonly string[] = [];

  learn(keys: readonly (string | undefined)[]): void {
    this.#known = secretsOf([...this.#known, ...keys]);
  }

  hide(text: string): string {
    return withoutSecrets(text, this.#known);
  }

  /** Masks all strings of a value. Removes every field with the name of a key. */
  hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !keyFields.has(name));
    return Object.fromEntries(entries.map(([name, inner]) => [this.hide(name), this.hideIn(inner)]));
  }
}
