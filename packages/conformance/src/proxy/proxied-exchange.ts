import type { ClientRequest, IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { bodyLimit } from '@inrgate/sdk/protocol';
import type { Passed } from '../har/har.ts';
import { errorCode, type Header, headerPairs, headerValue } from '../http/messages.ts';
import type { SeenAnswer, SeenMessage, SeenRequest } from '../traffic/exchange.ts';
import type { Route, Upstream } from './target.ts';

/** Maximum size of headers in bytes, four times Node's limit. */
export const maxHeaderSize = 65_536;
/** Maximum number of response bytes that the proxy stores. */
const answerLimit = 262_144;
/** Milliseconds that a client may need to finish its request after an early response. */
const drainMs = 2_000;

/** Header that marks the proxy's own response after a failed connection. */
const ownAnswerHeader = 'inrgate-proxy';

export interface ProxiedExchangeOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  readonly route: Route;
  /** Values of Host that mean the proxy. */
  readonly own: ReadonlySet<string>;
  readonly onPassed: (passed: Passed) => void;
}

export class ProxiedExchange {
  readonly #options: ProxiedExchangeOptions;
  readonly #startedAt = Date.now();
  /** Stores one byte more than the limit, to detect a request above the limit. */
  readonly #sent = new Copy(bodyLimit + 1);
  readonly #answered = new Copy(answerLimit);
  #head:
    | (Pick<SeenAnswer, 'status' | 'headers'> & { readonly statusText: string; readonly at: number })
    | null = null;
  #ended = false;
  readonly #pace = paced(bodyLimit);

  constructor(options: ProxiedExchangeOptions) {
    this.#options = options;
  }

  begin(): void {
    const { request, response } = this.#options;
    const passing = this.#open();
    passing.on('continue', () => response.writeContinue());
    passing.on('response', (answer) => this.#answer(answer, passing));
    // Fail, because an upgrade is unexpected: the proxy does not forward `Upgrade`.
    passing.on('upgrade', () => this.#fail('HPE_UPGRADE', passing));
    passing.on('error', (error) => this.#fail(errorCode(error), passing));
    request.on('data', (chunk: Uint8Array) => this.#sent.add(chunk));
    request.once('end', () => {
      this.#sent.end();
      const trailers = request.rawTrailers;
      if (trailers.length > 0) passing.addTrailers(headerPairs(trailers) as [string, string][]);
    });
    // The client disconnected before the response, so close the connection to the target too.
    response.once('close', () => {
      if (!response.writableFinished) this.#fail('gone', passing);
    });
    request.pipe(this.#pace).pipe(passing);
  }

  #open(): ClientRequest {
    const { request, upstream, route, own } = this.#options;
    const headers = forwardedHeaders(request.rawHeaders, own, route.origin);
    const [close] = optionsOf(headerPairs(request.rawHeaders)).filter((option) => option === 'close');
    if (close !== undefined) headers.push('Connection', close);
    const sent = headerPairs(headers);
    const framed = ['content-length', 'transfer-encoding'].some(
      (name) => headerValue(sent, name) !== undefined,
    );
    // A request without both headers has no body, but node:http would announce a chunked body.
    if (!framed && !/^(?:GET|HEAD|OPTIONS|DELETE|TRACE|CONNECT)$/.test(request.method ?? '')) {
      headers.push('Content-Length', '0');
    }
    const { method } = request;
    const passing = upstream.request(route.origin, {
      method,
      path: route.target,
      headers,
      maxHeaderSize,
      setHost: false,
    });
    // Send the headers, because a client with `Expect: 100-continue` sends its body only after a response.
    flushHead(passing);
    return passing;
  }

  #answer(answer: IncomingMessage, passing: ClientRequest): void {
    const { response } = this.#options;
    if (!this.#passHead(answer, passing)) return;
    flushHead(response);
    answer.on('data', (chunk: Uint8Array) => this.#answered.add(chunk));
    answer.once('end', () => {
      this.#answered.end();
      if (answer.rawTrailers.length > 0)
        response.addTrailers(headerPairs(answer.rawTrailers) as [string, string][]);
    });
    answer.on('error', (error) => {
      if (!answer.complete) this.#break(errorCode(error));
    });
    response.once('finish', () => this.#end(null));
    answer.pipe(response, { end: false });
    answer.once('end', () => this.#drained(() => response.end()));
  }

  /**
   * Forwards the status and headers. If node:http cannot write them, for example the status 099, the response counts as
   * unreadable.
   */
  #passHead(answer: IncomingMessage, passing: ClientRequest): boolean {
    const { response } = this.#options;
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
    const headers = endToEnd(rawHeaders);
    response.sendDate = false;
    // Node must add neither header. If the response has no length, the end of the connection marks its end.
    response.removeHeader('connection');
    response.removeHeader('transfer-encoding');
    const closes = optionsOf(headerPairs(rawHeaders)).includes('close');
    if (closes) headers.push('Connection', 'close');
    try {
      response.writeHead(status, statusText, headers);
    } catch (error) {
      this.#fail(errorCode(error), passing);
      return false;
    }
    this.#head = { status, statusText, headers: headerPairs(rawHeaders), at: Date.now() };
    return true;
  }

  /**
   * Reads and discards the rest of the request for a short time. If the proxy closed the connection with unread bytes,
   * the system would reset it, and the client would lose an early response.
   */
  #drained(then: () => void): void {
    const { request } = this.#options;
    if (request.complete || request.destroyed) {
      then();
      return;
    }
    this.#pace.unpipe();
    request.unpipe().resume();
    const timer = setTimeout(then, drainMs);
    const done = () => {
      clearTimeout(timer);
      then();
    };
    request.once('end', done).once('close', done);
  }

  /**
   * Handles a failure during the response. Forwards the received part, then ends the client's connection in the same
   * way.
   */
  #break(code: string): void {
    const { response } = this.#options;
    this.#end(code);
    response.socket?.destroySoon();
  }

  /**
   * Handles a failure before the response. Forwards a reset as a reset. For a failed connection, sends the proxy's own
   * 502.
   */
  #fail(code: string, passing: ClientRequest): void {
    const { request, response, route } = this.#options;
    // After the response, an error of the request has no effect.
    if (this.#ended || (this.#head !== null && code !== 'gone')) return;
    const reached = passing.socket?.connecting === false || passing.reusedSocket;
    this.#end(code);
    passing.destroy();
    if (code === 'gone' || response.destroyed) return;
    if (reached && isCut(code)) {
      request.socket.resetAndDestroy();
      return;
    }
    request.unpipe().resume();
    const text = `the proxy cannot connect to ${route.origin.host} (${code})${adviceOn(code)}\n`;
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      [ownAnswerHeader]: code,
      connection: 'close',
    };
    response.writeHead(502, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
  }

  /** Ends the exchange. A repeated call has no effect. */
  #end(failure: string | null): void {
    if (this.#ended) return;
    this.#ended = true;
    const passed = this.#passed(failure);
    // Report the exchange after the received bytes were written, so `onPassed` delays no bytes.
    setImmediate(() => this.#options.onPassed(passed));
  }

  #passed(failure: string | null): Passed {
    const { request, route } = this.#options;
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: route.path,
      query: route.query,
      headers: headerPairs(request.rawHeaders),
      ...this.#sent.seen(),
    };
    return {
      kind: route.kind,
      url: route.origin.origin + route.target,
      statusText: this.#head?.statusText ?? '',
      request: seen,
      answer: this.#head && {
        status: this.#head.status,
        headers: this.#head.headers,
        ...this.#answered.seen(),
      },
      failure,
      startedAt: this.#startedAt,
      answeredAt: this.#head?.at ?? null,
      endedAt: Date.now(),
      httpVersion: request.httpVersion,
    };
  }
}

/**
 * Forwards a body above the limit in chunks, and reads the socket before each chunk. If the target rejects the body and
 * closes the connection, its response therefore arrives before a write fails.
 */
function paced(limit: number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, pass) {
      length += chunk.byteLength;
      if (length <= limit) pass(null, chunk);
      else setImmediate(() => setImmediate(() => pass(null, chunk)));
    },
  });
}

/** Like `flushHeaders`, but in Latin-1, the encoding of the received headers, instead of UTF-8. */
function flushHead(message: OutgoingMessage): void {
  message.write('', 'latin1');
}

/** Advice for an untrusted certificate. The proxy trusts the same certificate authorities as Node. */
function adviceOn(code: string): string {
  if (!/SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code)) return '';
  return ': its certificate is not trusted. Set NODE_EXTRA_CA_CERTS=FILE.pem, the file with the CA certificate';
}

/** Returns whether an established connection ended. Excludes a failed connection attempt. */
function isCut(code: string): boolean {
  return !/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$|CERT|TLS|SSL|VERIFY/.test(
    code,
  );
}

/** Headers that apply to one connection only (RFC 9110, 7.6.1). The proxy replaces them on each side. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'upgrade',
]);

/** Returns the end-to-end headers in their original order and spelling. Names and values alternate, as in node:http. */
function endToEnd(raw: readonly string[]): string[] {
  const pairs = headerPairs(raw);
  const named = new Set(optionsOf(pairs));
  return pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return hopByHop.has(lower) || named.has(lower) ? [] : [name, value];
  });
}

/** Returns the options of `Connection`. The proxy forwards `close` by closing the connection. */
function optionsOf(pairs: readonly Header[]): readonly string[] {
  return pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((option) => option.trim());
}

/**
 * Returns the headers that a client would send directly to the target. Replaces a Host of the proxy with the host of
 * the target. Keeps any other Host, because the target must detect a rebound name.
 */
function forwardedHeaders(raw: readonly string[], own: ReadonlySet<string>, target: URL): string[] {
  const headers = endToEnd(raw);
  for (const [at, name] of headers.entries()) {
    if (at % 2 !== 0 || name.toLowerCase() !== 'host') continue;
    if (own.has((headers[at + 1] ?? '').toLowerCase())) headers[at + 1] = target.host;
  }
  return headers;
}

/** A copy of a body up to a limit, with the length of the whole body. */
class Copy {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #kept = 0;
  #length = 0;
  #complete = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength;
    if (this.#kept >= this.#limit) return;
    const part = chunk.subarray(0, this.#limit - this.#kept);
    this.#kept += part.byteLength;
    // Copy the chunk, because the socket reuses its memory.
    this.#chunks.push(Uint8Array.from(part));
  }

  end(): void {
    this.#complete = true;
  }

  seen(): Pick<SeenMessage, 'body' | 'length' | 'complete'> {
    return { body: Buffer.concat(this.#chunks), length: this.#length, complete: this.#complete };
  }
}
