import { CallbackVerificationError } from '../errors/callback-errors.ts';
import { bodyLimit } from '../protocol/limits.ts';
import { inTime } from './complete.ts';
import type { CallbackHandlerOptions } from './handler-options.ts';
import { answerHeaders, createReceiver } from './receive.ts';

/**
 * Creates a callback handler on the Fetch API, for example for Hono, Next.js, Remix, Bun and Deno. Pass the request
 * with an unread body.
 *
 * The handler returns 200 `success` only after your function has finished. If the function throws or rejects, the
 * handler returns 500, and the gateway retries the callback. The handler returns 503 for another delivery of a callback
 * that it is still handling. It acknowledges outdated and repeated callbacks without a call of your function. The
 * handler reads at most 64 KB of a body, for at most 8 seconds.
 *
 * @throws {ConfigurationError} for missing credentials, white space around a credential, a function without the key of
 * its kind, or a `confirm` client of another merchant
 */
export function createCallbackHandler(
  options: CallbackHandlerOptions,
): (request: Request) => Promise<Response> {
  const { receive } = createReceiver(options);
  return async (request) => {
    const answer = await receive({
      method: request.method,
      contentType: request.headers.get('content-type'),
      body: () => readBody(request),
    });
    return new Response(answer.text, { status: answer.status, headers: answerHeaders(answer) });
  };
}

async function readBody(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed || request.body?.locked) throw new CallbackVerificationError('parsed_body');
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  try {
    return await inTime(collect(reader), bodyTimeout);
  } finally {
    // After the end of the body, `cancel` has no effect. Do not await it, because the sender may keep the connection
    // open.
    reader.cancel().catch(() => {});
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const body = new BodyCollector();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return body.bytes();
    body.add(value);
  }
}

export const bodyTimeout = () => new CallbackVerificationError('body_timeout');

/** Collects the bytes of a request body, up to 64 KB, regardless of the `Content-Length` header. */
export class BodyCollector {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  /** @throws {CallbackVerificationError} `body_too_large` */
  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > bodyLimit) throw new CallbackVerificationError('body_too_large');
    this.#chunks.push(chunk);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}
