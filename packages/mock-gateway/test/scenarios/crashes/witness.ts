import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Arrival {
  /** Order number and event, from the body. */
  readonly name: string;
  readonly body: string;
  /** Number of gateways that had died before the callback arrived. */
  readonly life: number;
  readonly accepted: boolean;
}

/** A callback that waits for its response. */
interface Held extends Pick<Arrival, 'name' | 'life'> {
  readonly answer: () => void;
}

/** The merchant's callback endpoint. It stays open while gateways die. */
export class Witness {
  readonly arrivals: Arrival[] = [];
  readonly url: string;
  /** Number n, so the endpoint rejects every n-th callback. Null to accept all callbacks. */
  refusesEvery: number | null = 10;
  /** Number of callbacks to hold in each life until `release`. Retries are not held. */
  holds = 0;
  readonly #held = new Set<Held>();
  #life = 0;
  #open = 0;
  #allClosed: () => void = () => {};

  private constructor(port: number) {
    this.url = `http://127.0.0.1:${port}/`;
  }

  static async open(): Promise<Witness> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const witness = new Witness((server.address() as AddressInfo).port);
    server.on('connection', (socket) => {
      witness.#open += 1;
      socket.once('close', () => {
        witness.#open -= 1;
        if (witness.#open === 0) witness.#allClosed();
      });
    });
    server.on('request', (request, response) => void witness.#receive(request, response));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return witness;
  }

  /** Records that a gateway has died. Resolves when every callback that this gateway sent has arrived. */
  async buried(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#allClosed = resolve;
      if (this.#open === 0) resolve();
    });
    this.#life += 1;
  }

  /** Begins to count the next life. */
  turnOver(): void {
    this.#life += 1;
  }

  /** Returns responses to the callbacks that have waited since an earlier life. */
  answerEarlier(): void {
    for (const held of this.#held) {
      if (held.life === this.#life) continue;
      this.#held.delete(held);
      held.answer();
    }
  }

  /** Returns responses to all waiting callbacks, and holds no more callbacks. */
  release(): void {
    this.holds = 0;
    for (const { answer } of this.#held) answer();
    this.#held.clear();
  }

  get life(): number {
    return this.#life;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A body that a kill truncated does not count as arrived.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const accepted = this.refusesEvery === null || (this.arrivals.length + 1) % this.refusesEvery > 0;
    const arrival = { name: nameOf(body), body, life: this.#life, accepted };
    this.arrivals.push(arrival);
    const answer = () => response.writeHead(accepted ? 200 : 500).end(accepted ? 'success' : 'no');
    const { name, life } = arrival;
    const held = [...this.#held];
    const isHeld = held.filter((other) => other.life === life).length < this.holds;
    if (isHeld || held.some((other) => other.name === name)) this.#held.add({ name, life, answer });
    else answer();
  }
}

/** Name of a callback, as in `dataOfFile`. */
function nameOf(body: string): string {
  const fields = JSON.parse(body) as Record<string, unknown>;
  return `${fields['orderNo'] ?? fields['link_code']} ${fields['status']}`;
}
