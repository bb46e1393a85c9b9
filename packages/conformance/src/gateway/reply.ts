import type { Json } from '../traffic/answered.ts';
import type { SeenExchange } from '../traffic/exchange.ts';

/** One request and its response. */
export interface Reply {
  /** Description of the request: `a pay-in without sign`. */
  readonly sent: string;
  readonly status: number;
  readonly text: string;
  /** The error code; null for none. */
  readonly error: string | null;
  /** `data` of a success; null for none. */
  readonly data: Json | null;
  /** The response in the form that a report shows. */
  readonly shown: string;
  readonly durationMs: number;
  readonly exchange: SeenExchange;
}

/** `422 missing_param`, or `200`. */
export function outcomeOf({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return error === null ? String(status) : `${status} ${error}`;
}
