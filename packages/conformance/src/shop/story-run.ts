import { setImmediate as turn } from 'node:timers/promises';
import { parseAmount } from '@inrgate/sdk/protocol';
import { acknowledgementOf } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { CheckError } from '../findings/check-error.ts';
import { lost, type SentCallback } from './callback-queue.ts';
import type { CreatedOrder } from './gateway-proxy.ts';
import { OpenMessages } from './open-messages.ts';
import { creditOnceSettled } from './settled-credit.ts';
import type { ShopResponse } from './shop-client.ts';
import type { CallbackEvent, ClockMove, CrashStep, Step, Story } from './step.ts';
import { orderAmount, paidAmounts, pastRetries } from './step.ts';
import * as words from './story-words.ts';
import { creditText, expectedCredit, type Loss, lossOf } from './verdict.ts';
import type { World } from './world.ts';

/** Real milliseconds in which the gateway sends the callback of a payment. */
const callbackMs = 10_000;

/** One step of a finished story. */
export interface ToldStep {
  /** Number of the step, from 1. */
  readonly step: number;
  /** What happened, what the shop saw, and its response. */
  readonly what: string;
}

/** The end of a story. */
export interface StoryEnd {
  /** null if the order was credited as it should be. */
  readonly loss: Loss | null;
  /** The steps that were possible. */
  readonly played: Story;
  readonly told: readonly ToldStep[];
}

/** Runs a story to its end and probes the shop's credits. */
export class StoryRun {
  readonly #world: World;
  readonly #messages: OpenMessages;
  #told: string[] = [];
  /** The order number that the shop returned; null before. */
  #returned: string | null = null;
  /** The order that the customer can pay; null before. */
  #order: CreatedOrder | null = null;
  /** The response to the customer's order, until it has arrived. */
  #ordering = false;
  #createFault = false;
  #paid: string | null = null;
  #isFailed = false;
  #isExpired = false;
  #acknowledged = false;

  constructor(world: World) {
    this.#world = world;
    this.#messages = new OpenMessages(world.proxy);
  }

  /** @throws {CheckError} if the shop does not start, hangs or returns no order, or its probe fails */
  async run(story: Story, options: { readonly patienceMs: number }): Promise<StoryEnd> {
    const { proxy, callbacks, shop } = this.#world;
    proxy.begin();
    callbacks.begin();
    await shop.start();
    const played: Step[] = [];
    for (const step of story) {
      this.#world.signal.throwIfAborted();
      const what = await this.#play(step);
      if (what === null) continue;
      played.push(step);
      this.#tell(what);
    }
    const settled = await this.#settle();
    const loss = await this.#probe(settled, options.patienceMs);
    return { loss, played, told: this.#told.map((what, index) => ({ step: index + 1, what })) };
  }

  #tell(what: string): void {
    this.#told.push(what.replaceAll(this.#returned ?? /$^/g, 'the order number'));
  }

  /** The sentences of a step; null for a step that is impossible now. */
  async #play(step: Step): Promise<string | null> {
    switch (step.do) {
      case 'order':
        return this.#placeOrder();
      case 'fault':
        return this.#arm(step);
      case 'release':
        return this.#release();
      case 'pay':
        return this.#pay(step);
      case 'fail':
        return this.#fail();
      case 'return':
        return this.#openReturnPage();
      case 'callback':
        return this.#callback(step);
      case 'crash':
        return this.#crash(step);
      case 'kill':
        return this.#kill();
      case 'start':
        return this.#start();
      case 'clock':
        return this.#moveClock(step.by);
    }
  }

  async #placeOrder(): Promise<string | null> {
    const { shop, client, urls, proxy } = this.#world;
    if (this.#returned !== null || this.#ordering || !shop.isUp) return null;
    const again = this.#order !== null || this.#createFault;
    this.#ordering = true;
    const before = proxy.created.length;
    this.#messages.add('order', client.visit(urls.order, { amount: orderAmount }), (response) =>
      this.#ordered(response),
    );
    const answers = await this.#messages.untilQuiet();
    this.#order ??= proxy.created[before] ?? proxy.created.at(-1) ?? null;
    const seen = proxy.takeSeen();
    this.#createFault ||= seen.some(({ call, fault }) => call === 'create' && fault !== null);
    if (this.#returned === null && !this.#ordering && !this.#createFault) this.#refuseOrder();
    return words.ordered({ again, seen, answers });
  }

  #refuseOrder(): never {
    const { urls, proxy } = this.#world;
    const why =
      proxy.created.length === 0
        ? 'created no pay-in at INRGATE_BASE_URL'
        : 'did not return {"mchOrderNo": "ORDER-1", "payUrl": "http://…"}';
    throw new CheckError('order_failed', `POST ${urls.order.pathname} failed: the shop ${why}`);
  }

  #ordered({ status, text }: ShopResponse): string {
    this.#ordering = false;
    const order = orderIn(text);
    if (status === null || status > 299 || order === null) {
      return status === null ? 'no response' : `status ${status}`;
    }
    this.#returned = order.mchOrderNo;
    const { created } = this.#world.proxy;
    this.#order =
      created.find(({ payUrl }) => payUrl === order.payUrl) ??
      created.find(({ mchOrderNo }) => mchOrderNo === order.mchOrderNo) ??
      null;
    if (this.#order === null) this.#refuseOrder();
    return 'payment page';
  }

  #arm({ call, fault }: Extract<Step, { do: 'fault' }>): string | null {
    const isTooLate = call === 'create' ? this.#order !== null : false;
    if (isTooLate) return null;
    this.#world.proxy.arm(call, fault);
    return words.armed(call, fault);
  }

  async #release(): Promise<string | null> {
    const { proxy } = this.#world;
    if (proxy.held === 0) return null;
    this.#messages.released();
    proxy.release();
    const answers = await this.#messages.untilQuiet();
    return words.released({ answers, seen: proxy.takeSeen() });
  }

  async #pay({ part }: Extract<Step, { do: 'pay' }>): Promise<string | null> {
    if (this.#order === null || this.#paid !== null) return null;
    const amount = paidAmounts[part];
    await this.#world.gateway.pay(this.#order.orderNo, amount);
    this.#paid = amount;
    await this.#awaitCallback('success');
    return words.paid({ part, isLate: this.#isExpired, afterFailure: this.#isFailed });
  }

  async #fail(): Promise<string | null> {
    if (this.#order === null || this.#paid !== null || this.#isFailed || this.#isExpired) return null;
    await this.#world.gateway.fail(this.#order.orderNo);
    this.#isFailed = true;
    await this.#awaitCallback('failed');
    return words.failed;
  }

  async #awaitCallback(event: CallbackEvent): Promise<void> {
    if (await this.#world.callbacks.arrived(event, callbackMs)) return;
    throw new CheckError('order_failed', 'the gateway sent no callback for the order: check its notifyUrl');
  }

  async #openReturnPage(): Promise<string | null> {
    if (!this.#visitReturnPage()) return null;
    const answers = await this.#messages.untilQuiet();
    return words.returned({ seen: this.#world.proxy.takeSeen(), answers, isPaid: this.#paid !== null });
  }

  /** Opens the return page without waiting. Returns false if the customer cannot open it. */
  #visitReturnPage(): boolean {
    const { shop, client, urls, usual, proxy } = this.#world;
    const number = this.#returned ?? this.#order?.mchOrderNo;
    if (number === undefined || !shop.isUp) return false;
    const began = performance.now();
    this.#messages.add('return', client.visit(urls.returnPage(number)), ({ status }) => {
      if (proxy.held === 0) usual.add('return', performance.now() - began);
      return status === null ? 'no response' : `status ${status}`;
    });
    return true;
  }

  async #callback({ event, fate }: Extract<Step, { do: 'callback' }>): Promise<string | null> {
    const { callbacks, proxy, shop } = this.#world;
    const callback = callbacks.of(event);
    if (callback === undefined) return null;
    const isFirst = callbacks.isHeld(callback);
    if (fate === 'lost') {
      if (!isFirst) return null;
      callbacks.settle(callback, lost);
      return words.lostCallback(callback);
    }
    if (!shop.isUp && !isFirst) return null;
    this.#send(callback, { isReceived: fate !== 'unacknowledged' });
    if (fate === 'twice') this.#send(callback, { isReceived: false });
    if (fate === 'with-return') this.#visitReturnPage();
    const answers = await this.#messages.untilQuiet();
    if (fate === 'unacknowledged') callbacks.settle(callback, lost);
    return words.arrived({ callback, fate, isFirst, answers, seen: proxy.takeSeen() });
  }

  /**
   * Sends a callback without waiting.
   *
   * @param isReceived whether the gateway receives the response
   */
  #send(callback: SentCallback, { isReceived }: { readonly isReceived: boolean }): void {
    const { callbacks, client, usual, proxy } = this.#world;
    const began = performance.now();
    this.#messages.add('callback', client.deliver(callback.delivery), (result) => {
      if (proxy.held === 0) usual.add('callback', performance.now() - began);
      this.#heard(callback, result);
      if (isReceived) callbacks.settle(callback, result);
      return words.callbackResponse(result);
    });
  }

  #heard({ event }: SentCallback, result: DeliveryResult): void {
    this.#acknowledged ||= event === 'success' && acknowledgementOf('payin', result).ok;
  }

  async #crash(step: CrashStep): Promise<string | null> {
    const { shop, callbacks, proxy, usual } = this.#world;
    const callback = step.during === 'return' ? null : callbacks.of(step.during);
    if (!shop.isUp || callback === undefined) return null;
    if (callback === null) {
      if (!this.#visitReturnPage()) return null;
    } else this.#messages.add('callback', this.#world.client.deliver(callback.delivery), () => 'no response');
    const isHeld = await this.#untilMoment(step, usual.of(callback === null ? 'return' : 'callback'));
    await shop.kill();
    if (callback !== null && callbacks.isHeld(callback)) callbacks.settle(callback, lost);
    proxy.release();
    await this.#messages.untilDone();
    return words.crashed({ step, callback, isHeld, seen: proxy.takeSeen() });
  }

  /** Waits until the shop is to be killed. Returns true if it waits for a held response then. */
  async #untilMoment({ at }: CrashStep, usualMs: number): Promise<boolean> {
    const { proxy } = this.#world;
    if (at === 100) {
      await this.#messages.untilQuiet();
      return proxy.held > 0;
    }
    const until = performance.now() + (usualMs * at) / 100;
    while (performance.now() < until && this.#messages.size > 0 && proxy.held === 0) await turn();
    return proxy.held > 0;
  }

  async #kill(): Promise<string | null> {
    const { shop, proxy } = this.#world;
    if (!shop.isUp) return null;
    await shop.kill();
    proxy.release();
    await this.#messages.untilDone();
    return words.killed;
  }

  async #start(): Promise<string | null> {
    const { shop } = this.#world;
    if (shop.isUp) return null;
    await shop.start();
    return words.started;
  }

  async #moveClock(by: ClockMove | typeof pastRetries): Promise<string> {
    const { proxy, gateway, callbacks, client } = this.#world;
    this.#messages.released();
    proxy.release();
    await this.#messages.untilDone();
    callbacks.loseHeld();
    const results: string[] = [];
    const pass = async (callback: SentCallback) => {
      const result = await client.deliver(callback.delivery);
      this.#heard(callback, result);
      results.push(words.retried(callback, result));
      return result;
    };
    await callbacks.passing(pass, () => gateway.advance(by));
    this.#isExpired ||= by !== '2m' && this.#paid === null && !this.#isFailed && this.#order !== null;
    return words.clockMoved({ by, results, isExpired: this.#isExpired && this.#paid === null });
  }

  /** Lets everything arrive: held responses, callbacks and retries. */
  async #settle(): Promise<readonly string[]> {
    const { shop, proxy, callbacks } = this.#world;
    const told: string[] = [];
    proxy.disarm();
    this.#messages.released();
    proxy.release();
    await this.#messages.untilDone();
    if (!shop.isUp) {
      await shop.start();
      told.push(words.started);
    }
    for (const callback of [...callbacks.held]) {
      this.#send(callback, { isReceived: true });
      const answers = await this.#messages.untilQuiet();
      told.push(
        words.arrived({ callback, fate: 'delivered', isFirst: true, answers, seen: proxy.takeSeen() }),
      );
    }
    const retries = await this.#moveClock(pastRetries);
    if (retries !== words.nothingRetried) told.push(retries);
    return told;
  }

  async #probe(settled: readonly string[], patienceMs: number): Promise<Loss | null> {
    if (this.#order === null) return null;
    const paid = this.#paid === null ? null : parseAmount(this.#paid);
    const numbers = [...new Set([this.#returned ?? this.#order.mchOrderNo, this.#order.mchOrderNo])];
    const credit = await creditOnceSettled(this.#world, { numbers, paid, patienceMs });
    const loss = lossOf(credit, paid);
    this.#tell([...settled, words.probed(creditText(credit), creditText(expectedCredit(paid)))].join(' '));
    const isUnknown = this.#returned === null && !this.#acknowledged;
    return loss === 'not_credited' && isUnknown ? null : loss;
  }
}

function orderIn(text: string): { readonly mchOrderNo: string; readonly payUrl: string } | null {
  try {
    const { mchOrderNo, payUrl } = JSON.parse(text);
    return typeof mchOrderNo === 'string' && typeof payUrl === 'string' ? { mchOrderNo, payUrl } : null;
  } catch {
    return null;
  }
}
