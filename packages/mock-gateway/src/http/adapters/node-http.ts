import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Header, headerPairs } from '@inrgate/conformance/internal';
import { BrokenBody, type WireRequest, type WireResponse } from '../core/exchange.ts';
import { plainAddress } from '../core/ip-list.ts';
import { jsonResponse } from '../core/respond.ts';
import { callerBehind, type ProxyTrust, trustedProxies } from './proxy-trust.ts';

/** Milliseconds that a client may need to finish sending a body that the gateway ignores. */
const drainMs = 2_000;

const readBefore =
  'Other middleware read the body before the gateway. Mount gatewayExpress before express.json() and other parsers.';

/**
 * The gateway as a listener of node:http. The client's IP address is the IP address of the socket, unless proxies are
 * trusted.
 */
export function answerNode(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { trustProxy = false }: ProxyTrust = {},
): RequestListener {
  const trusted = trustProxy ? trustedProxies(trustProxy) : null;
  const unfinished = new UnfinishedBodies();
  return async (request, response) => {
    try {
      const { remoteAddress = '' } = request.socket;
      const ip = trusted === null ? remoteAddress : callerBehind(request, trusted);
      await respond(answer, { request, response, caller: { ip, unfinished } });
    } catch {
      // The code that creates the stream reports the stream's failure.
      response.destroy();
    }
  };
}

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
}

/** Answers a request and writes the response. Rejects a request with several Host headers (RFC 9112, 3.2). */
export async function respond(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { request, response, caller }: Arrived,
): Promise<void> {
  const answered = hasSeveralHosts(request)
    ? jsonResponse(400, { error: 'invalid_request', message: 'The request has several Host headers.' })
    : await answer(new NodeRequest(request, response, caller));
  await writeWireResponse(response, answered);
}

/** Node ignores all Host headers except the first, so `headers` does not show them. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  return hosts > 1;
}

interface Caller {
  readonly ip: string;
  /** Unfinished bodies of all requests to the server. */
  readonly unfinished: UnfinishedBodies;
}

class NodeRequest implements WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly ip: string;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #unfinished: UnfinishedBodies;
  readonly #authority: string | null;
  #abort: AbortController | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, { ip, unfinished }: Caller) {
    const { authority, target } = targetOf(request.url ?? '/');
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    this.method = request.method ?? '';
    this.path = path === '' ? '/' : path;
    this.query = mark === -1 ? '' : target.slice(mark + 1);
    this.ip = plainAddress(ip);
    this.#request = request;
    this.#unfinished = unfinished;
    this.#response = response;
    this.#authority = authority;
  }

  header(name: string): string | null {
    if (name === 'host' && this.#authority !== null) return this.#authority;
    return headerText(this.#request.headers[name]);
  }

  headers(): readonly Header[] {
    return headerPairs(this.#request.rawHeaders);
  }

  body(limit: number): Promise<Uint8Array | null> {
    return bodyOf(this.#request, limit, this.#unfinished);
  }

  get signal(): AbortSignal {
    this.#abort ??= abortWhenGone(this.#response);
    return this.#abort.signal;
  }
}

/** Splits the request target. The host of an absolute target overrides the Host header (RFC 9112). */
function targetOf(url: string): { readonly authority: string | null; readonly target: string } {
  if (url.startsWith('/')) return { authority: null, target: url };
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (absolute === null) return { authority: null, target: url };
  return { authority: absolute[1] ?? '', target: url.slice(absolute[0].length) };
}

/**
 * Reads the body. Resolves with null when the body exceeds the limit, and keeps the socket open for the error response.
 * Uses stream events, because they are several times as fast as the iterator.
 */
function bodyOf(
  request: IncomingMessage,
  limit: number,
  unfinished: UnfinishedBodies,
): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    // A stream that has already ended emits no events, so the promise would never settle.
    if (request.readableEnded) {
      reject(new BrokenBody(readBefore));
      return;
    }
    const chunks: Buffer[] = [];
    const stop = () => {
      unfinished.remove(body);
      request.off('data', take).off('end', end).off('close', gone).off('error', gone);
    };
    const end = () => {
      stop();
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, body.size));
    };
    const gone = () => {
      stop();
      chunks.length = 0;
      reject(new Error('the client disconnected before the end of the request, or sent it too slowly'));
    };
    const body = { size: 0, giveUp: gone };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      unfinished.add(body, chunk.byteLength);
      if (body.size <= limit) return;
      stop();
      request.pause();
      resolve(null);
    };
    if (request.destroyed) gone();
    else request.on('data', take).on('end', end).on('close', gone).on('error', gone);
  });
}

function headerText(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** Aborts if the response closes before it is complete, because the client has disconnected. */
function abortWhenGone(response: ServerResponse): AbortController {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller;
}

/** Writes the response, or applies its transport fault. */
function writeWireResponse(response: ServerResponse, answer: WireResponse): Promise<void> | void {
  switch (answer.transportFault) {
    case 'drop':
      response.socket?.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'truncate':
      return writeHalf(response, answer);
    case undefined:
      return writeWhole(response, answer);
    default:
      answer.transportFault satisfies never;
  }
}

function writeWhole(response: ServerResponse, answer: WireResponse): Promise<void> | void {
  const { status, body } = answer;
  const unread = !response.req.complete;
  const headers: Record<string, string | number> = { ...answer.headers };
  if (unread) {
    headers['connection'] = 'close';
    discardRest(response.req);
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) {
    response.writeHead(status, headers);
    return writeStream(response, body);
  }
  const length = Buffer.byteLength(body);
  // A 204 has no body and no length. The length of a 304 would be that of the 200 response (RFC 9110, 8.6).
  if (status !== 204 && status !== 304) headers['content-length'] = length;
  response.writeHead(status, headers);
  if (typeof body !== 'string') response.end(body);
  // Write the body together with the head. An ASCII body needs no conversion to UTF-8.
  else response.end(body, length === body.length ? 'latin1' : 'utf8');
}

async function writeStream(response: ServerResponse, body: AsyncIterable<string>): Promise<void> {
  for await (const chunk of body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** Resolves when the buffer is empty or the client has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/**
 * Writes half of the body with the content length of the whole body, then closes the connection (contract: truncate).
 */
function writeHalf(response: ServerResponse, { status, headers, body }: WireResponse): void {
  const bytes = Buffer.from(body as string | Uint8Array);
  response.writeHead(status, { ...headers, 'content-length': bytes.byteLength });
  response.write(bytes.subarray(0, bytes.byteLength >> 1), () => response.socket?.destroy());
}

/**
 * Reads and discards the rest of the body for a short time. Otherwise the client could receive a connection reset
 * instead of the response.
 */
function discardRest(request: IncomingMessage): void {
  const timer = setTimeout(() => request.socket.destroy(), drainMs);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}

/** A body that is still arriving. */
export interface UnfinishedBody {
  /** Bytes received so far. */
  size: number;
  /** Stops reading and frees the bytes. */
  readonly giveUp: () => void;
}

/** Maximum bytes in all unfinished bodies of a server, enough for 256 bodies of the wire API. */
const mostBytes = 16 * 1024 * 1024;

/** Limits the memory of unfinished bodies. Above the limit, the oldest body is given up. */
export class UnfinishedBodies {
  readonly #bodies = new Set<UnfinishedBody>();
  #bytes = 0;

  add(body: UnfinishedBody, bytes: number): void {
    this.#bodies.add(body);
    body.size += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#bodies) {
      if (this.#bytes <= mostBytes) return;
      oldest.giveUp();
    }
  }

  remove(body: UnfinishedBody): void {
    if (this.#bodies.delete(body)) this.#bytes -= body.size;
  }
}
