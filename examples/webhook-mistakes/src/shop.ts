/** The keys of the merchant's account. */
export interface Credentials {
  readonly mchId: string;
  readonly mchKey: string;
  readonly mchSecret: string;
}

/** The shop's database: what was handled, and what each order was credited with, in paise. */
export class Shop {
  readonly #handled = new Set<string>();
  readonly #credits = new Map<string, bigint[]>();

  /** Notes it as handled; false when it was before. In a database: a unique key and one INSERT. */
  claim(key: string): boolean {
    if (this.#handled.has(key)) return false;
    this.#handled.add(key);
    return true;
  }

  /** Whether it was handled. */
  knows(key: string): boolean {
    return this.#handled.has(key);
  }

  credit(order: string, paise: bigint): void {
    this.#credits.set(order, [...(this.#credits.get(order) ?? []), paise]);
  }

  takeBack(order: string): void {
    this.#credits.delete(order);
  }

  /** How often and with how much in all, as a probe tells it. */
  credited(order: string): { readonly count: number; readonly amount: string } {
    const credits = this.#credits.get(order) ?? [];
    const sum = credits.reduce((all, one) => all + one, 0n);
    return {
      count: credits.length,
      amount: `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`,
    };
  }
}

/** A callback endpoint, as every framework has one somewhere. */
export type Endpoint = (request: Request) => Promise<Response>;

/** Makes the endpoint of a shop. */
export type MakeEndpoint = (shop: Shop, credentials: Credentials) => Endpoint;
