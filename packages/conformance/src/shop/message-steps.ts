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
import { callbackAnswered, callbackName, callbackResponse, sentences } from './story-words.ts';
import type { World } from './world.ts';

/** Steps that send messages to the shop or kill the shop. */
export class MessageSteps {
  readonly #world: World;
  readonly #messages: OpenMessages;
  readonly #order: OrderSteps;
  /** Callbacks that have reached the shop. */
  readonly #arrived = new Set<SentCallback>();
  /** True if the gateway has received an acknowledgement of the success callback. */
  isAcknowledged = false;
  #refusal: string | null = null;

  constructor(world: World, messages: OpenMessages, order: OrderSteps) {
    this.#world = world;
    this.#messages = messages;
    this.#order = order;
  }

  /** The shop's last response to the success callback, if the gateway has received no acknowledgement. */
  get refusal(): string | null {
    return this.isAcknowledged ? null : this.#refusal;
  }

  async openReturnPage(): Promise<string | null> {
    if (!this.#visitReturnPage()) return null;
    const unpaid = this.#order.paid === null ? ' without paying' : '';
    return this.#told(`The customer opens the return page${unpaid}.`);
  }

  /** Waits for the responses, and describes the event with them. */
  async #told(what: string): Promise<string> {
    const answers = await this.#messages.untilQuiet();
    return sentences(what, this.#world.proxy.takeSeen(), answers);
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
    const { callbacks, shop } = this.#world;
    const callback = callbacks.of(event);
    if (callback === undefined) return null;
    if (fate === 'lost') {
      if (!callbacks.isHeld(callback) || this.#arrived.has(callback)) return null;
      callbacks.settle(callback, lost);
      return `The ${callbackName(callback)} is lost before it reaches the shop.`;
    }
    if (!shop.isUp && !callbacks.isHeld(callback)) return null;
    const isFirst = !this.#arrived.has(callback) && callbacks.isHeld(callback);
    this.#send(callback, { isReceived: fate !== 'unacknowledged' });
    const copies = fate === 'at-once' ? copiesAtOnce : fate === 'twice' ? 2 : 1;
    for (let copy = 2; copy <= copies; copy++) this.#send(callback, { isReceived: false });
    if (fate === 'with-return') this.#visitReturnPage();
    const arrives = `The ${callbackName(callback)} arrives`;
    const texts: Partial<Record<CallbackFate, string>> = {
      'at-once': `${arrives} ${copiesAtOnce} times at the same moment.`,
      twice: `${arrives} twice at the same moment.`,
    };
    const once = `${arrives}${isFirst ? '' : ' again'}.`;
    const meanwhile = fate === 'with-return' ? ' At the same moment the customer opens the return page.' : '';
    const told = await this.#told(texts[fate] ?? once + meanwhile);
    if (fate !== 'unacknowledged') return told;
    callbacks.settle(callback, lost);
    return `${told} The network loses this response.`;
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
      return callbackResponse(result);
    });
  }

  #heard({ event }: SentCallback, result: DeliveryResult): void {
    if (event !== 'success') return;
    this.isAcknowledged ||= acknowledgementOf('payin', result).ok;
    if (result.status !== null) this.#refusal = callbackResponse(result);
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
    if (this.#world.proxy.held === 0) return null;
    this.#sendHeld();
    return this.#told('The held response of the gateway reaches the shop.');
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
    const what =
      callback === null ? 'The customer opens the return page.' : `The ${callbackName(callback)} arrives.`;
    const handling = step.at === 100 ? 'just before its response leaves' : 'while it handles the request';
    return `${what} The shop is killed ${isHeld ? 'while it waits for the response to its query' : handling}.`;
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
    return 'The shop is killed.';
  }

  async start(): Promise<string | null> {
    const { shop } = this.#world;
    if (shop.isUp) return null;
    await shop.start();
    return 'The shop starts again.';
  }

  /**
   * Moves the clock. Loses waiting callbacks, and delivers retries that fall due. Returns null if the clock moves past
   * all retries and the gateway retries nothing.
   */
  async moveClock(by: ClockMove | typeof pastRetries): Promise<string | null> {
    const { gateway, callbacks } = this.#world;
    await this.finish();
    callbacks.loseHeld();
    const results: string[] = [];
    const failures: unknown[] = [];
    const pass = async (callback: SentCallback): Promise<DeliveryResult> => {
      try {
        const result = await this.#world.client.deliver(callback.delivery);
        this.#heard(callback, result);
        const answered = callbackAnswered(callbackResponse(result));
        results.push(`The gateway retries the ${callbackName(callback)}. ${answered}`);
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
    if (by === '8h')
      return results.length === 0
        ? null
        : ['The clock moves past all retries.', ...new Set(results)].join(' ');
    const moved = `The clock moves ${by === '2m' ? 2 : 31} minutes.`;
    return [moved, ...(expires ? ['The order expires.'] : []), ...new Set(results)].join(' ');
  }
}
