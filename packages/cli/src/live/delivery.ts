/** A callback as it came: the exact bytes, which are what is signed. */
export interface Delivery {
  readonly body: Buffer;
  /** The header as received; null when there is none. */
  readonly contentType: string | null;
}

/** What the gateway is answered. */
export interface CallbackAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer of plain text. */
export function plainAnswer(status: number, text: string): CallbackAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}
