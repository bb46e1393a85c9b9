import type { Header } from '../http/headers.ts';
import type { HarNote, RecordedFinding } from './har.ts';

interface RecordedMessage {
  readonly headers: readonly Header[];
  /** As much of it as is here. */
  readonly body: Uint8Array;
  /** Bytes of the whole body. */
  readonly length: number;
  readonly complete: boolean;
}

/** An exchange as it is written into a recording, and as it is read from one. */
export interface RecordedExchange {
  /** Which API it belongs to; `other` is what no check is for. */
  readonly kind: HarNote['kind'];
  /** Where it went. */
  readonly url: string;
  /** Such as `1.1`. */
  readonly httpVersion: string;
  /** The words beside the status. */
  readonly statusText: string;
  /** What was asked. */
  readonly request: RecordedMessage & {
    readonly method: string;
    /** Below the root of its API. */
    readonly path: string;
    readonly query: string;
  };
  /** null when none came. */
  readonly answer: (RecordedMessage & { readonly status: number }) | null;
  /** Why there is no answer, or no whole one. */
  readonly failure: string | null;
  /** What was found as it passed; absent where nothing judged it. */
  readonly findings?: readonly RecordedFinding[] | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** When the answer began; null when there was none. */
  readonly answeredAt: number | null;
  /** When it was over. */
  readonly endedAt: number;
}
