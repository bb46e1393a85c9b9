import { copied } from '../http/core/copied.ts';

/** A bounded number of values by name. When it is full, it removes the least recently used value. */
export class RecentlyUsed<Value extends object> {
  readonly #most: number;
  readonly #make: () => Value;
  /**
   * Entries by copied names, because a substring would keep the whole request in memory. The least recently used entry
   * is first.
   */
  readonly #entries = new Map<string, { readonly name: string; readonly value: Value }>();

  constructor(most: number, make: () => Value) {
    this.#most = most;
    this.#make = make;
  }

  /** Returns the value of a name. Creates the value if it is missing. */
  use(name: string): Value {
    const known = this.#entries.get(name);
    const entry = known ?? { name: copied(name), value: this.#make() };
    if (known !== undefined) this.#entries.delete(name);
    else if (this.#entries.size >= this.#most) this.#forgetOldest();
    this.#entries.set(entry.name, entry);
    return entry.value;
  }

  /** Returns the value of a name. The lookup does not count as a use. */
  get(name: string): Value | undefined {
    return this.#entries.get(name)?.value;
  }

  delete(name: string): boolean {
    return this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  #forgetOldest(): void {
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
