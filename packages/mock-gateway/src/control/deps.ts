import type { Sender } from '@inrgate/conformance/internal';
import type { CallbackScheduler } from '../callbacks/scheduler.ts';
import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { Timetable } from '../clock/timetable.ts';
import type { EndpointChecks } from '../cluster/endpoint-checks.ts';
import type { Instances } from '../cluster/instances.ts';
import type { Faults } from '../faults/faults.ts';
import type { SignatureLocks } from '../limits/signature-locks.ts';
import type { Events } from '../observability/events.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Ports } from '../operations/ports.ts';
import type { TryDelivery } from '../operations/test-callback.ts';

/** What the control calls reach. */
export interface ControlDeps {
  readonly ports: Ports;
  /** For what takes longer than a commit: ports that commit nothing once a reset has come in between. */
  readonly portsNow: () => Ports;
  readonly scheduler: CallbackScheduler;
  /** Those of the present generation. */
  readonly faults: () => Faults;
  readonly locks: () => SignatureLocks;
  readonly events: Events;
  readonly log: RequestLog;
  /** What this instance has handled. */
  readonly metrics: Metrics;
  readonly instances: Instances;
  /** Brings the gateway up to what others have done, where there can be any. */
  readonly synchronize: (() => Promise<void>) | undefined;
  /** Whether the gateway is about to stop. */
  readonly isEnding: () => boolean;
  readonly clock: GatewayClock;
  /** Whether what the gateways share could be reached when it was last asked for. */
  readonly isReached: () => boolean;
  /** Moves the clock, and lets everything fall due on the way. */
  readonly timetable: Timetable;
  readonly tryDelivery: TryDelivery;
  /** The gateway's own, now. */
  readonly origin: () => string;
  readonly sender: Sender;
  /** Those of the present generation, and what aborts when it ends: by a reset, or as the gateway closes. */
  readonly endpointChecks: () => { readonly checks: EndpointChecks; readonly ended: AbortSignal };
  readonly payUrl: (payToken: string) => string;
  /** Back to the configured merchants and settings. */
  readonly reset: () => Promise<void>;
}
