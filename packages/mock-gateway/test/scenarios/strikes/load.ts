import { expect } from 'vitest';
import type { Keys } from '../../client.ts';
import { KnownOrders, Line, MerchantLoad, type Task } from '../crashes/clients.ts';
import type { Fleet } from './fleet.ts';

const clients = 9;

export interface LoadOptions {
  readonly fleet: Fleet;
  readonly keys: Keys;
  /** Callback URL of links. */
  readonly callbackUrl: string;
}

/**
 * Clients of several gateways. If no response arrives, a client sends the request to the next gateway. The test allows
 * the clients a limited amount of work.
 */
export class Load {
  readonly known = new KnownOrders();
  readonly #line: Line;
  readonly #work: MerchantLoad;
  readonly #running: Promise<unknown>;
  #left = 0;
  #answers = 0;
  #isOver = false;
  #changed = Promise.withResolvers<void>();

  constructor({ fleet, keys, callbackUrl }: LoadOptions) {
    this.#line = new Line(keys, () => this.#answered());
    this.#line.connect(fleet.send);
    this.#work = new MerchantLoad({ line: this.#line, known: this.known, callbackUrl });
    this.#running = Promise.all(Array.from({ length: clients }, (_, at) => this.#client(at === 0)));
    // Ignore the error, because the waiting caller receives it.
    this.#running.catch(() => this.#wake());
  }

  /** Allows `answers` further responses, and waits until they have arrived. */
  async go(answers: number): Promise<void> {
    const until = this.#answers + answers;
    this.allow(answers);
    while (this.#answers < until) await Promise.race([this.#changed.promise, this.#failure()]);
  }

  /** Allows `answers` further responses. */
  allow(answers: number): void {
    this.#left += answers;
    this.#wake();
  }

  /** Waits until each client has finished its current work. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#wake();
    await this.#running;
  }

  /** Rejects when a client receives a wrong response. */
  async #failure(): Promise<never> {
    await this.#running;
    throw new Error('the load is over');
  }

  #answered(): void {
    this.#answers += 1;
    this.#wake();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  /** Works until the end. If no response arrives, sends the request to the next gateway. */
  async #client(movesClock: boolean): Promise<void> {
    const queue: Task[] = [];
    for (;;) {
      while (this.#left <= 0 && !this.#isOver) await this.#changed.promise;
      if (this.#isOver) return;
      if (queue.length === 0) queue.push(...this.#work.order(), ...(movesClock ? [this.#advance] : []));
      this.#left -= 1;
      try {
        await queue[0]?.();
        queue.shift();
      } catch (error) {
        // fetch throws this error if no complete response arrives.
        if (!(error instanceof TypeError)) throw error;
        this.#left += 1;
      }
    }
  }

  /** The gateway that moves the clock may have been silent for too long, so repeat the move. */
  readonly #advance = async (): Promise<void> => {
    const { status, text } = await this.#line.control('clock/advance', { by: '1s' });
    expect([200, 409], text).toContain(status);
  };
}
