import type { Sender } from '@inrgate/conformance/internal';
import type { CallbackScheduler } from '../callbacks/scheduler.ts';
import type { GatewayClock } from '../clock/gateway-clock.ts';
import type { Timers } from '../clock/timers.ts';
import type { FaultList } from '../faults/fault-list.ts';
import type { WireRequest, WireResponse } from '../http/core/exchange.ts';
import type { SignatureLock } from '../limits/signature-lock.ts';
import type { EventHub } from '../log/events.ts';
import type { Metrics } from '../log/metrics.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Core } from '../operations/core.ts';
import type { TryDelivery } from '../operations/test-callback.ts';
import type { WebhookChecks } from './webhook-checks.ts';

/** What the control calls need of the gateway. */
export interface ControlGateway extends Core {
  readonly clock: GatewayClock;
  /** Moves the clock and runs the timers that fall due. */
  readonly timers: Timers;
  readonly deliveries: CallbackScheduler;
  readonly faults: FaultList;
  readonly signatureLock: SignatureLock;
  readonly log: RequestLog;
  readonly events: EventHub;
  readonly metrics: Metrics;
  readonly webhookChecks: WebhookChecks;
  readonly sender: Sender;
  /** True during the shutdown of the gateway. */
  readonly isEnding: boolean;
  /** Aborts at the next reset or restore, and when the gateway closes. */
  readonly ended: AbortSignal;
  /** Current origin of the gateway. */
  readonly origin: string;
  payUrl(payToken: string): string;
  /**
   * Sends a request through the wire API, as if it had arrived over a socket. `id` is its id in the request log, or
   * null after a reset.
   */
  sendWire(request: WireRequest): Promise<{ readonly response: WireResponse; readonly id: string | null }>;
  tryDelivery: TryDelivery;
  /** Replaces all state with the configuration. */
  reset(): void;
  /** Replaces all state with a snapshot. */
  restore(name: string): void;
}
