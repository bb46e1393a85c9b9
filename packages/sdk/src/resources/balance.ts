import type { Caller, CallPromise } from '../calls/call.ts';
import { type Endpoint, reader } from '../calls/endpoint.ts';
import type { CallOptions } from '../calls/options.ts';
import { walletReceived } from '../protocol/schemas/readers.ts';

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

/** spec: POST check-gateway-balance. */
const walletQuery: Endpoint<Wallet> = {
  operation: 'balance.retrieve',
  target: { api: 'v3', endpoint: 'check-gateway-balance' },
  key: 'mchSecret',
  rules: {},
  read: /* @__PURE__ */ reader(walletReceived, (data) => ({ ...data, currency: data.currency ?? 'INR' })),
};

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
    return this.#caller.call(walletQuery, {}, options);
  }
}
