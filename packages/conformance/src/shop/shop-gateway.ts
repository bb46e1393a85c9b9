import type { Sender } from '../delivery/sender.ts';
import type { ClockMove, pastRetries } from './step.ts';

/** The merchant's keys, which the shop gets in its environment. */
export interface ShopMerchant {
  /** The Merchant ID. */
  readonly mchId: string;
  /** The API Key, which signs pay-ins. */
  readonly mchKey: string;
  /** The API Secret, which signs payouts. */
  readonly mchSecret: string;
}

/** The gateway of a check, with everything that the check moves. Its clock stands still between two moves. */
export interface ShopGateway {
  /** The gateway's only merchant. */
  readonly merchant: ShopMerchant;
  /** Handles a request of the shop. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The customer pays this amount, INR with two decimals. */
  readonly pay: (orderNo: string, paidAmount: string) => Promise<void>;
  /** The customer's payment fails. */
  readonly fail: (orderNo: string) => Promise<void>;
  /** Moves the clock. Resolves when the deliveries that fall due have ended. */
  readonly advance: (by: ClockMove | typeof pastRetries) => Promise<void>;
  /** Stops the gateway. */
  readonly close: () => Promise<void>;
}

/** Opens a gateway for one check: without rate limit and signature lock, and with a clock that stands still. */
export type OpenShopGateway = (parts: {
  /** Origin of the proxy in front of the gateway, for the URLs that the gateway returns. */
  readonly origin: string;
  /** The merchant's saved callback URL. */
  readonly callbackUrl: string;
  /** Carries every callback. It holds a callback until the story delivers it. */
  readonly sender: Sender;
}) => Promise<ShopGateway>;
