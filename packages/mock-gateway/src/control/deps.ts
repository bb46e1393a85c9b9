import type { Sender } from '@inrgate/conformance/internal';
import type { CallbackScheduler } from '../callbacks/scheduler.ts';
import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { Timetable } from '../clock/timetable.ts';
import type { Faults } from '../faults/faults.ts';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Events } from '../observability/events.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Ports } from '../operations/ports.ts';
import type { TryDelivery } from '../operations/test-callback.ts';
import type { EndpointChecks } from '../state/endpoint-checks.ts';

/** Dependencies of the control calls. */
export interface ControlDeps {
  readonly ports: Ports;
  /** Ports for work that can last longer than a generation. After a reset, this work commits nothing. */
  readonly portsNow: () => Ports;
  readonly scheduler: CallbackScheduler;
  /** Faults of the current generation. */
  readonly faults: () => Faults;
  readonly locks: () => SignatureLocks;
  readonly events: Events;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  /** True during the shutdown of the gateway. */
  readonly isEnding: () => boolean;
  readonly clock: GatewayClock;
  /** Moves the clock and runs the timers that fall due. */
  readonly timetable: Timetable;
  readonly tryDelivery: TryDelivery;
  /** Current origin of the gateway. */
  readonly origin: () => string;
  readonly sender: Sender;
  /** Checks of the current generation, with a signal that aborts on a reset or when the gateway closes. */
  readonly endpointChecks: () => { readonly checks: EndpointChecks; readonly ended: AbortSignal };
  readonly payUrl: (payToken: string) => string;
  /**
   * Sends a request through the wire API, as if it had arrived over a socket. `id` is its id in the request log, or
   * null after a reset.
   */
  readonly sendWire: (
    request: WireRequest,
  ) => Promise<{ readonly response: WireResponse; readonly id: string | null }>;
  /** Resets to the configured merchants and settings. */
  readonly reset: () => Promise<void>;
  /** Restores a snapshot of the store. */
  readonly restore: (name: string) => Promise<void>;
}
