import type { Header } from '../http/headers.ts';
import type { HarNote, RecordedFinding } from './har.ts';

interface RecordedMessage {
  readonly headers: readonly Header[];
  /** The stored part of the body. */
  readonly body: Uint8Array;
  /** Length of the whole body in bytes. */
  readonly length: number;
  readonly complete: boolean;
}

/** An exchange in a recording. */
export interface RecordedExchange {
  /** API of the exchange. Exchanges with the value `other` are not checked. */
  readonly kind: HarNote['kind'];
  /** The target URL. */
  readonly url: string;
  /** HTTP version, for example `1.1`. */
  readonly httpVersion: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** The recorded request. */
  readonly request: RecordedMessage & {
    readonly method: string;
    readonly path: string;
    readonly query: string;
  };
  /** The response, or null if none arrived. */
  readonly answer: (RecordedMessage & { readonly status: number }) | null;
  /** Reason for a missing or incomplete response. */
  readonly failure: string | null;
  /** Findings of the check during the recording, if any. */
  readonly findings?: readonly RecordedFinding[] | undefined;
  /** Start of the exchange in epoch milliseconds. */
  readonly startedAt: number;
  /** Start of the response in epoch milliseconds, or null. */
  readonly answeredAt: number | null;
  /** End of the exchange in epoch milliseconds. */
  readonly endedAt: number;
}
