import type { Callback } from './callbacks/callback.ts';
import { Caller } from './calls/caller.ts';
import { type ClientOptions, environmentOptions } from './calls/client-options.ts';
import { Balance } from './resources/balance.ts';
import { Links } from './resources/links.ts';
import { Payins } from './resources/payins.ts';
import { Payouts } from './resources/payouts.ts';
import { Waits } from './resources/waits.ts';

/**
 * The client of the gateway, for one merchant. Calls are signed, retried where that is safe, and answer with typed
 * results; what goes wrong is a `GatewayError` whose `outcome` says whether the order may exist. To be used on a
 * server only (spec: Authentication 6).
 *
 * ```ts
 * const client = new GatewayClient({ baseUrl, mchId, mchKey, mchSecret });
 * const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
 * ```
 */
export class GatewayClient {
  /** The Merchant ID that it calls for. */
  readonly mchId: string;
  /** Deposits of customers. Needs `mchKey`. */
  readonly payins: Payins;
  /** Withdrawals to banks, UPI IDs and USDT addresses. Needs `mchSecret`. */
  readonly payouts: Payouts;
  /** The merchant's wallet. Needs `mchSecret`. */
  readonly balance: Balance;
  /** Payment links of the legacy API v1. Needs `legacyBaseUrl`, `mchKey` and `mchSecret`. */
  readonly links: Links;

  readonly #waits: Waits;

  /**
   * @throws {ConfigurationError} for a missing merchant or base URL, a key with white space around it, an option that
   * cannot work, a browser, or a demo key with a gateway that is not on this machine
   */
  constructor(options: ClientOptions) {
    const caller = new Caller(options);
    this.mchId = options.mchId;
    this.#waits = new Waits(options.mchId);
    this.payins = new Payins(caller, this.#waits);
    this.payouts = new Payouts(caller, this.#waits);
    this.balance = new Balance(caller);
    this.links = new Links(caller);
  }

  /**
   * A client set up by INRGATE_BASE_URL, INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID, INRGATE_MCH_KEY and
   * INRGATE_MCH_SECRET.
   *
   * @param options come before what the environment says
   * @throws {ConfigurationError} that names what is missing
   */
  static fromEnv(options: Partial<ClientOptions> = {}): GatewayClient {
    return new GatewayClient(environmentOptions(process.env, options));
  }

  /**
   * Tells the client of a callback, so that a `waitForFinal` for its order queries at once instead of at its next
   * interval. A callback of another merchant, of an order that nobody waits for, a test of the panel and a link's do
   * nothing.
   *
   * @param callback a verified one: what `verifyCallback` returns, or the handler gives to your functions
   * @returns how many waits it woke
   */
  notify(callback: Callback): number {
    return this.#waits.notify(callback);
  }
}
