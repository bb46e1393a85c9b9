import type { SeenAnswer, SeenRequest } from '../traffic/exchange.ts';

/** Of headers; Node's own limit is a quarter of that. */
export const maxHeaderSize = 65_536;

/** One exchange that has passed, as both sides had it. */
export interface Passed {
  /** Which API it belongs to; `other` is what no check is for. */
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  /** Where it went, without a password. */
  readonly url: string;
  /** The words beside the status. */
  readonly statusText: string;
  /** As the caller sent it. */
  readonly request: SeenRequest;
  /** null when none came. */
  readonly answer: SeenAnswer | null;
  /** Why there is no answer, or no whole one: `ECONNRESET`, `gone` when the caller left. */
  readonly failure: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** When the first byte of the answer was there; null when there was none. */
  readonly answeredAt: number | null;
  /** When it was over. */
  readonly endedAt: number;
  /** The caller’s, such as `1.1`. */
  readonly httpVersion: string;
}
