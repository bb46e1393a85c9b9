import type { CallbackQueue } from './callback-queue.ts';
import type { GatewayProxy } from './gateway-proxy.ts';
import type { ShopClient } from './shop-client.ts';
import type { ShopGateway } from './shop-gateway.ts';
import type { ShopProcess } from './shop-process.ts';
import type { UsualTimes } from './usual-times.ts';

export interface ShopUrls {
  readonly order: URL;
  readonly callback: URL;
  /** URL that returns the credits. */
  readonly probe: URL;
  readonly returnPage: (mchOrderNo: string) => URL;
}

/** The parts of the check that all its stories use. */
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
