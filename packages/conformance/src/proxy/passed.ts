import type { SeenAnswer, SeenRequest } from '../traffic/exchange.ts';

/** Maximum size of headers in bytes, four times Node's limit. */
export const maxHeaderSize = 65_536;

/** One exchange that the proxy forwarded. */
export interface Passed {
  /** API of the exchange. Exchanges with the value `other` are not checked. */
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  /** The target URL, without a password. */
  readonly url: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** The request, as the client sent it. */
  readonly request: SeenRequest;
  /** The response, or null if none arrived. */
  readonly answer: SeenAnswer | null;
  /** Reason for a missing or incomplete response: `ECONNRESET`, or `gone` if the client disconnected. */
  readonly failure: string | null;
  /** Start of the exchange in epoch milliseconds. */
  readonly startedAt: number;
  /** Arrival of the first response byte in epoch milliseconds, or null. */
  readonly answeredAt: number | null;
  /** End of the exchange in epoch milliseconds. */
  readonly endedAt: number;
  /** The client’s HTTP version, for example `1.1`. */
  readonly httpVersion: string;
}
