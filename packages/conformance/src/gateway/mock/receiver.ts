import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bytesOf } from '../../http/bytes.ts';
import { headerPairs } from '../../http/headers.ts';
import { listening } from '../../http/listen.ts';
import type { SeenCallback } from '../../traffic/exchange.ts';

export interface ReceiverAnswer {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
}

const acknowledged: ReceiverAnswer = { status: 200, body: 'success' };
/** Maximum bytes of a callback. A typical callback contains a few hundred bytes. */
const longestCallback = 65_536;

/** A merchant's server during a check. The server records callbacks, and a step chooses the responses. */
export class Receiver {
  readonly #server: Server;
  #received: SeenCallback[] = [];
  /** Returns the response to a callback with this path and body. */
  #answering: (seen: { readonly path: string; readonly text: string }) => ReceiverAnswer | null = () => null;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await listening(receiver.#server);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the callbacks since the previous call. */
  take(): readonly SeenCallback[] {
    const received = this.#received;
    this.#received = [];
    return received;
  }

  answerBy(
    answering: (seen: { readonly path: string; readonly text: string }) => ReceiverAnswer | null,
  ): void {
    this.#answering = answering;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const startedAt = Date.now();
    const { bytes, isWhole } = await bytesOf(
      // Keep the connection open for the response.
      request.iterator({ destroyOnReturn: false }),
      longestCallback,
    );
    if (!isWhole) return void response.writeHead(413).end();
    const body = new Uint8Array(bytes);
    const { method = '', url: path = '' } = request;
    const answer = this.#answering({ path, text: bytes.toString('utf8') }) ?? acknowledged;
    const answerBody = new Uint8Array(Buffer.from(answer.body));
    this.#received.push({
      request: {
        ...{ method, path, query: '', body, length: body.byteLength, complete: true },
        headers: headerPairs(request.rawHeaders),
      },
      answer: {
        ...{
          status: answer.status,
          headers: [],
          body: answerBody,
          length: answerBody.byteLength,
          complete: true,
        },
      },
      ...{ startedAt, endedAt: Date.now() },
    });
    const headers = answer.location === undefined ? {} : { location: answer.location };
    response.writeHead(answer.status, headers).end(answer.body);
  }
}
