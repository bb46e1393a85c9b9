import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayProxy } from './gateway-proxy.ts';

/** Milliseconds to wait for the response to a message that another message may block. */
const blockedMs = 250;

/** A message to the shop. */
export type MessageKind = 'order' | 'callback' | 'return';

export interface Answer {
  readonly kind: MessageKind;
  readonly text: string;
}

export interface Answers {
  readonly arrived: readonly Answer[];
  readonly waiting: readonly MessageKind[];
}

/** Messages to which the shop has not yet responded. */
export class OpenMessages {
  readonly #proxy: GatewayProxy;
  readonly #open = new Map<Promise<void>, MessageKind>();
  #arrived: Answer[] = [];
  #failure: { readonly error: unknown } | null = null;
  /** Number of responses that the proxy had held before the open messages. */
  #holdsBefore = 0;

  constructor(proxy: GatewayProxy) {
    this.#proxy = proxy;
  }

  get size(): number {
    return this.#open.size;
  }

  /** @param read describes the response in a sentence */
  add<Response>(kind: MessageKind, response: Promise<Response>, read: (response: Response) => string): void {
    if (this.#open.size === 0) this.released();
    const done = response
      .then((value) => void this.#arrived.push({ kind, text: read(value) }))
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#open.delete(done));
    this.#open.set(done, kind);
  }

  released(): void {
    this.#holdsBefore = this.#proxy.holds;
  }

  /** Resolves when the shop has responded to each message, or waits for a held response of the gateway. */
  async untilQuiet(): Promise<Answers> {
    while (this.#open.size > this.#blocked) {
      const some = Promise.race(this.#open.keys());
      if (this.#blocked === 0) await Promise.race([some, this.#proxy.nextHeld()]);
      else if (!(await within(blockedMs, some))) break;
    }
    return this.#take();
  }

  /** Resolves when each message has a response or has failed. */
  async untilDone(): Promise<Answers> {
    while (this.#open.size > 0) await Promise.race(this.#open.keys());
    return this.#take();
  }

  /** Number of messages that wait for a held response of the gateway. */
  get #blocked(): number {
    return this.#proxy.holds - this.#holdsBefore;
  }

  #take(): Answers {
    if (this.#failure !== null) throw this.#failure.error;
    // Sort the descriptions. The order of concurrent responses is random, but a story must read the same in each run.
    const arrived = this.#arrived
      .splice(0)
      .sort((a, b) => compared(a.kind, b.kind) || compared(a.text, b.text));
    return { arrived, waiting: [...this.#open.values()] };
  }
}

function compared(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

async function within(ms: number, work: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const late = sleep(ms, false, { signal: stop.signal }).catch(() => false);
  return Promise.race([work.then(() => true), late]).finally(() => stop.abort());
}
