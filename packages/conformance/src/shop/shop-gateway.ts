import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Sender } from '../delivery/sender.ts';
import type { ClockMove, pastRetries } from './step.ts';

/** The merchant's credentials in the shop's environment. */
export interface ShopMerchant {
  /** The Merchant ID. */
  readonly mchId: string;
  /** The API Key. It signs pay-ins. */
  readonly mchKey: string;
  /** The API Secret. It signs payouts. */
  readonly mchSecret: string;
}

/** The gateway of a check. Only `advance` moves its clock. */
export interface ShopGateway {
  /** The gateway's only merchant. */
  readonly merchant: ShopMerchant;
  /** Handles a request of the shop. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Sends the next callbacks in this format. */
  readonly sendAs: (format: CallbackFormat) => Promise<void>;
  /** Pays the order with this amount, in INR with two decimals. */
  readonly pay: (orderNo: string, paidAmount: string) => Promise<void>;
  /** Makes the customer's payment fail. */
  readonly fail: (orderNo: string) => Promise<void>;
  /** Moves the clock. Resolves when the deliveries that fall due have ended. */
  readonly advance: (by: ClockMove | typeof pastRetries) => Promise<void>;
  /** Stops the gateway. */
  readonly close: () => Promise<void>;
}

/** Opens a gateway for one check, without rate limit and signature lock, and with a frozen clock. */
export type OpenShopGateway = (parts: {
  /** Origin of the proxy between the shop and the gateway, for the URLs that the gateway returns. */
  readonly origin: string;
  /** The merchant's saved callback URL. */
  readonly callbackUrl: string;
  /** Sender of every callback. It holds the callback until the story delivers it. */
  readonly sender: Sender;
}) => Promise<ShopGateway>;
