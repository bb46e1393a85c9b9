import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { headerPairs, type WireRequest, type WireResponse } from '../wire/exchange.ts';
import { plainAddress } from '../wire/ip-list.ts';

/** Milliseconds that a caller has to finish sending what is not wanted any more. */
const drainMs = 2_000;

/** The gateway as a listener of node:http; the caller's address is the socket's. */
export function answerNode(answer: (request: WireRequest) => Promise<WireResponse>): RequestListener {
  return async (request, response) => {
    try {
      const { remoteAddress = '' } = request.socket;
      await writeWireResponse(response, await answer(toWireRequest(request, response, remoteAddress)));
    } catch {
      // What fails while it is written, such as a stream, is told by its source.
      response.destroy();
    }
  };
}

/** A request of node:http (Express's is one) as the gateway sees it. */
export function toWireRequest(request: IncomingMessage, response: ServerResponse, ip: string): WireRequest {
  const { authority, target } = targetOf(request.url ?? '/');
  const [path = '', ...query] = target.split('?');
  let abort: AbortController | undefined;
  return {
    method: request.method ?? '',
    path: path === '' ? '/' : path,
    query: query.join('?'),
    ip: plainAddress(ip),
    header: (name) => (name === 'host' && authority !== null ? authority : headerText(request.headers[name])),
    headers: () => headerPairs(request.rawHeaders),
    body: chunksOf(request),
    get signal() {
      abort ??= abortWhenGone(response);
      return abort.signal;
    },
  };
}

/** What is written to a proxy names the host as well, and then a Host header says nothing (RFC 9112, absolute-form). */
function targetOf(url: string): { readonly authority: string | null; readonly target: string } {
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (absolute === null) return { authority: null, target: url };
  return { authority: absolute[1] ?? '', target: url.slice(absolute[0].length) };
}

/**
 * The body as it arrives. Leaving the loop early leaves the rest unread and the socket open, since the refusal still
 * has to be sent on it; the stream's own iterator would cost several times as much.
 */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk: Buffer | null = request.read();
    if (chunk !== null) yield chunk;
    else if (request.readableEnded) return;
    else if (request.destroyed) throw new Error('the caller left before the whole request was there');
    else await moreOf(request);
  }
}

/** Resolves when there is something to read, or nothing will come any more. */
function moreOf(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'] as const;
    const done = () => {
      for (const event of events) request.off(event, done);
      resolve();
    };
    for (const event of events) request.on(event, done);
  });
}

function headerText(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** An answer that closes before it was written whole has nobody left to read it. */
function abortWhenGone(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller;
}

/** Writes the answer, or lets it go wrong as a fault asks. */
export async function writeWireResponse(response: ServerResponse, answer: WireResponse): Promise<void> {
  switch (answer.mishap) {
    case 'drop':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'truncate':
      return writeHalf(response, answer);
    default:
      return writeWhole(response, answer);
  }
}

async function writeWhole(response: ServerResponse, { status, headers, body }: WireResponse): Promise<void> {
  const unread = !response.req.complete;
  const connection: Record<string, string> = unread ? { connection: 'close' } : {};
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, ...connection, ...lengthOf(status, body) });
    response.end(body);
  } else {
    response.writeHead(status, { ...headers, ...connection });
    await writeStream(response, body);
  }
  if (unread) discardRest(response.req);
}

/** 204 has no body, so no length either (RFC 9110, Content-Length). */
function lengthOf(status: number, body: string | Uint8Array): Record<string, number> {
  return status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
}

async function writeStream(response: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  for await (const chunk of body) {
    if (response.destroyed) return;
    // Nothing more is taken from the source until the reader has taken this.
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** What was written has left, or nobody is there to take it. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Half the body under the length of the whole, then the connection closes (contract: truncate). */
function writeHalf(response: ServerResponse, { status, headers, body }: WireResponse): void {
  const bytes = Buffer.from(body as string | Uint8Array);
  response.writeHead(status, { ...headers, 'content-length': bytes.byteLength });
  response.write(bytes.subarray(0, bytes.byteLength >> 1), () => response.socket?.destroy());
}

/** Reads on for a moment without keeping anything, so that the caller sees the answer and not a reset. */
function discardRest(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), drainMs);
  timer.unref();
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
