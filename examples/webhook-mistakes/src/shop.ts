/** The keys of the merchant's account. */
export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

/** The shop's database: handled callbacks, and the credits of each order in paise. */
export class Shop {
  readonly #handled = new Set<string>();
  readonly #credits = new Map<string, bigint[]>();

  /**
   * Marks a callback as handled. Returns false if the callback is already marked. In a database, use a unique key and
   * one INSERT.
   */
  claim(key: string): boolean {
    if (this.#handled.has(key)) return false;
    this.#handled.add(key);
    return true;
  }

  knows(key: string): boolean {
    return this.#handled.has(key);
  }

  credit(order: string, paise: bigint): void {
    this.#credits.set(order, [...(this.#credits.get(order) ?? []), paise]);
  }

  takeBack(order: string): void {
    this.#credits.delete(order);
  }

  /** Returns the number and the sum of the credits in the format of a probe. */
  credited(order: string): { readonly count: number; readonly amount: string } {
    const credits = this.#credits.get(order) ?? [];
    const sum = credits.reduce((all, one) => all + one, 0n);
    return {
      count: credits.length,
      amount: `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`,
    };
  }
}

export type Endpoint = (request: Request) => Promise<Response>;

export type MakeEndpoint = (shop: Shop, credentials: Credentials) => Endpoint;
