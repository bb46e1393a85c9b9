import { type Mask, masking } from '@inrgate/sdk/internal';

export const keyFields = new Set(['mchKey', 'mchSecret', 'controlToken']);

export class Secrets {
  readonly #keys = new Set<string>();
  #hide: Mask = masking([]);

  learn(keys: readonly (string | undefined)[]): void {
    for (const key of keys) if (key !== undefined) this.#keys.add(key);
    this.#hide = masking([...this.#keys]);
  }

  hide(text: string): string {
    return this.#hide(text);
  }

  /** Masks all strings of a value. Removes every field whose name is that of a key. */
  hideIn(value: unknown): unknown {
    if (typeof value === 'string') return this.hide(value);
    if (Array.isArray(value)) return value.map((item) => this.hideIn(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !keyFields.has(name));
    return Object.fromEntries(entries.map(([name, inner]) => [this.hide(name), this.hideIn(inner)]));
  }
}
