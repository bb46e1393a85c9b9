import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body as received. */
  readonly body: string;
}

export type Reply = (response: ServerResponse, received: Received) => void;

/** The acknowledgement as the specification requires it. */
export const accept: Reply = (response) => reply(200, 'success')(response);

export const reject: Reply = (response) => reply(500, 'no')(response);

export const hang: Reply = () => {};

export function reply(status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  return (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** A merchant's callback endpoint on a free port. It records the callbacks. */
export class Receiver {
  readonly received: Received[] = [];
  readonly url: string;
  reply: Reply;
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  private constructor(server: Server, answer: Reply) {
    this.reply = answer;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#receive(request, response);
    });
  }

  /**
   * Opens a receiver. Call it after you open the gateway, so the receiver closes first and the gateway does not wait
   * for a delivery.
   */
  static async open(answer: Reply = accept): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return new Receiver(server, answer);
  }

  get fields(): readonly Readonly<Record<string, string>>[] {
    return this.received.map(fieldsOf);
  }

  get last(): Received {
    const last = this.received.at(-1);
    if (last === undefined) throw new Error('nothing was received');
    return last;
  }

  /** Resolves when `count` callbacks have arrived. */
  arrived(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve });
      this.#wake();
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const received = { method, path: url, headers, body: Buffer.concat(chunks).toString('utf8') };
    this.received.push(received);
    this.#wake();
    this.reply(response, received);
  }

  #wake(): void {
    for (const { count, resolve } of this.#waiting) if (this.received.length >= count) resolve();
  }
}

/** Reads the fields of a body without the tested code. */
export function fieldsOf({ headers, body }: Pick<Received, 'headers' | 'body'>): Record<string, string> {
  if (headers['content-type'] === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(body));
  }
  const fields = JSON.parse(body) as Record<string, string | boolean>;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** Computes the signature of the specification (Authentication 3) without the tested code. */
export function md5Sign(fields: Readonly<Record<string, string>>, key: string): string {
  const names = Object.keys(fields).filter((name) => name !== 'sign' && fields[name] !== '');
  names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const text = names.map((name) => `${name}=${fields[name]}&`).join('');
  return createHash('md5').update(`${text}key=${key}`, 'utf8').digest('hex').toUpperCase();
}
