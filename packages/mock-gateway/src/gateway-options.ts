import type { Sender } from '@inrgate/conformance/internal';
import type { GatewayConfig } from './configuration/options.ts';
import type { DeliveryCaps } from './delivery-caps.ts';
import type { ClockOptions } from './start-clock.ts';

/** Everything is optional: without options there is the demo merchant, in memory, at real time. */
export interface GatewayOptions extends GatewayConfig, DeliveryCaps {
  /** The database file, or the `postgres://` address of a database; in memory when it is left out. */
  readonly db?: string | undefined;
  /** The schema of a PostgreSQL database, which is a gateway of its own; `inrgate` when it is left out. */
  readonly schema?: string | undefined;
  /** How the clock starts. `now` is an ISO-8601 instant with its offset; real time when it is left out. */
  readonly clock?: ClockOptions | undefined;
  /** The bearer token of the control API; needed to listen on an address that is not loopback. */
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
  /** Hears at the start of what in `merchants` changes nothing: a `balance` of a stored wallet. Else a process warning. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}
