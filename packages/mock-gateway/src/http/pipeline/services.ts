import type { Claims } from '../../cluster/shared.ts';
import type { WireFaults } from '../../faults/faults.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Trace } from '../../observability/trace.ts';
import type { Ports } from '../../operations/ports.ts';

/** Services of the wire API. */
export interface WireServices {
  readonly ports: Ports;
  /** Merchants by the ID or key that a request claims. */
  readonly claims: Claims;
  readonly faults: WireFaults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** URL of an order's hosted checkout. */
  readonly payUrl: (payToken: string) => string;
  /** Receives the error behind a 500 response. */
  readonly failed: (error: unknown) => void;
  /** The services of the present generation, after any reset in progress. */
  readonly present: () => Promise<WireServices>;
  /** Loads the changes of other instances of a shared store. */
  readonly synchronize: (() => Promise<void>) | undefined;
}

/** A create without synchronization. */
export interface WireAttempt {
  readonly services: WireServices;
  /** False if the request must be decided again, because nothing was stored or counted. */
  readonly isFinal: () => boolean;
}

/** One request of the wire API. */
export interface WireContext {
  readonly services: WireServices;
  readonly trace: Trace;
  /** Error of the synchronization with other instances. The request then fails. */
  readonly failure?: unknown;
}
