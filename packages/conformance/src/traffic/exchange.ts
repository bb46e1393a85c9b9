import type { Header } from '../http/headers.ts';

/** One message as somebody between the two saw it. */
export interface SeenMessage {
  /** In the order and the letters in which they came. */
  readonly headers: readonly Header[];
  /** As much of it as was kept. */
  readonly body: Uint8Array;
  /** Bytes of the whole body, kept or not. */
  readonly length: number;
  /** Whether it arrived to its end. */
  readonly complete: boolean;
}

/** A request as its caller sent it. */
export interface SeenRequest extends SeenMessage {
  /** As sent. */
  readonly method: string;
  /** Below the root of its API, as sent: `/payin`. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

/** An answer, of the gateway or of a receiver of callbacks. */
export interface SeenAnswer extends SeenMessage {
  /** The HTTP status. */
  readonly status: number;
}

/** One call of the API and its answer; times are epoch milliseconds of whoever saw it. */
export interface SeenExchange {
  /** Which of the two APIs was called. */
  readonly api: 'v3' | 'v1';
  /** What was asked. */
  readonly request: SeenRequest;
  /** null when none came: reset, or nobody there. */
  readonly answer: SeenAnswer | null;
  /** Why there is no answer, or no whole one: `gone` when its caller left before. */
  readonly failure?: string | null | undefined;
  /** When the request came. */
  readonly startedAt: number;
  /** When the answer had ended, or nothing more could come. */
  readonly endedAt: number;
}

/** One delivery of a callback and its acknowledgement. */
export interface SeenCallback extends Omit<SeenExchange, 'api'> {}

/** Who calls, with the keys that are known: without them no signature can be judged. */
export interface KnownMerchant {
  /** The Merchant ID that its requests bear. */
  readonly mchId: string;
  /** The API Key; without it nothing that it signs is judged. */
  readonly mchKey?: string | undefined;
  /** The API Secret; without it nothing that it signs is judged. */
  readonly mchSecret?: string | undefined;
}

/** The value of a header, several in a row joined; null without one. */
export function headerOf({ headers }: Pick<SeenMessage, 'headers'>, name: string): string | null {
  const values = headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
  return values.length === 0 ? null : values.join(', ');
}

/** Whether the body is here as a whole. */
export function isWhole({ body, length, complete }: SeenMessage): boolean {
  return complete && body.byteLength === length;
}
