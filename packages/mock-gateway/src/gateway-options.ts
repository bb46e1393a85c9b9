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
   * Where others reach the gateway, when that is not where it listens: behind a tunnel or a proxy, or in an app of yours.
   * `http://127.0.0.1:3000`, without a path; it is what `payUrl` and all addresses say.
   */
  readonly origin?: string | undefined;
  /** How callbacks are sent; over HTTP when it is left out. */
  readonly sender?: Sender | undefined;
  /**
   * Hears of what fails: why a request was answered 500, and what fails between requests, such as a callback that cannot
   * be recorded on a full disk, which is tried again. A process warning for each kind when it is left out.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Hears at the start of what in `merchants` changes nothing: a `balance` of a stored wallet. Else a process warning. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}
