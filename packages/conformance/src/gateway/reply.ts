import type { Json } from '../traffic/answered.ts';
import type { SeenExchange } from '../traffic/exchange.ts';

/** One request and what came back. */
export interface Reply {
  /** What was asked, in words: `a pay-in without sign`. */
  readonly sent: string;
  readonly status: number;
  readonly text: string;
  /** The error code; null where there is none. */
  readonly error: string | null;
  /** `data` of a success; null where there is none. */
  readonly data: Json | null;
  /** What came back, as a report may show it. */
  readonly shown: string;
  readonly durationMs: number;
  readonly exchange: SeenExchange;
}

/** `422 missing_param`, or `200`. */
export function outcomeOf({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return error === null ? String(status) : `${status} ${error}`;
}
