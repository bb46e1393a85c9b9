import type { ClientRequest, IncomingMessage, OutgoingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { bodyLimit } from '@inrgate/sdk/protocol';
import { headerPairs } from '../http/headers.ts';
import type { SeenAnswer, SeenRequest } from '../traffic/exchange.ts';
import { Copy } from './copy.ts';
import { endToEnd, forwardedHeaders, optionsOf, rawHeader } from './headers.ts';
import { maxHeaderSize, type Passed } from './passed.ts';
import type { Route } from './target.ts';
import type { Upstream } from './upstream.ts';

/** Of an answer this much is kept to be judged. */
const answerLimit = 262_144;
/** Milliseconds that a caller has to finish sending what its answer did not wait for. */
const drainMs = 2_000;

/** Said in an answer that is the proxy's own: nothing could be connected, so there is none to pass on. */
const ownAnswerHeader = 'inrgate-proxy';

export interface ProxiedExchangeOptions {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly upstream: Upstream;
  readonly route: Route;
  /** The proxy's own names, as a Host. */
  readonly own: ReadonlySet<string>;
  readonly onPassed: (passed: Passed) => void;
}

/** One exchange on its way through. */
export class ProxiedExchange {
  readonly #options: ProxiedExchangeOptions;
  readonly #startedAt = Date.now();
  /** One byte more than a request can have tells that it is over the limit. */
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
    // Nobody asked for one: `Upgrade` is not passed on.
    passing.on('upgrade', () => this.#fail('HPE_UPGRADE', passing));
    passing.on('error', (error) => this.#fail(codeOf(error), passing));
    request.on('data', (chunk: Uint8Array) => this.#sent.add(chunk));
    request.once('end', () => {
      this.#sent.end();
      const trailers = request.rawTrailers;
      if (trailers.length > 0) passing.addTrailers(headerPairs(trailers) as [string, string][]);
    });
    // Its caller has gone before it was answered: the target sees that as well.
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
    const framed = ['content-length', 'transfer-encoding'].some(
      (name) => rawHeader(headers, name) !== undefined,
    );
    // Without either there is no body; node:http would announce one in chunks.
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
    // A caller that asks whether it may send its body sends nothing before the answer.
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
      if (!answer.complete) this.#break(codeOf(error));
    });
    response.once('finish', () => this.#end(null));
    answer.pipe(response, { end: false });
    answer.once('end', () => this.#drained(() => response.end()));
  }

  /** A head that node:http reads and refuses to write, such as a status of 099, is as one that it cannot read. */
  #passHead(answer: IncomingMessage, passing: ClientRequest): boolean {
    const { response } = this.#options;
    const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
    const headers = endToEnd(rawHeaders);
    response.sendDate = false;
    // Neither is added: an answer without a length ends with its connection, as it came.
    response.removeHeader('connection');
    response.removeHeader('transfer-encoding');
    const closes = optionsOf(headerPairs(rawHeaders)).includes('close');
    if (closes) headers.push('Connection', 'close');
    try {
      response.writeHead(status, statusText, headers);
    } catch (error) {
      this.#fail(codeOf(error), passing);
      return false;
    }
    this.#head = { status, statusText, headers: headerPairs(rawHeaders), at: Date.now() };
    return true;
  }

  /**
   * The answer may not have waited for the whole request: a connection that ends with something unread is reset, and the
   * answer lost with it. So what still comes is read and dropped for a moment first.
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

  /** In the middle of the answer: what has come is passed on, and then the connection ends as it did. */
  #break(code: string): void {
    const { response } = this.#options;
    this.#end(code);
    response.socket?.destroySoon();
  }

  /** Before the answer: a reset for a reset. Where nothing could be connected there is nothing to pass on. */
  #fail(code: string, passing: ClientRequest): void {
    const { request, response, route } = this.#options;
    // What goes wrong with the request once it is answered is no matter: the answer says so.
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
    const text = `the proxy has no connection to ${route.origin.host} (${code})${adviceOn(code)}\n`;
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      [ownAnswerHeader]: code,
      connection: 'close',
    };
    response.writeHead(502, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
  }

  /** The first end counts. */
  #end(failure: string | null): void {
    if (this.#ended) return;
    this.#ended = true;
    const passed = this.#passed(failure);
    // Not before what has arrived is written: nothing waits for what is made of it.
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
 * What is over the limit goes on one chunk at a time, with a look at the socket before each: a target that refuses it
 * and closes has written its answer by then, and a write that fails would be told first.
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

/** As flushHeaders, which writes UTF-8: headers are read byte by byte as Latin-1, and only so written as they came. */
function flushHead(message: OutgoingMessage): void {
  message.write('', 'latin1');
}

/** What to do about a certificate that is not trusted: the proxy trusts what Node trusts. */
function adviceOn(code: string): string {
  if (!/SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/.test(code)) return '';
  return ': its certificate is not trusted. Name the authority that signed it by NODE_EXTRA_CA_CERTS=FILE.pem';
}

/** Whether there was a connection that ended, as against none that could be made. */
function isCut(code: string): boolean {
  return !/^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$|CERT|TLS|SSL|VERIFY/.test(
    code,
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
