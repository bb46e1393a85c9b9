import type { SeenExchange } from '../traffic/exchange.ts';
import type { Finding } from '../traffic/finding.ts';

/** One exchange that the proxy forwarded. */
export interface Passed extends Omit<SeenExchange, 'api'> {
  /** API of the exchange. Exchanges with the value `other` are not checked. */
  readonly kind: SeenExchange['api'] | 'callback' | 'other';
  /** The target URL, without a password. */
  readonly url: string;
  /** The client’s HTTP version, for example `1.1`. */
  readonly httpVersion: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** Reason for a missing or incomplete response: `ECONNRESET`, or `gone` if the client disconnected. */
  readonly failure: string | null;
  /** Arrival of the first response byte in epoch milliseconds, or null. */
  readonly answeredAt: number | null;
}

/** An exchange in a recording. */
export interface RecordedExchange extends Passed {
  /** Findings of the check during the recording, if any. */
  readonly findings?: readonly Finding[] | undefined;
}
