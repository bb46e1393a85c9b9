import type { Sender } from '@inrgate/conformance/internal';
import type { GatewayConfig } from './configuration/options.ts';
import type { DeliveryCaps } from './delivery-caps.ts';
import type { ClockOptions } from './start-clock.ts';

/** All options are optional. The default is the demo merchant, in memory, at real time. */
export interface GatewayOptions extends GatewayConfig, DeliveryCaps {
  /** The database file, or the `postgres://` URL of a database. Default: in memory. */
  readonly db?: string | undefined;
  /** The schema of a PostgreSQL database. Each schema is a separate gateway. Default: `inrgate`. */
  readonly schema?: string | undefined;
  /** Initial state of the clock. `now` is an ISO-8601 instant with its offset. Default: real time. */
  readonly clock?: ClockOptions | undefined;
  /** The bearer token of the control API. Required to listen on an IP address that is not loopback. */
  readonly controlToken?: string | undefined;
  /**
   * Public origin of the gateway if it differs from the listening address: behind a tunnel or a proxy, or in your own
   * app. Example: `http://127.0.0.1:3000`, without a path. `payUrl` and every other URL begin with it.
   */
  readonly origin?: string | undefined;
  /** Sender of callbacks. Default: HTTP. */
  readonly sender?: Sender | undefined;
  /**
   * Receives the cause of each 500 response and every failure between requests. Example: a callback result that a full
   * disk could not store, which is retried. Default: one process warning per kind.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Receives the parts of `merchants` that have no effect, for example a `balance` of a stored wallet.
   * Default: a process warning.
   */
  readonly onNotice?: ((notice: string) => void) | undefined;
}
