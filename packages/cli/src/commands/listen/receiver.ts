import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyLimit } from '@inrgate/sdk/protocol';
import { listenProblem } from '../../input/files.ts';

const host = '127.0.0.1';

export class Receiver {
  readonly #server: Server;
  readonly #running = new Set<Promise<void>>();

  constructor(handle: (delivery: Delivery) => Promise<CallbackAnswer>) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response, handle).catch(() => response.destroy());
    });
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    handle: (delivery: Delivery) => Promise<CallbackAnswer>,
  ): Promise<void> {
    const reading = await readDelivery(request);
    // Only the response to a complete request delays the end of the command. A client can hold half a request for long.
    const answered = respond(response, 'status' in reading ? reading : handle(reading)).finally(
      () => void this.#running.delete(answered),
    );
    this.#running.add(answered);
    await answered;
  }

  /**
   * @returns the URL for the merchant dashboard
   * @throws {UsageError} for an unavailable port
   */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening').catch((error: unknown) => {
      throw listenProblem(error, { host, port });
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    return `http://${host}:${taken}/callbacks`;
  }

  async close(): Promise<void> {
    this.#server.close();
    await Promise.allSettled(this.#running);
    this.#server.closeAllConnections();
  }
}

async function respond(response: ServerResponse, answer: CallbackAnswer | Promise<CallbackAnswer>) {
  const { status, headers, body } = await answer;
  response.writeHead(status, { ...headers, 'content-length': body.byteLength });
  response.end(body);
}

async function readDelivery(request: IncomingMessage): Promise<Delivery | CallbackAnswer> {
  if (request.method !== 'POST') return plainAnswer(405, 'send callbacks with POST');
  const body = await readBody(request);
  if (body === null) return plainAnswer(413, 'the callback body is over 64 KB');
  return { body, contentType: request.headers['content-type'] ?? null };
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > bodyLimit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
/** A received callback with its exact bytes, because the signature covers the bytes. */
export interface Delivery {
  readonly body: Buffer;
  readonly contentType: string | null;
}

export interface CallbackAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function plainAnswer(status: number, text: string): CallbackAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from(text) };
}
