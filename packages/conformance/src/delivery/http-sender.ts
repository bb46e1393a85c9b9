import { lookup as systemLookup } from 'node:dns';
import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { isLoopback } from '@inrgate/sdk/internal';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { errorCode } from '../http/messages.ts';
import {
  type Delivery,
  type DeliveryResult,
  deliveryHeaders,
  inWords,
  ReceiverAnswer,
  type Sender,
  type SenderOptions,
} from './sender.ts';

/**
 * Save the function at load time, because a test with fake timers must not stop the callbacks of a gateway in its
 * process.
 */
const nextTurn = setImmediate;

interface Connections {
  agentFor(target: RequestOptions): Agent;
}

export interface HttpSenderOptions extends SenderOptions {
  readonly connections?: Connections | undefined;
}

/** 127.0.0.1 is first, so a refused connection has the right error on a machine without IPv6. */
const loopbackAddresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves localhost and its subdomains without the system, and any other name with it. */
export const hostLookup: LookupFunction = (name, options, callback) => {
  if (!isLoopback(name)) return systemLookup(name, options, callback);
  const found = loopbackAddresses.filter(({ family }) => !options.family || options.family === family);
  if (options.all) callback(null, found);
  else callback(null, found[0]?.address ?? '', found[0]?.family);
};

/**
 * Creates a sender that posts callbacks and reads the relevant part of each response. The sender reuses a connection
 * only after a complete response. It uses node:http, because fetch decompresses, follows redirects and hides error
 * codes.
 */
export function httpSender(options: HttpSenderOptions = {}): Sender {
  const { timeoutMs = callbackTimeoutMs, connections } = options;
  return (delivery, signal) =>
    new Promise((settle) => {
      const exchange = new Exchange(delivery, { connections, settle });
      exchange.begin(signal, timeoutMs);
    });
}

interface ExchangeOptions {
  readonly connections: Connections | undefined;
  readonly settle: (result: DeliveryResult) => void;
}

class Exchange {
  readonly #answer = new ReceiverAnswer();
  readonly #delivery: Delivery;
  readonly #options: ExchangeOptions;
  #request: ClientRequest | null = null;
  #isKept = false;
  #release: () => void = () => {};
  #ended = false;

  constructor(delivery: Delivery, options: ExchangeOptions) {
    this.#delivery = delivery;
    this.#options = options;
  }

  begin(signal: AbortSignal, timeoutMs: number): void {
    this.#limit(signal, timeoutMs);
    if (signal.aborted) {
      this.#end('aborted');
      return;
    }
    const { connections } = this.#options;
    if (connections === undefined) this.#send(connections);
    else afterReading(() => this.#ended || this.#send(connections));
  }

  #send(connections: Connections | undefined): void {
    this.#isKept = connections !== undefined;
    try {
      const request = this.#open(connections);
      this.#request = request;
      const isUnsent = unsentTeller(request);
      request.on('error', (error) => {
        if (!this.#ended && !this.#answer.hasBegun && isUnsent(error)) this.#send(undefined);
        else this.#fail(error);
      });
      // The receiver closed the connection without a response, or switched to another protocol although the request did
      // not ask for this.
      request.on('close', () => {
        if (this.#request === request) this.#end('connection', 'closed without a response');
      });
      request.on('response', (response) => this.#read(response));
      request.end(this.#delivery.body);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Sets one timer for the DNS lookup, connection, TLS, request, headers and body (spec: Delivery rules 2). */
  #limit(signal: AbortSignal, timeoutMs: number): void {
    const timer = setTimeout(() => this.#end('timeout', inWords(timeoutMs)), timeoutMs);
    const abort = () => this.#end('aborted');
    signal.addEventListener('abort', abort);
    this.#release = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  }

  #open(connections: Connections | undefined): ClientRequest {
    const { url, body, method = 'POST' } = this.#delivery;
    const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
    const target = { protocol, hostname, port, path, auth };
    const headers = { ...deliveryHeaders(this.#delivery), 'content-length': Buffer.byteLength(body) };
    // Read `request` from the module at each delivery, because MSW replaces it there.
    const { request } = target.protocol === 'https:' ? https : http;
    // A delivery without an agent opens its own connection and sends `Connection: close`.
    const agent = connections?.agentFor(target) ?? false;
    return request({ ...target, method, headers, agent, lookup: hostLookup });
  }

  #read(response: IncomingMessage): void {
    this.#answer.begin(response.statusCode ?? 0, response.rawHeaders, this.#delivery.url);
    response.on('data', (chunk: Uint8Array) => {
      if (this.#answer.add(chunk)) this.#end();
    });
    response.on('end', () => this.#whole());
    response.on('error', (error) => this.#fail(error));
  }

  /**
   * Returns the connection to its pool after a complete response. After any other end, the connection is destroyed,
   * because its next bytes are unpredictable.
   */
  #whole(): void {
    if (this.#isKept && this.#request?.writableFinished) this.#request = null;
    this.#end();
  }

  #fail(error: unknown): void {
    this.#end('connection', errorCode(error));
  }

  /** Ends the delivery. A repeated call has no effect. */
  #end(failure: DeliveryResult['failure'] = null, detail: string | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#release();
    this.#request?.destroy();
    this.#options.settle(this.#answer.end(failure, detail));
  }
}

/**
 * Runs the work after the bytes that have arrived were read. The wait detects a connection that its receiver has just
 * closed. It lasts two turns of the event loop, because the turn that reads a response reads no later bytes.
 */
function afterReading(work: () => void): void {
  nextTurn(() => nextTurn(work));
}

/**
 * Returns a function that tells whether the request has sent no bytes, because the receiver closed its reused
 * connection before the first write. In this case, the sender repeats the request over a new connection, as part of the
 * same attempt.
 *
 * If a connection breaks later, the attempt has failed, even without a response byte. The receiver may have received
 * the callback, so a repeat within a minute would be too early (spec: Delivery rules 3). Go (`nothingWrittenError`) and
 * RFC 9110 9.2.2 use the same rule.
 */
function unsentTeller(request: ClientRequest): (error: NodeJS.ErrnoException) => boolean {
  let written: number | undefined;
  request.on('socket', (socket) => {
    written = socket.bytesWritten;
  });
  return ({ code, syscall }) => {
    if (!request.reusedSocket || written === undefined) return false;
    return request.socket?.bytesWritten === written || syscall === 'write' || code === 'EPIPE';
  };
}
