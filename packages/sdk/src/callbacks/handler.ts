import { CallbackVerificationError } from '../errors/callback-verification-error.ts';
import { BodyCollector, inTime } from './body.ts';
import type { CallbackHandlerOptions } from './handler-options.ts';
import { answerHeaders, createReceiver } from './receive.ts';

/**
 * Makes a handler for callbacks on the Fetch API: for Hono, Next.js, Remix, Bun, Deno and the like. Pass it the
 * request with its body unread.
 *
 * It acknowledges with 200 `success` only after your function is done; a function that throws or rejects is answered
 * 500, so that the callback comes again. Deliveries of the same callback at the same time are answered 503, out of
 * date and repeated ones are acknowledged without calling your function. Of a body it reads 64 KB and 8 seconds at
 * most.
 *
 * @throws {ConfigurationError} for missing credentials, white space around one, a function without the key of its kind, or
 * a `confirm` of another merchant
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
    return await inTime(collect(reader));
  } finally {
    // After the end it does nothing. Not awaited: the sender may not let go.
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
