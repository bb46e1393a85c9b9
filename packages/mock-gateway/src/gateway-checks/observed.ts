/** What a gateway was seen to do where accounts and gateways may differ. */
export interface Seen {
  readonly inrEnabled: boolean;
  readonly usdtEnabled: boolean;
}

/** What was seen of the gateway's own settings, and of the account's. */
export class Observed {
  #seen: Partial<Seen> = {};

  get seen(): Partial<Seen> {
    return this.#seen;
  }

  put<Name extends keyof Seen>(name: Name, value: Seen[Name]): void {
    this.#seen = { ...this.#seen, [name]: value };
  }
}
