import type { Header } from '../http/headers.ts';
import type { HarNote, RecordedFinding } from './har.ts';

interface RecordedMessage {
  readonly headers: readonly Header[];
  /** The stored part of the body. */
  readonly body: Uint8Array;
  /** Bytes of the whole body. */
  readonly length: number;
  readonly complete: boolean;
}

/** An exchange in a recording. */
export interface RecordedExchange {
  /** Its API. `other` is not checked. */
  readonly kind: HarNote['kind'];
  /** The target URL. */
  readonly url: string;
  /** HTTP version, for example `1.1`. */
  readonly httpVersion: string;
  /** The reason phrase. */
  readonly statusText: string;
  /** The request. */
  readonly request: RecordedMessage & {
    readonly method: string;
    /** Path below the root of its API. */
    readonly path: string;
    readonly query: string;
  };
  /** The response; null without one. */
  readonly answer: (RecordedMessage & { readonly status: number }) | null;
  /** Why the response is missing or incomplete. */
  readonly failure: string | null;
  /** The live findings; absent if the exchange was not judged. */
  readonly findings?: readonly RecordedFinding[] | undefined;
  /** Start, in epoch milliseconds. */
  readonly startedAt: number;
  /** Start of the response; null without one. */
  readonly answeredAt: number | null;
  /** End of the exchange. */
  readonly endedAt: number;
}
