import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyCollector, inTime } from '../callbacks/body.ts';
import type { CallbackHandlerOptions } from '../callbacks/handler-options.ts';
import { answerHeaders, type CallbackAnswer, createReceiver } from '../callbacks/receive.ts';
import { CallbackVerificationError } from '../errors/callback-verification-error.ts';
import { GatewayError } from '../errors/gateway-error.ts';

/** A request of Express or of `node:http`; `body` and `rawBody` are what body parsers left on it. */
export type CallbackRequest = IncomingMessage & {
  /** Used when it is text or bytes, as `express.raw()` leaves it. */
  readonly body?: unknown;
  /** Used before `body`, when it is text or bytes. */
  readonly rawBody?: unknown;
};

/**
 * Makes a handler for callbacks on Express and plain `node:http`. Mount it before `express.json()`, or behind
 * `express.raw()`: it reads the body itself unless a parser left the raw bytes in `req.body` or `req.rawBody`. A body
 * that was parsed already is answered 500 with what to do about it. It answers every request and calls no next
 * handler. If something else has responded, such as a middleware for timeouts, `onError` gets a `GatewayError`. The
 * returned promise never rejects.
 *
 * ```ts
 * app.post('/callbacks', callbackMiddleware({ mchId, mchKey, mchSecret, onPayin }));
 * ```
 *
 * @throws {ConfigurationError} for missing credentials, white space around one, a function without the key of its kind, or
 * a `confirm` of another merchant
 */
export function callbackMiddleware(
  options: CallbackHandlerOptions,
): (request: CallbackRequest, response: ServerResponse) => Promise<void> {
  const { receive, report } = createReceiver(options);
  return async (request, response) => {
    const answer = await receive({
      method: request.method ?? '',
      contentType: request.headers['content-type'] ?? null,
      body: () => rawBody(request),
    });
    try {
      respond(response, answer);
    } catch (error) {
      // What else is not a success has been reported.
      if (answer.status === 200) report(error);
    }
  };
}

/** @throws {GatewayError} when something else has responded, such as a middleware for timeouts */
function respond(response: ServerResponse, answer: CallbackAnswer): void {
  if (response.headersSent || response.destroyed) {
    const instead = response.headersSent
      ? `another handler had responded with ${response.statusCode}; let no other handler respond to callbacks`
      : 'the connection was closed; respond within 8 seconds';
    throw new GatewayError(
      `callbackMiddleware could not respond ${answer.status} ${answer.text}: ${instead}`,
      {
        outcome: 'not_sent',
        attempts: 0,
      },
    );
  }
  // The rest of a body that was too large or too slow is not read, so the connection cannot be used again.
  if ([408, 413].includes(answer.status)) response.setHeader('connection', 'close');
  response.writeHead(answer.status, answerHeaders(answer)).end(answer.text);
}

async function rawBody(request: CallbackRequest): Promise<Uint8Array | string> {
  for (const body of [request.rawBody, request.body]) {
    if (typeof body === 'string') return body;
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  // Parsers of Express 4 leave an empty object where they did not read; whether the stream was read is certain.
  if (request.readableDidRead || request.readableEnded) throw new CallbackVerificationError('parsed_body');
  return inTime(readStream(request)).finally(() => request.pause());
}

/** Iterating would destroy the socket with the answer still to write. */
function readStream(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const body = new BodyCollector();
    request.on('data', (chunk: Buffer) => {
      try {
        body.add(chunk);
      } catch (error) {
        request.pause();
        reject(error);
      }
    });
    request.on('end', () => resolve(body.bytes()));
    request.on('error', reject);
  });
}
