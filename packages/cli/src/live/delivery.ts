/** A received callback with its exact bytes, because the signature covers the bytes. */
export interface Delivery {
  readonly body: Buffer;
  /** Content-Type header, or null. */
  readonly contentType: string | null;
}

/** Response to the gateway. */
export interface CallbackAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function plainAnswer(status: number, text: string): CallbackAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}
