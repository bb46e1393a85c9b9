import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyLimit } from '@inrgate/sdk/protocol';
import { listenProblem } from '../input/listen-problem.ts';
import { type CallbackAnswer, type Delivery, plainAnswer } from './delivery.ts';

const host = '127.0.0.1';

/** Local endpoint that receives callbacks on any path. */
export class Receiver {
  readonly #server: Server;
  readonly #running = new Set<Promise<void>>();

  constructor(handle: (delivery: Delivery) => Promise<CallbackAnswer>) {
    this.#server = createServer((request, response) => {
      const answered = answer(request, response, handle)
        .catch(() => response.destroy())
        .then(() => void this.#running.delete(answered));
      this.#running.add(answered);
    });
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
    await Promise.all(this.#running);
    this.#server.closeAllConnections();
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (delivery: Delivery) => Promise<CallbackAnswer>,
): Promise<void> {
  const { status, headers, body } = await answerTo(request, handle);
  response.writeHead(status, { ...headers, 'content-length': body.byteLength });
  response.end(body);
}

async function answerTo(
  request: IncomingMessage,
  handle: (delivery: Delivery) => Promise<CallbackAnswer>,
): Promise<CallbackAnswer> {
  if (request.method !== 'POST') return plainAnswer(405, 'send callbacks with POST');
  const body = await readBody(request);
  if (body === null) return plainAnswer(413, 'the callback body is over 64 KB');
  return handle({ body, contentType: request.headers['content-type'] ?? null });
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
