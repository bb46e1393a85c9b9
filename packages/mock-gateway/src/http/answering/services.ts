import type { FaultList } from '../../faults/fault-list.ts';
import type { RateWindow } from '../../limits/rate-window.ts';
import type { SignatureLock } from '../../limits/signature-lock.ts';
import type { Ports } from '../../operations/ports.ts';

/** What answering the wire API needs. */
export interface WireServices {
  readonly ports: Ports;
  readonly faults: FaultList;
  readonly rates: RateWindow;
  readonly locks: SignatureLock;
  /** The hosted checkout's address of an order. */
  readonly payUrl: (payToken: string) => string;
  /** Hears of what failed, so that a request was answered 500; the caller learns nothing of it. */
  readonly failed: (error: unknown) => void;
  /** Those of the present era, once a reset that is under way has ended. */
  readonly present: () => Promise<WireServices>;
}
