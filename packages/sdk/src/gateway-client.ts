import { Caller } from './calls/call.ts';
import { type ClientOptions, environmentOptions } from './calls/options.ts';
import { Balance } from './resources/balance.ts';
import { Links } from './resources/links.ts';
import { Payins } from './resources/payins.ts';
import { Payouts } from './resources/payouts.ts';

// The public types of the resources.
export type { Balance, Wallet } from './resources/balance.ts';
export type { Link, LinkCreateParams, Links } from './resources/links.ts';
export type { OrderQuery, QueryEvent, Recovery, WaitOptions } from './resources/orders.ts';
export type { Payin, PayinCreateParams, Payins } from './resources/payins.ts';
export type {
  BankDestination,
  Payout,
  PayoutCreateOptions,
  PayoutCreateParams,
  Payouts,
  UpiDestination,
  UsdtDestination,
} from './resources/payouts.ts';

/**
 * Client of the gateway for one merchant. The client signs calls, retries a call if this is safe, and returns typed
 * results. A failed call rejects with a `GatewayError`. Its `outcome` states whether the order may exist. Use the
 * client only on a server (spec: Authentication 6).
 *
 * ```ts
 * const client = new GatewayClient({ baseUrl, mchId, mchKey, mchSecret });
 * const payin = await client.payins.create({ mchOrderNo: 'ORDER-1', amount: '500.00' });
 * ```
 */
export class GatewayClient {
  readonly mchId: string;
  /** Pay-ins of customers. Requires `mchKey`. */
  readonly payins: Payins;
  /** Payouts to bank accounts, UPI IDs and USDT wallet addresses. Requires `mchSecret`. */
  readonly payouts: Payouts;
  /** The merchant's wallet. Requires `mchSecret`. */
  readonly balance: Balance;
  /** Payment links of the legacy API v1. Requires `legacyBaseUrl`, `mchKey` and `mchSecret`. */
  readonly links: Links;

  /**
   * @throws {ConfigurationError} for a missing Merchant ID or base URL, an invalid option, white space around a key, a
   * demo key with a remote gateway, or use in a browser page
   */
  constructor(options: ClientOptions) {
    const caller = new Caller(options);
    this.mchId = options.mchId;
    this.payins = new Payins(caller);
    this.payouts = new Payouts(caller);
    this.balance = new Balance(caller);
    this.links = new Links(caller);
  }

  /**
   * Creates a client from the environment variables INRGATE_BASE_URL, INRGATE_LEGACY_BASE_URL, INRGATE_MCH_ID,
   * INRGATE_MCH_KEY and INRGATE_MCH_SECRET.
   *
   * @param options options that override the environment
   * @throws {ConfigurationError} with the name of a missing variable
   */
  static fromEnv(options: Partial<ClientOptions> = {}): GatewayClient {
    return new GatewayClient(environmentOptions(process.env, options));
  }
}
