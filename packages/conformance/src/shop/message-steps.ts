import { setImmediate as turn } from 'node:timers/promises';
import { acknowledgementOf } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import type { OpenMessages } from './messages.ts';
import { lost, type SentCallback } from './messages.ts';
import type { OrderSteps } from './order-steps.ts';
import {
  type CallbackEvent,
  type CallbackFate,
  type ClockMove,
  type CrashStep,
  copiesAtOnce,
  type pastRetries,
} from './step.ts';
import * as words from './story-words.ts';
import type { World } from './world.ts';

/** Steps that send messages to the shop or kill the shop. */
export class MessageSteps {
  readonly #world: World;
  readonly #messages: OpenMessages;
  readonly #order: OrderSteps;
  /** Callbacks that have reached the shop. */
  readonly #arrived = new Set<SentCallback>();
  #isAcknowledged = false;
  #refusal: string | null = null;

  constructor(world: World, messages: OpenMessages, order: OrderSteps) {
    this.#world = world;
    this.#messages = messages;
    this.#order = order;
  }

  /** True if the gateway has received an acknowledgement of the success callback. */
  get isAcknowledged(): boolean {
    return this.#isAcknowledged;
  }

  /** The shop's last response to the success callback, if the gateway has received no acknowledgement. */
  get refusal(): string | null {
    return this.#isAcknowledged ? null : this.#refusal;
  }

  async openReturnPage(): Promise<string | null> {
    if (!this.#visitReturnPage()) return null;
    const answers = await this.#messages.untilQuiet();
    return words.returned({
      ...{ seen: this.#world.proxy.takeSeen(), answers },
      isPaid: this.#order.paid !== null,
    });
  }

  /** Opens the return page and does not wait for the response. Returns false if the customer cannot open the page. */
  #visitReturnPage(): boolean {
    const { shop, client, urls, usual, proxy } = this.#world;
    const { returned } = this.#order;
    if (returned === null || !shop.isUp) return false;
    const began = performance.now();
    this.#messages.add('return', client.visit(urls.returnPage(returned)), ({ status }) => {
      if (proxy.held === 0) usual.add('return', performance.now() - began);
      return status === null ? 'no response' : `status ${status}`;
    });
    return true;
  }

  async callback(event: CallbackEvent, fate: CallbackFate): Promise<string | null> {
    const { callbacks, proxy, shop } = this.#world;
    const callback = callbacks.of(event);
    if (callback === undefined) return null;
    if (fate === 'lost') {
      if (!callbacks.isHeld(callback) || this.#arrived.has(callback)) return null;
      callbacks.settle(callback, lost);
      return words.lostCallback(callback);
    }
    if (!shop.isUp && !callbacks.isHeld(callback)) return null;
    const isFirst = !this.#arrived.has(callback) && callbacks.isHeld(callback);
    this.#send(callback, { isReceived: fate !== 'unacknowledged' });
    const copies = fate === 'at-once' ? copiesAtOnce : fate === 'twice' ? 2 : 1;
    for (let copy = 2; copy <= copies; copy++) this.#send(callback, { isReceived: false });
    if (fate === 'with-return') this.#visitReturnPage();
    const answers = await this.#messages.untilQuiet();
    if (fate === 'unacknowledged') callbacks.settle(callback, lost);
    return words.arrived({ callback, fate, isFirst, answers, seen: proxy.takeSeen() });
  }

  /**
   * Sends a callback and does not wait for the response.
   *
   * @param isReceived whether the gateway receives the response
   */
  #send(callback: SentCallback, { isReceived }: { readonly isReceived: boolean }): void {
    const { callbacks, client, usual, proxy } = this.#world;
    const began = performance.now();
    this.#arrived.add(callback);
    this.#messages.add('callback', client.deliver(callback.delivery), (result) => {
      if (proxy.held === 0) usual.add('callback', performance.now() - began);
      this.#heard(callback, result);
      if (isReceived) callbacks.settle(callback, result);
      return words.callbackResponse(result);
    });
  }

  #heard({ event }: SentCallback, result: DeliveryResult): void {
    if (event !== 'success') return;
    this.#isAcknowledged ||= acknowledgementOf('payin', result).ok;
    if (result.status !== null) this.#refusal = words.callbackResponse(result);
  }

  async deliverHeld(): Promise<readonly string[]> {
    const told: string[] = [];
    for (const { event } of [...this.#world.callbacks.held]) {
      const what = await this.callback(event, 'delivered');
      if (what !== null) told.push(what);
    }
    return told;
  }

  async release(): Promise<string | null> {
    const { proxy } = this.#world;
    if (proxy.held === 0) return null;
    this.#sendHeld();
    const answers = await this.#messages.untilQuiet();
    return words.released({ answers, seen: proxy.takeSeen() });
  }

  /** Releases held messages and waits for all responses. */
  async finish(): Promise<void> {
    this.#sendHeld();
    await this.#messages.untilDone();
  }

  #sendHeld(): void {
    this.#messages.released();
    this.#world.proxy.release();
  }

  async crash(step: CrashStep): Promise<string | null> {
    const { shop, callbacks, proxy, usual, client } = this.#world;
    const callback = step.during === 'return' ? null : callbacks.of(step.during);
    if (!shop.isUp || callback === undefined) return null;
    if (callback !== null) {
      this.#arrived.add(callback);
      this.#messages.add('callback', client.deliver(callback.delivery), () => 'no response');
    } else if (!this.#visitReturnPage()) return null;
    const isHeld = await this.#untilMoment(step, usual.of(callback === null ? 'return' : 'callback'));
    await shop.kill();
    if (callback !== null) callbacks.settle(callback, lost);
    await this.finish();
    proxy.takeSeen();
    return words.crashed({ step, callback, isHeld });
  }

  /** Waits until the moment to kill the shop. Returns whether the shop is then waiting for a held response. */
  async #untilMoment({ at }: CrashStep, usualMs: number): Promise<boolean> {
    const { proxy } = this.#world;
    if (at === 100) await this.#messages.untilQuiet();
    const until = performance.now() + (usualMs * at) / 100;
    while (performance.now() < until && this.#messages.size > 0 && proxy.held === 0) await turn();
    return proxy.held > 0;
  }

  async kill(): Promise<string | null> {
    const { shop } = this.#world;
    if (!shop.isUp) return null;
    await shop.kill();
    await this.finish();
    return words.killed;
  }

  async start(): Promise<string | null> {
    const { shop } = this.#world;
    if (shop.isUp) return null;
    await shop.start();
    return words.started;
  }

  /** Moves the clock. Loses waiting callbacks, and delivers retries that fall due. */
  async moveClock(by: ClockMove | typeof pastRetries): Promise<string> {
    const { gateway, callbacks } = this.#world;
    await this.finish();
    callbacks.loseHeld();
    const results: string[] = [];
    const failures: unknown[] = [];
    const pass = async (callback: SentCallback): Promise<DeliveryResult> => {
      try {
        const result = await this.#world.client.deliver(callback.delivery);
        this.#heard(callback, result);
        results.push(words.retried(callback, result));
        return result;
      } catch (error) {
        // Keep the error for later, because a sender never throws.
        failures.push(error);
        return lost;
      }
    };
    await callbacks.passing(pass, () => gateway.advance(by));
    if (failures.length > 0) throw failures[0];
    const expires = by !== '2m' && this.#order.passValidity();
    return words.clockMoved({ by, results, expires });
  }
}
