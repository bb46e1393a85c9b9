import type { SeenAnswer, SeenRequest } from '../traffic/exchange.ts';

/** Maximum bytes of headers, four times Node's limit. */
export const maxHeaderSize = 65_536;

/** One exchange that passed the proxy. */
export interface Passed {
  /** Its API. `other` is not checked. */
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  /** The target URL, without a password. */
  readonly url: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** The request as the client sent it. */
  readonly request: SeenRequest;
  /** The response; null without one. */
  readonly answer: SeenAnswer | null;
  /** Why the response is missing or incomplete: `ECONNRESET`, or `gone` if the client disconnected. */
  readonly failure: string | null;
  /** Start, in epoch milliseconds. */
  readonly startedAt: number;
  /** Arrival of the first response byte; null without one. */
  readonly answeredAt: number | null;
  /** End of the exchange. */
  readonly endedAt: number;
  /** The client’s HTTP version, for example `1.1`. */
  readonly httpVersion: string;
}
