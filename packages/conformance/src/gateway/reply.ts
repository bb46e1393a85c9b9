import type { Json } from '../http/json.ts';
import type { SeenExchange } from '../traffic/exchange.ts';

/** One request and its response. */
export interface Reply {
  /** Description of the request: `a pay-in without sign`. */
  readonly sent: string;
  readonly status: number;
  readonly text: string;
  readonly error: string | null;
  /** `data` of a successful response, or null for an error. */
  readonly data: Json | null;
  /** The response as a report shows it. */
  readonly shown: string;
  readonly durationMs: number;
  readonly exchange: SeenExchange;
}

/** Formats a response: `422 missing_param`, or `200`. */
export function outcomeOf({ status, error }: Pick<Reply, 'status' | 'error'>): string {
  return error === null ? String(status) : `${status} ${error}`;
}

/** The verdict on the first response to an order number: only a repeat contains `duplicate` = true. */
export function firstOf({ data }: Reply, id: string): Readonly<Record<string, string | null>> {
  return {
    [id]:
      data?.['duplicate'] === true ? 'the first request with an order number returns duplicate = true' : null,
  };
}
