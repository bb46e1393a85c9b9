import type { IncomingMessage, ServerResponse } from 'node:http';
import { inTime } from '../callbacks/complete.ts';
import { BodyCollector, bodyTimeout } from '../callbacks/handler.ts';
import type { CallbackHandlerOptions } from '../callbacks/handler-options.ts';
import { answerHeaders, type CallbackAnswer, createReceiver } from '../callbacks/receive.ts';
import { CallbackVerificationError } from '../errors/callback-errors.ts';
import { GatewayError } from '../errors/errors.ts';

/** A request of Express or `node:http`. Body parsers can set `body` and `rawBody`. */
export type CallbackRequest = IncomingMessage & {
  /** The parsed or raw body. The handler uses it if it is a string or bytes, as `express.raw()` sets it. */
  readonly body?: unknown;
  /** The raw body, as a string or bytes. Takes precedence over `body`. */
  readonly rawBody?: unknown;
};

/**
 * Creates a callback handler for Express and plain `node:http`. Mount it before `express.json()` or after
 * `express.raw()`.
 *
 * The handler reads the body unless a parser has set the raw bytes in `req.body` or `req.rawBody`. For a parsed body
 * the handler returns 500, and `onError` receives the fix. The handler responds to every request and never calls
 * `next`. If other code has already responded, `onError` receives a `GatewayError`. The returned promise never rejects.
 *
 * ```ts
 * app.post('/callbacks', callbackMiddleware({ mchId, mchKey, mchSecret, onPayin }));
 * ```
 *
 * @throws {ConfigurationError} for missing credentials, white space around a credential, a function without the key of
 * its kind, or a `confirm` client of another merchant
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
      // The receiver has already reported other failures.
      if (answer.status === 200) report(error);
    }
  };
}

/** @throws {GatewayError} if other code has already responded, for example a timeout middleware */
function respond(response: ServerResponse, answer: CallbackAnswer): void {
  if (response.headersSent || response.destroyed) {
    const instead = response.headersSent
      ? `another handler responded with ${response.statusCode} first; only one handler may respond to callbacks`
      : 'the connection was closed before the response; respond within 8 seconds';
    throw new GatewayError(
      `callbackMiddleware could not respond with ${answer.status} ${answer.text}: ${instead}`,
      {
        outcome: 'not_sent',
        attempts: 0,
      },
    );
  }
  // The handler does not read the rest of a body that is too large or too slow, so the connection cannot be reused.
  if ([408, 413].includes(answer.status)) response.setHeader('connection', 'close');
  response.writeHead(answer.status, answerHeaders(answer)).end(answer.text);
}

async function rawBody(request: CallbackRequest): Promise<Uint8Array | string> {
  for (const body of [request.rawBody, request.body]) {
    if (typeof body === 'string') return body;
    if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  // Parsers of Express 4 set an empty object without reading the body, so check whether the stream was read.
  if (request.readableDidRead || request.readableEnded) throw new CallbackVerificationError('parsed_body');
  return inTime(readStream(request), bodyTimeout).finally(() => request.pause());
}

/** Reads the body through events, because iteration would destroy the socket before the response. */
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
