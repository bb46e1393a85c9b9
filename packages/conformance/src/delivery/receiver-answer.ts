import { callbackAnswerLimit } from '@inrgate/sdk/internal';
import { type Header, headerPairs, headerValue } from '../http/headers.ts';
import { cut } from '../masking/cut.ts';
import { type Redirect, redirectOf } from './redirect.ts';
import type { DeliveryResult } from './sender.ts';

/** A response that is still arriving. Collects the relevant part and detects the end of the exchange. */
export class ReceiverAnswer {
  readonly #startedAt = performance.now();
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #head:
    | (Pick<DeliveryResult, 'headers'> & { readonly status: number; readonly redirect: Redirect | null })
    | null = null;

  /** @param headers names and values in alternation, as in node:http */
  begin(status: number, headers: readonly string[], url: string): void {
    const pairs = headerPairs(headers);
    const redirect = redirectOf(status, headerValue(pairs, 'location') ?? null, url);
    this.#head = { status, redirect, headers: shownHeaders(pairs) };
  }

  /** True after the status line. */
  get hasBegun(): boolean {
    return this.#head !== null;
  }

  /**
   * Returns true when the relevant part has arrived (reading: Callbacks, "first 64 KB"). The sender does not read the
   * rest.
   */
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
      redirectHost: this.#head?.redirect?.host ?? null,
      redirectChange: this.#head?.redirect?.change,
      failure,
      detail,
    };
  }
}

/** Formats a duration: `8 s`, `250 ms`. */
export function inWords(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

/** Maximum number of stored headers of a response. */
const maxHeaders = 50;
/**
 * Maximum number of shown characters of a header. More characters are stored, so a key at the end of the shown part is
 * masked completely.
 */
export const maxHeaderLength = 512;
/** Headers that can contain secrets of the receiver. A redirect URL can contain secrets too. */
const maskedHeaders = new Set(['set-cookie', 'authorization', 'location', 'www-authenticate']);

function shownHeaders(pairs: readonly Header[]): readonly Header[] {
  return pairs.slice(0, maxHeaders).map(([name, value]) => {
    const shown = maskedHeaders.has(name.toLowerCase()) ? '***' : value;
    return [cut(name, maxHeaderLength), cut(shown, maxHeaderLength)];
  });
}
