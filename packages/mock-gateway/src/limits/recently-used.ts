import { copied } from '../http/core/copied.ts';

/** Values by name, of bounded number: the value that was used least recently is forgotten first. */
export class RecentlyUsed<Value extends object> {
  readonly #most: number;
  readonly #make: () => Value;
  /** Each under a name that keeps no request alive, least recently used first. */
  readonly #entries = new Map<string, { readonly name: string; readonly value: Value }>();

  constructor(most: number, make: () => Value) {
    this.#most = most;
    this.#make = make;
  }

  /** The value of a name; a new one where none is known. */
  use(name: string): Value {
    const known = this.#entries.get(name);
    const entry = known ?? { name: copied(name), value: this.#make() };
    if (known !== undefined) this.#entries.delete(name);
    else if (this.#entries.size >= this.#most) this.#forgetOldest();
    this.#entries.set(entry.name, entry);
    return entry.value;
  }

  /** The value of a name, where one is known; that does not count as use. */
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
