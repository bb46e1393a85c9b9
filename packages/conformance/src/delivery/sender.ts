import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Header } from '../http/headers.ts';
import type { RedirectChange } from './redirect.ts';

/** `User-Agent` of every callback (reading: Callbacks, "a User-Agent of the gateway's own"). */
export const userAgent = 'inrgate-mock-gateway';

/** One POST with exactly the stored bytes. */
export interface Delivery {
  readonly url: string;
  readonly format: CallbackFormat;
  readonly body: string;
}

/** The result of the whole exchange. */
export interface DeliveryResult {
  /** Whole real milliseconds. */
  readonly durationMs: number;
  /** null when no status line arrived. */
  readonly status: number | null;
  /** The first 64 KB of the response; null if none arrived. */
  readonly body: Uint8Array | null;
  /** The response headers, for display; absent if none arrived. */
  readonly headers?: readonly Header[] | undefined;
  /** Host of a redirect, `other.example:8080`, without the rest of the URL, which can contain secrets. Otherwise null. */
  readonly redirectHost: string | null;
  /** How the URL of the redirect differs; absent without a redirect. */
  readonly redirectChange?: RedirectChange | undefined;
  /** Why the response is missing or incomplete; null for a complete one. */
  readonly failure: 'timeout' | 'connection' | 'aborted' | null;
  /** Detail of `failure` for display: `8 s`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. null without one. */
  readonly detail: string | null;
}

/** Posts one callback. Never throws, never follows a redirect, reads 64 KB at most, ends within its time. */
export type Sender = (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryResult>;

export interface SenderOptions {
  /** Milliseconds over the whole exchange, from the start of the connection to the end of the response. */
  readonly timeoutMs?: number | undefined;
}

/** spec: Events; reading: Callbacks, "Content-Type … and a User-Agent of the gateway's own". */
export function deliveryHeaders({ format }: Delivery): Readonly<Record<string, string>> {
  return {
    'content-type': format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
    'user-agent': userAgent,
    accept: '*/*',
    // A few bytes of gzip can expand to gigabytes.
    'accept-encoding': 'identity',
  };
}
