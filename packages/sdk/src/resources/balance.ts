import type { CallPromise } from '../calls/call-promise.ts';
import type { Caller } from '../calls/caller.ts';
import type { CallOptions } from '../calls/client-options.ts';
import { walletReceived } from '../protocol/schemas/wallet-received.ts';
import { reader } from './readers.ts';

/** The merchant's wallet, INR with two decimals (spec: Wallet). */
export interface Wallet {
  /** What can be withdrawn. */
  readonly balance: string;
  /** The same as `balance`. */
  readonly available: string;
  /** Held for pending withdrawals; null when the gateway left it out. */
  readonly frozen: string | null;
  /** Balance plus frozen; null when the gateway left it out. */
  readonly total: string | null;
  /** `INR`. */
  readonly currency: string;
}

/** `client.balance`: the wallet. Signed with `mchSecret`. */
export class Balance {
  readonly #caller: Caller;

  /** @internal The client makes it. */
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
    frozen: data.frozen ?? null,
    total: data.total ?? null,
    currency: data.currency ?? 'INR',
  }),
);
