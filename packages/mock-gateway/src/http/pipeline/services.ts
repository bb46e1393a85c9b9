import type { Claims } from '../../cluster/shared.ts';
import type { WireFaults } from '../../faults/faults.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Trace } from '../../observability/trace.ts';
import type { Ports } from '../../operations/ports.ts';

/** Services of the wire API. */
export interface WireServices {
  readonly ports: Ports;
  /** Lookup of merchants by the Merchant ID or key in a request. */
  readonly claims: Claims;
  readonly faults: WireFaults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** URL of an order's hosted checkout. */
  readonly payUrl: (payToken: string) => string;
  /** Function that receives the error behind a 500 response. */
  readonly failed: (error: unknown) => void;
  /** Returns the services of the current generation. Waits for a reset in progress. */
  readonly present: () => Promise<WireServices>;
  /** Loads the changes of other instances of a shared store. */
  readonly synchronize: (() => Promise<void>) | undefined;
}

/** State of a create that runs without synchronization. */
export interface WireAttempt {
  readonly services: WireServices;
  /** False if nothing was stored or counted, so the request must be decided again. */
  readonly isFinal: () => boolean;
}

/** One request of the wire API. */
export interface WireContext {
  readonly services: WireServices;
  readonly trace: Trace;
  /** Error of the synchronization with other instances, which makes the request fail. */
  readonly failure?: unknown;
}
