import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { inWords, ReceiverAnswer } from './receiver-answer.ts';
import {
  type Delivery,
  type DeliveryResult,
  deliveryHeaders,
  type Sender,
  type SenderOptions,
} from './sender.ts';

/**
 * Posts over a socket of its own for each delivery, which is closed when the answer, or as much of it as counts, has
 * arrived. node:http rather than fetch: it neither decompresses nor follows, and what goes wrong keeps its code.
 */
export function httpSender({ timeoutMs = callbackTimeoutMs }: SenderOptions = {}): Sender {
  return (delivery, signal) =>
    new Promise((settle) => {
      const exchange = new Exchange(delivery, settle);
      exchange.begin(signal, timeoutMs);
    });
}

class Exchange {
  readonly #answer = new ReceiverAnswer();
  readonly #delivery: Delivery;
  readonly #settle: (result: DeliveryResult) => void;
  #request: ClientRequest | null = null;
  #release: () => void = () => {};
  #ended = false;

  constructor(delivery: Delivery, settle: (result: DeliveryResult) => void) {
    this.#delivery = delivery;
    this.#settle = settle;
  }

  begin(signal: AbortSignal, timeoutMs: number): void {
    this.#limit(signal, timeoutMs);
    if (signal.aborted) {
      this.#end('aborted');
      return;
    }
    try {
      const request = this.#open();
      this.#request = request;
      request.on('error', (error) => this.#fail(error));
      // Closed without an answer, or switched to another protocol, which nobody asked for.
      request.on('close', () => this.#end('connection', 'closed without an answer'));
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

  #open(): ClientRequest {
    const { url, body } = this.#delivery;
    const headers = { ...deliveryHeaders(this.#delivery), 'content-length': Buffer.byteLength(body) };
    // Looked up on the module at each delivery: MSW puts its own `request` there.
    const { request } = new URL(url).protocol === 'https:' ? https : http;
    // No agent: a connection of its own, and `Connection: close`.
    return request(url, { method: 'POST', headers, agent: false });
  }

  #read(response: IncomingMessage): void {
    this.#answer.begin(response.statusCode ?? 0, response.rawHeaders, this.#delivery.url);
    response.on('data', (chunk: Uint8Array) => {
      if (this.#answer.add(chunk)) this.#end();
    });
    response.on('end', () => this.#end());
    response.on('error', (error) => this.#fail(error));
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
    this.#settle(this.#answer.end(failure, detail));
  }
}

/** `ECONNREFUSED`; a message could hold an address. */
function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
