import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import { walletReceived } from '../protocol/schemas/readers.ts';
import { reader } from './readers.ts';

/** The merchant's wallet. All amounts are strings in INR with two decimals (spec: Wallet). */
export interface Wallet {
  /** INR available for payouts. */
  readonly balance: string;
  /** Equal to `balance`. */
  readonly available: string;
  /** INR held for pending payouts, or null if the gateway omits the field. */
  readonly frozen: string | null;
  /** `balance` plus `frozen`, in INR, or null if the gateway omits the field. */
  readonly total: string | null;
  /** Always `INR`. */
  readonly currency: string;
}

/** `client.balance`: the merchant's wallet. `mchSecret` signs its calls. */
export class Balance {
  readonly #caller: Caller;

  /** @internal Created by the client. */
  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Reads the wallet (spec: POST check-gateway-balance).
   *
   * @throws {GatewayError}
   */
  retrieve(options?: CallOptions): CallPromise<Wallet> {
    const build = () =>
      ({
        target: { api: 'v3', endpoint: 'check-gateway-balance' },
        key: 'mchSecret',
        params: {},
        idempotent: true,
        read: readWallet,
      }) as const;
    return this.#caller.call('balance.retrieve', build, options);
  }
}

const readWallet = /* @__PURE__ */ reader(
  walletReceived,
  (data): Wallet => ({
    balance: data.balance,
    available: data.available,
    frozen: data.frozen,
    total: data.total,
    currency: data.currency ?? 'INR',
  }),
);
