import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Header } from '../http/headers.ts';

/** `User-Agent` of every callback (reading: Callbacks, "a User-Agent of the gateway's own"). */
export const userAgent = 'inrgate-mock-gateway';

/** What is posted: the very bytes that were stored. */
export interface Delivery {
  readonly url: string;
  readonly format: CallbackFormat;
  readonly body: string;
}

/** What came back, over the whole exchange. */
export interface DeliveryResult {
  /** Real milliseconds, whole ones. */
  readonly durationMs: number;
  /** null when no status line arrived. */
  readonly status: number | null;
  /** The first 64 KB of the answer; null when none arrived. */
  readonly body: Uint8Array | null;
  /** The answer’s headers, for those who look; absent when none arrived. */
  readonly headers?: readonly Header[] | undefined;
  /** Where a redirect points, `other.example:8080`; the rest of the address may hold secrets. null for any other answer. */
  readonly redirectHost: string | null;
  /** Why there is no (whole) answer; null when there is one. */
  readonly failure: 'timeout' | 'connection' | 'aborted' | null;
  /** Detail of `failure` for people: `8 s`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`; null without one. */
  readonly detail: string | null;
}

/** Posts one callback. Never throws, never follows a redirect, reads 64 KB at most, ends within its time. */
export type Sender = (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryResult>;

export interface SenderOptions {
  /** Milliseconds over the whole exchange, from the start of the connection to the end of the answer. */
  readonly timeoutMs?: number | undefined;
}

/** spec: Events; reading: Callbacks, "Content-Type … and a User-Agent of the gateway's own". */
export function deliveryHeaders({ format }: Delivery): Readonly<Record<string, string>> {
  return {
    'content-type': format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': userAgent,
    accept: '*/*',
    // A few bytes of gzip can be gigabytes of text.
    'accept-encoding': 'identity',
  };
}
