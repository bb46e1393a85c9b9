import type { Claims } from '../../cluster/shared.ts';
import type { Faults } from '../../faults/faults.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SignatureLocks } from '../../limits/signature-locks.ts';
import type { Trace } from '../../observability/trace.ts';
import type { Ports } from '../../operations/ports.ts';

/** What answering the wire API needs. */
export interface WireServices {
  readonly ports: Ports;
  /** Merchants by the names that requests claim. */
  readonly claims: Claims;
  readonly faults: Faults;
  readonly rates: RateLimits;
  readonly locks: SignatureLocks;
  /** The hosted checkout's address of an order. */
  readonly payUrl: (payToken: string) => string;
  /** Hears of what failed, so that a request was answered 500; the caller learns nothing of it. */
  readonly failed: (error: unknown) => void;
  /** Those of the present generation, once a reset that is under way has ended. */
  readonly present: () => Promise<WireServices>;
  /** Brings the gateway up to what others have done, where there can be any. */
  readonly synchronize: (() => Promise<void>) | undefined;
}

/** One request of the wire API. */
export interface WireContext {
  readonly services: WireServices;
  readonly trace: Trace;
  /** Why the gateway could not be brought up to what others have done: then nothing can be decided. */
  readonly failure?: unknown;
}
