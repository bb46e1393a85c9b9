import type { SeenAnswer, SeenRequest } from '../exchange-checks/exchange.ts';

/** Of headers; Node's own limit is a quarter of that. */
export const maxHeaderSize = 65_536;

/** One exchange that has passed, as both sides had it. */
export interface Passed {
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  /** Where it went, without a password. */
  readonly url: string;
  readonly statusText: string;
  readonly request: SeenRequest;
  /** null when none came. */
  readonly answer: SeenAnswer | null;
  /** Why there is no answer, or no whole one: `ECONNRESET`, `gone` when the caller left. */
  readonly failure: string | null;
  readonly startedAt: number;
  /** When the first byte of the answer was there; null when there was none. */
  readonly answeredAt: number | null;
  readonly endedAt: number;
  readonly httpVersion: string;
}
