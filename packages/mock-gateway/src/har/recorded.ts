import type { Header } from '../wire/exchange.ts';
import type { HarNote } from './har.ts';

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
  readonly kind: HarNote['kind'];
  readonly url: string;
  readonly httpVersion: string;
  readonly statusText: string;
  readonly request: RecordedMessage & {
    readonly method: string;
    /** Below the root of its API. */
    readonly path: string;
    readonly query: string;
  };
  /** null when none came. */
  readonly answer: (RecordedMessage & { readonly status: number }) | null;
  readonly failure: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly answeredAt: number | null;
  readonly endedAt: number;
}
