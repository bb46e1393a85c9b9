import { setTimeout as sleep } from 'node:timers/promises';
import { parseFlat, textParams } from '@inrgate/sdk/protocol';
import type { Delivery, DeliveryResult, Sender } from '../delivery/sender.ts';
import type { GatewayProxy } from './gateway-proxy.ts';
import type { CallbackEvent } from './step.ts';

export interface SentCallback {
  readonly event: CallbackEvent;
  readonly delivery: Delivery;
  /** The amount paid in INR, or null in a callback with the status `failed`. */
  readonly paidAmount: string | null;
}

interface HeldAttempt extends SentCallback {
  readonly settle: (result: DeliveryResult) => void;
}

/** The result of an attempt that was lost in the network. */
export const lost: DeliveryResult = {
  durationMs: 0,
  status: null,
  body: null,
  redirectHost: null,
  failure: 'connection',
  detail: 'ECONNRESET',
};

/**
 * The network between the gateway and the shop. Holds each callback until the story delivers or loses it. Keeps a copy,
 * which the story can deliver again. During a move of the clock, forwards callbacks immediately.
 */
export class CallbackQueue {
  #held: HeldAttempt[] = [];
  #copies: SentCallback[] = [];
  #waiting: (() => void)[] = [];
  #pass: ((callback: SentCallback) => Promise<DeliveryResult>) | null = null;

  readonly sender: Sender = (delivery, signal) => {
    const callback = sentCallback(delivery);
    this.#copies = [...this.#copies.filter(({ event }) => event !== callback.event), callback];
    if (this.#pass !== null) return this.#pass(callback);
    return new Promise((settle) => {
      const held = { ...callback, settle };
      this.#held.push(held);
      signal.addEventListener('abort', () => settle({ ...lost, failure: 'aborted', detail: null }));
      for (const tell of this.#waiting.splice(0)) tell();
    });
  };

  /** Begins a story with an empty queue. */
  begin(): void {
    this.loseHeld();
    this.#copies = [];
  }

  /** The callbacks that wait for delivery, in order. */
  get held(): readonly SentCallback[] {
    return this.#held;
  }

  /** Returns the waiting attempt for an event, or else its copy. Undefined if neither exists. */
  of(event: CallbackEvent): SentCallback | undefined {
    return (
      this.#held.find((held) => held.event === event) ?? this.#copies.find((copy) => copy.event === event)
    );
  }

  /** True if the gateway waits for the result of this callback. */
  isHeld(callback: SentCallback): boolean {
    return this.#held.some((held) => held === callback);
  }

  /**
   * Reports the result of a waiting callback to the gateway. The gateway retries the callback unless the result is an
   * acknowledgement.
   */
  settle(callback: SentCallback, result: DeliveryResult): void {
    const held = this.#held.find((one) => one === callback);
    this.#held = this.#held.filter((one) => one !== callback);
    held?.settle(result);
  }

  /** Loses the waiting callbacks. The story can still deliver their copies. */
  loseHeld(): void {
    for (const held of this.#held.splice(0)) held.settle(lost);
  }

  /** Runs the work of another order, and then restores the copies of this order. */
  async apart<Result>(work: () => Promise<Result>): Promise<Result> {
    const copies = this.#copies;
    this.#copies = [];
    return work().finally(() => {
      this.#copies = copies;
    });
  }

  /** Runs the work. Meanwhile, `pass` delivers each callback immediately. */
  async passing(
    pass: (callback: SentCallback) => Promise<DeliveryResult>,
    work: () => Promise<void>,
  ): Promise<void> {
    this.#pass = pass;
    try {
      await work();
    } finally {
      this.#pass = null;
    }
  }

  /** Resolves when a callback for the event waits, or after `limitMs` milliseconds. */
  async arrived(event: CallbackEvent, limitMs: number): Promise<boolean> {
    const until = performance.now() + limitMs;
    while (!this.#held.some((held) => held.event === event)) {
      const left = until - performance.now();
      if (left <= 0) return false;
      await Promise.race([
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        new Promise((resolve) => setTimeout(resolve, left).unref()),
      ]);
    }
    return true;
  }
}

function sentCallback(delivery: Delivery): SentCallback {
  const type = delivery.format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const fields = textParams(parseFlat(Buffer.from(delivery.body), type));
  return {
    event: fields.get('status') === 'success' ? 'success' : 'failed',
    delivery,
    paidAmount: fields.get('paidAmount') ?? null,
  };
}

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
