import type { Sender } from '@inrgate/conformance/internal';
import type { GatewayConfig } from './configuration/options.ts';
import type { DeliveryCaps } from './delivery-caps.ts';
import type { ClockOptions } from './start-clock.ts';

/** Options of a gateway. All options are optional. The default is the demo merchant, in memory, at real time. */
export interface GatewayOptions extends GatewayConfig, DeliveryCaps {
  /** The database file. By default, the state is in memory. */
  readonly db?: string | undefined;
  /** Initial state of the clock. `now` is an ISO 8601 instant with an offset. By default, the clock shows real time. */
  readonly clock?: ClockOptions | undefined;
  /** The bearer token of the control API. Required if the gateway listens on an IP address that is not loopback. */
  readonly controlToken?: string | undefined;
  /**
   * Public origin of the gateway, for example `http://127.0.0.1:3000`, without a path. `payUrl` and every other URL
   * begin with this origin. Set it if the origin differs from the listening address: behind a tunnel or a proxy, or in
   * your own app.
   */
  readonly origin?: string | undefined;
  /** Sender of callbacks. The default sends them over HTTP. */
  readonly sender?: Sender | undefined;
  /**
   * Function that receives the cause of each 500 response and of every background failure. Example: the disk is full,
   * so the gateway cannot store a callback result and retries later. By default, the first error of each kind emits a
   * process warning.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Function that receives a message for each ignored part of `merchants`. Example: the `balance` of a merchant whose
   * wallet is already stored. By default, each part emits a process warning.
   */
  readonly onNotice?: ((notice: string) => void) | undefined;
}
