import type { FaultList } from '../../faults/fault-list.ts';
import type { RateLimit } from '../../limits/rate-limit.ts';
import type { SignatureLock } from '../../limits/signature-lock.ts';
import type { EventHub } from '../../log/events.ts';
import type { Metrics } from '../../log/metrics.ts';
import type { RequestLog } from '../../log/request-log.ts';
import type { Core } from '../../operations/core.ts';

/** What the wire API needs of the gateway. */
export interface WireGateway extends Core {
  readonly log: RequestLog;
  readonly events: EventHub;
  readonly metrics: Metrics;
  readonly faults: FaultList;
  readonly rateLimit: RateLimit;
  readonly signatureLock: SignatureLock;
  /** Receives the error behind a 500 response. */
  readonly onError: (error: unknown) => void;
  /** URL of an order's hosted checkout. */
  payUrl(payToken: string): string;
}
