import type { Claims } from '../../cluster/shared.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { MerchantReads } from '../../store/store.ts';

/** All merchants. Each update of the poller adds the newly written merchants. */
export class KnownMerchants {
  readonly #reads: MerchantReads;
  readonly #byId = new Map<string, Merchant>();
  readonly #byKey = new Map<string, Merchant>();

  constructor(reads: MerchantReads) {
    this.#reads = reads;
  }

  /** Removes all merchants of the previous generation. */
  forget(): void {
    this.#byId.clear();
    this.#byKey.clear();
  }

  learn(merchants: readonly Merchant[]): void {
    for (const merchant of merchants) {
      const before = this.#byId.get(merchant.mchId);
      // Another merchant may now use this merchant's former key.
      if (before !== undefined && this.#byKey.get(before.mchKey) === before)
        this.#byKey.delete(before.mchKey);
      this.#byId.set(merchant.mchId, merchant);
      this.#byKey.set(merchant.mchKey, merchant);
    }
  }

  /** Lookup of merchants by the Merchant ID or key in a request. Sends no statement, even for an unknown merchant. */
  get claims(): Claims {
    return {
      get: async (mchId) => this.#byId.get(mchId) ?? null,
      byKey: async (mchKey) => this.#byKey.get(mchKey) ?? null,
    };
  }

  /**
   * Lookup of merchants that the gateway itself identifies, for example the merchant of an order. These merchants may
   * be newer than the last update.
   */
  get reads(): MerchantReads {
    return {
      ...this.#reads,
      get: async (mchId) => this.#byId.get(mchId) ?? this.#reads.get(mchId),
      byKey: async (mchKey) => this.#byKey.get(mchKey) ?? this.#reads.byKey(mchKey),
    };
  }
}
