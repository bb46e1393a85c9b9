import type { CallbackFormat } from '@inrgate/sdk/internal';
import type { Header } from '../http/headers.ts';
import type { RedirectChange } from './redirect.ts';

/** `User-Agent` of every callback (reading: Callbacks, "a User-Agent of the gateway's own"). */
export const userAgent = 'inrgate-mock-gateway';

/** One POST. Its body is exactly the stored bytes. */
export interface Delivery {
  readonly url: string;
  readonly format: CallbackFormat;
  readonly body: string;
  /** Default POST. The checker also sends the requests of a forger. */
  readonly method?: 'GET' | undefined;
  /** Replaces the content type of the format. */
  readonly contentType?: string | undefined;
}

/** The result of one exchange with a receiver. */
export interface DeliveryResult {
  /** Duration in whole real milliseconds. */
  readonly durationMs: number;
  /** HTTP status, or null if no status line arrived. */
  readonly status: number | null;
  /** The first 64 KB of the response, or null if none arrived. */
  readonly body: Uint8Array | null;
  /** The response headers, for display. Headers that can contain secrets are masked. */
  readonly headers?: readonly Header[] | undefined;
  /** Host of a redirect: `other.example:8080`. The rest of the URL is omitted, because it can contain secrets. */
  readonly redirectHost: string | null;
  /** Difference between the URL and its redirect, if the response is a redirect. */
  readonly redirectChange?: RedirectChange | undefined;
  /** Reason for a missing or incomplete response, or null for a complete response. */
  readonly failure: 'timeout' | 'connection' | 'aborted' | null;
  /** Detail of `failure` for display: `8 s`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. Null if the response is complete. */
  readonly detail: string | null;
}

/** Posts one callback. Never throws, never follows a redirect, reads at most 64 KB, and ends within its time limit. */
export type Sender = (delivery: Delivery, signal: AbortSignal) => Promise<DeliveryResult>;

export interface SenderOptions {
  /** Maximum milliseconds of the whole exchange, from the connection attempt to the end of the response. */
  readonly timeoutMs?: number | undefined;
}

/** spec: Events; reading: Callbacks, "Content-Type … and a User-Agent of the gateway's own". */
export function deliveryHeaders({ format, contentType }: Delivery): Readonly<Record<string, string>> {
  const usual = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    'content-type': contentType ?? usual,
    'user-agent': userAgent,
    accept: '*/*',
    // Accept no compression, because a few bytes of gzip can expand to gigabytes.
    'accept-encoding': 'identity',
  };
}
