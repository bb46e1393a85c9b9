import { callbackAnswerLimit } from '@inrgate/sdk/protocol';
import type { DeliveryResult } from './sender.ts';

/** An answer while it comes in: as much of it as counts, and how the exchange ended. */
export class Answer {
  readonly #startedAt = performance.now();
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  #head: { readonly status: number; readonly redirectHost: string | null } | null = null;

  /** @param location the header, for a redirect */
  begin(status: number, location: string | null, url: string): void {
    this.#head = { status, redirectHost: isRedirect(status) ? hostOf(location, url) : null };
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

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function hostOf(location: string | null, url: string): string | null {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).host : null;
}
