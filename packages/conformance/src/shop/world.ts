import type { CallbackQueue } from './callback-queue.ts';
import type { GatewayProxy } from './gateway-proxy.ts';
import type { ShopClient } from './shop-client.ts';
import type { ShopGateway } from './shop-gateway.ts';
import type { ShopProcess } from './shop-process.ts';
import type { UsualTimes } from './usual-times.ts';

/** The URLs of the shop. */
export interface ShopUrls {
  /** Creates an order. */
  readonly order: URL;
  readonly callback: URL;
  /** Returns the credits. */
  readonly probe: URL;
  /** The page to which the gateway sends the customer. */
  readonly returnPage: (mchOrderNo: string) => URL;
}

/** Everything that a story moves. The stories of a check share it in turn. */
export interface World {
  readonly gateway: ShopGateway;
  readonly proxy: GatewayProxy;
  readonly callbacks: CallbackQueue;
  readonly shop: ShopProcess;
  readonly client: ShopClient;
  readonly urls: ShopUrls;
  readonly usual: UsualTimes;
  readonly signal: AbortSignal;
}
