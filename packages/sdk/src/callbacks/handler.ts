import { bodyLimit } from '../protocol/limits.ts';
import { answerHeaders, type CallbackHandlerOptions, createReceiver } from './receive.ts';
import { CallbackVerificationError } from './verification-error.ts';

/**
 * Makes a handler for callbacks on the Fetch API: for Hono, Next.js, Remix, Bun, Deno and the like. Pass it the
 * request with its body unread.
 *
 * It acknowledges with 200 `success` only after your function is done; a function that throws or rejects is answered
 * 500, so that the callback comes again. Deliveries of the same callback at the same time are answered 503, out of
 * date and repeated ones are acknowledged without calling your function.
 *
 * @throws {ConfigurationError} for missing credentials
 */
export function createCallbackHandler(
  options: CallbackHandlerOptions,
): (request: Request) => Promise<Response> {
  const receive = createReceiver(options);
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
  if (request.bodyUsed) throw new CallbackVerificationError('parsed_body');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > bodyLimit) throw new CallbackVerificationError('body_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
