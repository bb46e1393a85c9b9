import { setTimeout as sleep } from 'node:timers/promises';
import { type CallbackFormat, orderNumbers } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import { type Acknowledgement, acknowledgementOf, type CallbackKind } from '../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../delivery/sender.ts';
import { CheckError } from '../findings/check-error.ts';
import type { Exchange } from '../findings/report.ts';
import { shownAnswer } from '../findings/shown-answer.ts';
import { formatNames } from './answer-words.ts';
import { CallbackWriter } from './callback-writer.ts';
import { createdOrderNo } from './create-order.ts';
import type { CheckSetup } from './options.ts';
import { type CheckedKind, type CheckedOrder, kindNames } from './order.ts';
import { type Credits, creditsOf } from './probe.ts';

/** A delivery as it is judged. */
export interface Answer {
  readonly exchange: Exchange;
  readonly result: DeliveryResult;
  readonly acknowledgement: Acknowledgement;
  /** Its place among all responses of the run. */
  readonly endedAs: number;
}

/** A plain callback and what came of it. */
export interface PlainDelivery {
  readonly order: CheckedOrder;
  readonly body: string;
  readonly answer: Answer;
  /** What the order was credited with by it; null without a probe. */
  readonly credits: Credits | null;
}

/** The kinds, and the panel's test, which is a pay-in's. */
export type PlainKind = CheckedKind | 'test';

/** Orders of one kind. */
type Orders = readonly [CheckedOrder, ...CheckedOrder[]];

export interface Sending {
  readonly kind: CallbackKind;
  readonly format: CallbackFormat;
  /** What of which order, in words. */
  readonly what: string;
  readonly body: string;
}

/** So many first deliveries without an answer, and no more is tried: each takes all the time there is. */
const silentTries = 2;
/** Milliseconds between two looks at a credit that does not show yet. */
const lookMs = 20;

const names: Readonly<Record<PlainKind, string>> = { ...kindNames, test: "the panel's test" };

/** One run: what was sent, what is known of the endpoint by now. */
export class CheckRun {
  readonly setup: CheckSetup;
  /** Whole answers to what is genuine, in milliseconds. */
  readonly durations: number[] = [];
  /** Whether two responses to what was sent at once overlapped; undefined until it was tried. */
  isConcurrent: boolean | undefined;
  readonly #prefix = `CHECK-${Date.now().toString(36).toUpperCase()}`;
  readonly #plain = new Map<string, Promise<PlainDelivery>>();
  #made = 0;
  #answered = false;
  #acknowledged = false;
  #unanswered = 0;
  /** Milliseconds from an answer to its credit, as the plain pay-ins showed. */
  #lagMs = 0;
  /** The kinds of which a credit was seen: then a shop credits what it is told of here. */
  readonly #credited = new Set<CheckedKind>();
  #ended = 0;

  constructor(setup: CheckSetup) {
    this.setup = setup;
  }

  /** No order is acknowledged, and twice there was no answer in time: the rest is not tried. */
  get silent(): boolean {
    return !this.#acknowledged && this.#unanswered >= silentTries;
  }

  /** Whether a credit of this kind would be seen: made-up orders may be none that the shop credits. */
  seesCredits(kind: CheckedKind): boolean {
    const isKnown = this.setup.createOrder !== undefined || this.#credited.has(kind);
    return this.#probeOf(kind) !== undefined && isKnown;
  }

  writer(format: CallbackFormat): CallbackWriter {
    return new CallbackWriter(this.setup, format);
  }

  /** A number that no shop has. */
  madeUp(kind: CheckedKind): CheckedOrder {
    this.#made += 1;
    const now = this.setup.now();
    const orderNo = {
      payin: () => orderNumbers.payinOrderNo(now),
      payout: () => orderNumbers.payoutOrderNo(now),
      link: () => orderNumbers.linkCode(),
    }[kind]();
    return { kind, mchOrderNo: `${this.#prefix}-${this.#made}`, orderNo, amount: this.setup.amount };
  }

  /**
   * An order for a case: the shop's own, where it makes them.
   *
   * @throws {CheckError} `order_failed`
   */
  async order(kind: CheckedKind): Promise<CheckedOrder> {
    const order = this.madeUp(kind);
    const { createOrder, signal } = this.setup;
    if (createOrder === undefined) return order;
    const wanted = { kind, mchOrderNo: order.mchOrderNo, amount: formatAmount(order.amount) };
    return { ...order, mchOrderNo: await createdOrderNo(createOrder, wanted, signal) };
  }

  /**
   * Sends it as the gateway would, and reads the answer as the gateway would.
   *
   * @throws {CheckError} `unreachable` when nobody has answered yet and the connection fails
   */
  async deliver({ kind, format, what, body }: Sending): Promise<Answer> {
    const { url, signal, timeoutMs, send, hide } = this.setup;
    const result = await send({ url, format, body }, signal);
    this.#ended += 1;
    const endedAs = this.#ended;
    signal.throwIfAborted();
    const acknowledgement = acknowledgementOf(kind, result);
    if (result.status !== null) this.#answered ||= result.failure === null;
    else if (result.failure === 'connection' && !this.#answered) {
      throw new CheckError('unreachable', `the endpoint gives no answer: ${acknowledgement.reason}`);
    }
    if (result.failure === 'timeout') this.#unanswered += 1;
    const received =
      result.failure === 'timeout' ? `no whole answer within ${timeoutMs} ms` : shownAnswer(result, hide);
    const sent = `${what}, ${formatNames[format]}`;
    const exchange = { sent, received, durationMs: result.durationMs };
    return { exchange, result, acknowledgement, endedAs };
  }

  /** The plain callback of a kind, sent once in a run. */
  plain(kind: PlainKind, format: CallbackFormat): Promise<PlainDelivery> {
    const name = `${kind} ${format}`;
    const delivery = this.#plain.get(name) ?? this.#sendPlain(kind, format);
    this.#plain.set(name, delivery);
    return delivery;
  }

  /** The format in which the endpoint acknowledges the plain callbacks of a kind; null for neither. */
  async formatOf(kind: CheckedKind): Promise<CallbackFormat | null> {
    for (const format of kind === 'link' ? (['json'] as const) : (['json', 'form'] as const)) {
      if (this.silent) return null;
      const { answer } = await this.plain(kind, format);
      if (answer.acknowledgement.ok) return format;
    }
    return null;
  }

  /**
   * What the orders are credited with by the work; null without a probe.
   *
   * @param work answers whether a credit is to be waited for
   */
  async creditsBy(orders: Orders, work: () => Promise<boolean>): Promise<Credits | null> {
    const before = await this.#credits(orders);
    const isExpected = (await work()) && this.seesCredits(orders[0].kind);
    if (before === null) return null;
    await this.#untilCredited(orders, before, isExpected ? this.setup.creditMs : 0);
    // What is credited after the answer may be credited twice after it, or though it should not.
    await this.#wait(Math.max(lookMs, Math.min(2 * this.#lagMs, this.setup.creditMs)));
    return this.#creditsSince(orders, before);
  }

  async #sendPlain(kind: PlainKind, format: CallbackFormat): Promise<PlainDelivery> {
    const order = kind === 'test' ? this.madeUp('payin') : await this.order(kind);
    const write = this.writer(format);
    const body = kind === 'test' ? write.signed({ ...write.payin(order), test: true }) : write.plain(order);
    const before = await this.#credits([order]);
    const what = `${names[kind]}, ${order.mchOrderNo}`;
    const answer = await this.deliver({ kind, format, what, body });
    if (answer.acknowledgement.ok) {
      this.durations.push(answer.result.durationMs);
      if (kind !== 'test') this.#acknowledged = true;
    }
    const credits = before === null ? null : await this.#firstCredit(kind, order, { before, answer });
    return { order, body, answer, credits };
  }

  async #firstCredit(
    kind: PlainKind,
    order: CheckedOrder,
    { before, answer }: { readonly before: Credits; readonly answer: Answer },
  ): Promise<Credits | null> {
    const isExpected = answer.acknowledgement.ok && kind !== 'test';
    const startedAt = performance.now();
    const isShown = await this.#untilCredited([order], before, isExpected ? this.setup.creditMs : 0);
    if (isShown === 'later') this.#lagMs = Math.max(this.#lagMs, performance.now() - startedAt);
    const credits = await this.#creditsSince([order], before);
    if (isExpected && credits !== null && credits.count > 0) this.#credited.add(kind);
    return credits;
  }

  async #untilCredited(
    orders: Orders,
    before: Credits,
    waitMs: number,
  ): Promise<'at once' | 'later' | 'not'> {
    const until = performance.now() + waitMs;
    for (let looks = 0; ; looks++) {
      const since = await this.#creditsSince(orders, before);
      if (since !== null && since.count !== 0) return looks === 0 ? 'at once' : 'later';
      if (performance.now() >= until) return 'not';
      await this.#wait(lookMs);
    }
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.setup;
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  async #creditsSince(orders: Orders, before: Credits): Promise<Credits | null> {
    const now = await this.#credits(orders);
    return now && { ...now, count: now.count - before.count, amount: now.amount - before.amount };
  }

  async #credits(orders: Orders): Promise<Credits | null> {
    const [{ kind }] = orders;
    const probe = this.#probeOf(kind);
    if (probe === undefined) return null;
    const numbers = orders.map(({ mchOrderNo }) => mchOrderNo);
    return creditsOf(probe, { kind, orders: numbers }, this.setup.signal);
  }

  #probeOf(kind: CheckedKind) {
    return kind === 'payout' ? this.setup.payoutProbe : this.setup.probe;
  }
}
