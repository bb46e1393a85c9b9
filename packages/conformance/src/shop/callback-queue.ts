import { parseFlat, textParams } from '@inrgate/sdk/protocol';
import type { Delivery, DeliveryResult, Sender } from '../delivery/sender.ts';
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
