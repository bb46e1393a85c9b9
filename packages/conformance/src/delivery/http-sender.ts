import http, { type Agent, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { systemLookup } from '../name-lookup/name-lookups.ts';
import { KnownTargets } from './known-targets.ts';
import { inWords, ReceiverAnswer } from './receiver-answer.ts';
import {
  type Delivery,
  type DeliveryResult,
  deliveryHeaders,
  type Sender,
  type SenderOptions,
} from './sender.ts';

/** Kept as it is now: a test that fakes timers around a gateway in its own process must not stop its callbacks. */
const nextTurn = setImmediate;

/** Connections that are kept for the next callback. */
interface Connections {
  agentFor(target: RequestOptions): Agent;
}

/** What a sender is made with. */
export interface HttpSenderOptions extends SenderOptions {
  /** A connection of its own for each delivery when they are left out. */
  readonly connections?: Connections | undefined;
  /** Finds the address of a host; only tests have another than the process's. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Posts, and reads the answer or as much of it as counts; a connection is used again only when an answer has come to its
 * end. node:http rather than fetch: it neither decompresses nor follows, and what goes wrong keeps its code.
 */
export function httpSender(options: HttpSenderOptions = {}): Sender {
  const { timeoutMs = callbackTimeoutMs, connections, lookup = systemLookup } = options;
  const targets = new KnownTargets();
  const targetOf = (url: string) => targets.of(url);
  return (delivery, signal) =>
    new Promise((settle) => {
      const exchange = new Exchange(delivery, { targetOf, connections, lookup, settle });
      exchange.begin(signal, timeoutMs);
    });
}

interface ExchangeOptions {
  readonly targetOf: (url: string) => RequestOptions;
  readonly connections: Connections | undefined;
  readonly lookup: LookupFunction;
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
      // Closed without an answer, or switched to another protocol, which nobody asked for.
      request.on('close', () => {
        if (this.#request === request) this.#end('connection', 'closed without an answer');
      });
      request.on('response', (response) => this.#read(response));
      request.end(this.#delivery.body);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** One timer over everything: name look-up, connection, TLS, request, headers and body (spec: Delivery rules 2). */
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
    const { url, body } = this.#delivery;
    const { targetOf, lookup } = this.#options;
    const target = targetOf(url);
    const headers = { ...deliveryHeaders(this.#delivery), 'content-length': Buffer.byteLength(body) };
    // Looked up on the module at each delivery: MSW puts its own `request` there.
    const { request } = target.protocol === 'https:' ? https : http;
    // No agent: a connection of its own, and `Connection: close`.
    const agent = connections?.agentFor(target) ?? false;
    return request({ ...target, method: 'POST', headers, agent, lookup });
  }

  #read(response: IncomingMessage): void {
    this.#answer.begin(response.statusCode ?? 0, response.rawHeaders, this.#delivery.url);
    response.on('data', (chunk: Uint8Array) => {
      if (this.#answer.add(chunk)) this.#end();
    });
    response.on('end', () => this.#whole());
    response.on('error', (error) => this.#fail(error));
  }

  /** The connection goes back to where it came from. Any other end destroys it: what it would say next nobody knows. */
  #whole(): void {
    if (this.#isKept && this.#request?.writableFinished) this.#request = null;
    this.#end();
  }

  #fail(error: unknown): void {
    this.#end('connection', errorCode(error));
  }

  /** The first end counts. */
  #end(failure: DeliveryResult['failure'] = null, detail: string | null = null): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#release();
    this.#request?.destroy();
    this.#options.settle(this.#answer.end(failure, detail));
  }
}

/**
 * Does it when what has come in by now has been read: a connection that its receiver ended right behind an answer is not
 * used again. Two turns, as the one in which an answer is read, and the next delivery begun, reads nothing after it.
 */
function afterReading(work: () => void): void {
  nextTurn(() => nextTurn(work));
}

/**
 * Tells whether nothing of a request has left: its connection was kept, the receiver has ended it meanwhile, and the system
 * took none of the bytes. Then it is sent once more, over a connection of its own, and is one attempt still. A connection
 * that breaks later is an attempt that failed, though not a byte of an answer came: the receiver may have had the callback,
 * and a second one before a minute is over would be early (spec: Delivery rules 3). So does Go (`nothingWrittenError`), and
 * so does RFC 9110 9.2.2 ask for what is not idempotent.
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

/** `ECONNREFUSED`; a message could hold an address. */
function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
