import { callbackAnswerLimit } from '@inrgate/sdk/internal';
import { type Header, headerPairs } from '../http/headers.ts';
import type { DeliveryResult } from './sender.ts';

/** An answer while it comes in: as much of it as counts, and how the exchange ended. */
export class ReceiverAnswer {
  readonly #startedAt = performance.now();
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #head: (Pick<DeliveryResult, 'redirectHost' | 'headers'> & { readonly status: number }) | null = null;

  /** @param headers name, value, name, value, as node:http has them */
  begin(status: number, headers: readonly string[], url: string): void {
    const pairs = headerPairs(headers);
    const [, location = null] = pairs.find(([name]) => name.toLowerCase() === 'location') ?? [];
    const redirectHost = isRedirect(status) ? hostOf(location, url) : null;
    this.#head = { status, redirectHost, headers: shownHeaders(pairs) };
  }

  /** Whether a status line has arrived. */
  get hasBegun(): boolean {
    return this.#head !== null;
  }

  /** True when everything that counts has arrived: the rest is not read (reading: Callbacks, "first 64 KB"). */
  add(chunk: Uint8Array): boolean {
    const counted = chunk.subarray(0, callbackAnswerLimit - this.#length);
    this.#chunks.push(counted);
    this.#length += counted.length;
    return this.#length === callbackAnswerLimit;
  }

  end(failure: DeliveryResult['failure'] = null, detail: string | null = null): DeliveryResult {
    return {
      durationMs: Math.round(performance.now() - this.#startedAt),
      status: this.#head?.status ?? null,
      body: this.#head === null ? null : Buffer.concat(this.#chunks),
      headers: this.#head?.headers,
      redirectHost: this.#head?.redirectHost ?? null,
      failure,
      detail,
    };
  }
}

/** `8 s`, `250 ms`. */
export function inWords(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

/** Of a receiver's headers this much is kept; a response can be as long as its sender likes. */
const maxHeaders = 50;
const maxHeaderLength = 512;
/** A receiver's own secrets, and what a redirect's address may hold. */
const maskedHeaders = new Set(['set-cookie', 'authorization', 'location', 'www-authenticate']);

function shownHeaders(pairs: readonly Header[]): readonly Header[] {
  return pairs.slice(0, maxHeaders).map(([name, value]) => {
    const shown = maskedHeaders.has(name.toLowerCase()) ? '***' : value;
    return [name.slice(0, maxHeaderLength), shown.slice(0, maxHeaderLength)];
  });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function hostOf(location: string | null, url: string): string | null {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).host : null;
}
