import type { Merchant } from '../../domain/merchant.ts';
import type { MerchantReads } from '../../store/store.ts';

/** Merchants, read once until somebody has written one: each request asks for its own. */
export class CachedMerchants {
  readonly #reads: MerchantReads;
  #known = new Map<string, Promise<Merchant | null>>();

  constructor(reads: MerchantReads) {
    this.#reads = reads;
  }

  /** Somebody has written one. */
  forget(): void {
    this.#known = new Map();
  }

  get reads(): MerchantReads {
    const { list, all } = this.#reads;
    return {
      get: (mchId) => this.#once(`id ${mchId}`, () => this.#reads.get(mchId)),
      byKey: (mchKey) => this.#once(`key ${mchKey}`, () => this.#reads.byKey(mchKey)),
      list: (page) => list(page),
      all: () => all(),
    };
  }

  /** What is not there is asked for again: nobody has to make up names to fill a table. */
  #once(name: string, read: () => Promise<Merchant | null>): Promise<Merchant | null> {
    const known = this.#known;
    const found = known.get(name);
    if (found !== undefined) return found;
    const reading = read();
    known.set(name, reading);
    const forgetNothing = (merchant: Merchant | null) => {
      if (merchant === null) known.delete(name);
    };
    reading.then(forgetNothing, () => known.delete(name));
    return reading;
  }
}
