import type { WireFaults } from '../../faults/faults.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Trace } from '../../observability/trace.ts';
import type { Ports } from '../../operations/ports.ts';

/** Services of the wire API. */
export interface WireServices {
  readonly ports: Ports;
  readonly faults: WireFaults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** URL of an order's hosted checkout. */
  readonly payUrl: (payToken: string) => string;
  /** Function that receives the error behind a 500 response. */
  readonly failed: (error: unknown) => void;
  /** Returns the services of the current generation. Waits for a reset in progress. */
  readonly present: () => Promise<WireServices>;
}

/** One request of the wire API. */
export interface WireContext {
  readonly services: WireServices;
  readonly trace: Trace;
}
