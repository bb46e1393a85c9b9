import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackFormat } from '@inrgate/sdk/internal';
import { formatAmount, type Paise } from '@inrgate/sdk/protocol';
import { type Acknowledgement, acknowledgementOf, type CallbackKind } from '../delivery/acknowledgement.ts';
import type { Delivery, DeliveryResult } from '../delivery/sender.ts';
import type { Exchange } from '../findings/report.ts';
import { CheckError, shownAnswer } from '../findings/report.ts';
import { headerValue } from '../http/messages.ts';
import {
  CallbackWriter,
  type CheckedKind,
  type CheckedOrder,
  formatNames,
  formatsOfKind,
  kindNames,
} from './callback-writer.ts';
import type { CheckSetup } from './options.ts';
import type { PathFindings } from './path/response-signs.ts';
import { type Credits, createdOrderNo, creditsOf, returnPageOf, type Visit, visit } from './shop-calls.ts';

export interface Answer {
  readonly exchange: Exchange;
  readonly result: DeliveryResult;
  readonly acknowledgement: Acknowledgement;
  readonly endedAs: number;
}

/** A plain callback, with the response and the credits. */
export interface PlainDelivery {
  readonly order: CheckedOrder;
  readonly body: string;
  readonly answer: Answer;
  /** The credits that the callback caused, or null if there is no probe. */
  readonly credits: Credits | null;
}

/** Kind of a plain case: a kind of order, or the test callback, which counts as a pay-in. */
export type PlainKind = CheckedKind | 'test';

type Orders = readonly [CheckedOrder, ...CheckedOrder[]];

export interface Sending extends Omit<Delivery, 'url'> {
  readonly kind: CallbackKind;
  readonly what: string;
  readonly query?: string | undefined;
}

/** Number of unanswered deliveries after which the run stops, because each takes the whole timeout. */
const silentTries = 2;
/** Milliseconds between two polls for a credit. */
const lookMs = 20;

/** The sum of `overlapOf` that proves concurrency. */
const enoughOverlap = 2;
/** Waits in milliseconds after responses of a rate limiter without `Retry-After`. */
const limiterWaitsMs = [1_000, 1_000, 2_000, 4_000, 8_000];
/** Maximum wait in milliseconds for `Retry-After`. */
const longestRetryAfterMs = 60_000;

/** Returns whether a rate limiter rejected the callback, so the response says nothing about the endpoint. */
export function isLimited({ result }: Answer): boolean {
  return result.status === 429;
}

function retryAfterMs(result: DeliveryResult | undefined): number | null {
  const seconds = Number(headerValue(result?.headers ?? [], 'retry-after') ?? Number.NaN);
  return seconds >= 0 ? Math.min(seconds * 1_000, longestRetryAfterMs) : null;
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

const names: Readonly<Record<PlainKind, string>> = { ...kindNames, test: 'the test callback' };

/** State of one run, with its observations about the endpoint. */
export class CheckRun {
  readonly setup: CheckSetup;
  /** Durations of complete responses to genuine callbacks in milliseconds. */
  readonly durations: number[] = [];
  /** The path to the endpoint, or undefined before a case requires it. */
  path: Promise<PathFindings> | undefined;
  /** Case in which the shop stopped, or null. */
  stoppedIn: string | null = null;
  readonly #prefix = `CHECK-${Date.now().toString(36).toUpperCase()}`;
  readonly #plain = new Map<string, Promise<PlainDelivery>>();
  #made = 0;
  #answered = false;
  #isLastBroken = false;
  #unreachable: string | null = null;
  #acknowledged = false;
  #unanswered = 0;
  /** Milliseconds from a response to its credit, measured with the plain pay-in. */
  #lagMs = 0;
  /** Kinds for which the shop has credited an order of the check. */
  readonly #credited = new Set<CheckedKind>();
  #ended = 0;
  #overlap = 0;

  constructor(setup: CheckSetup) {
    this.setup = setup;
  }

  /** True after two timeouts without any acknowledged callback. The run then skips the remaining cases. */
  get silent(): boolean {
    return !this.#acknowledged && this.#unanswered >= silentTries;
  }

  /** True if the endpoint responded before, and the connection of the last callback broke or was refused. */
  get isCutOff(): boolean {
    return this.#answered && this.#isLastBroken;
  }

  /** Returns whether the probe would show a credit of this kind. A shop may not credit generated orders. */
  seesCredits(kind: CheckedKind): boolean {
    const isKnown = this.setup.createOrder !== undefined || this.#credited.has(kind);
    return this.#probeOf(kind) !== undefined && isKnown;
  }

  /** True if the endpoint processes callbacks concurrently, as overlapping responses show. */
  get isConcurrent(): boolean {
    return this.#overlap >= enoughOverlap;
  }

  /** @param overlap the result of `overlapOf` for one round of simultaneous callbacks */
  observe(overlap: number): void {
    this.#overlap += overlap;
  }

  writer(format: CallbackFormat): CallbackWriter {
    return new CallbackWriter(this.setup, format);
  }

  madeUp(kind: CheckedKind, amount = this.setup.amount): CheckedOrder {
    this.#made += 1;
    const orderNo = this.writer('json').orderNo(kind);
    return { kind, mchOrderNo: `${this.#prefix}-${this.#made}`, orderNo, amount };
  }

  /**
   * Returns an order for a case. The shop creates the order if `createOrder` is set.
   *
   * @throws {CheckError} `order_failed`
   */
  async order(kind: CheckedKind, amount?: Paise): Promise<CheckedOrder> {
    const order = this.madeUp(kind, amount);
    const { createOrder, signal } = this.setup;
    if (createOrder === undefined) return order;
    const wanted = { kind, mchOrderNo: order.mchOrderNo, amount: formatAmount(order.amount) };
    return { ...order, mchOrderNo: await createdOrderNo(createOrder, wanted, signal) };
  }

  /** Sends a callback and judges the response as the gateway would. Waits if a rate limiter rejects it. */
  async deliver(sending: Sending): Promise<Answer> {
    const [answer] = await this.#unlimited(async () => [await this.#deliverOnce(sending)] as const);
    return answer;
  }

  /** Sends callbacks simultaneously. Waits and repeats them only if a rate limiter rejects all of them. */
  deliverTogether(sendings: readonly Sending[]): Promise<readonly Answer[]> {
    return this.#unlimited(() => Promise.all(sendings.map((one) => this.#deliverOnce(one))));
  }

  async #unlimited<Answers extends readonly Answer[]>(send: () => Promise<Answers>): Promise<Answers> {
    for (const ms of limiterWaitsMs) {
      const answers = await send();
      if (!answers.every(isLimited)) return answers;
      await this.#wait(retryAfterMs(answers[0]?.result) ?? ms);
    }
    return send();
  }

  async #deliverOnce({ kind, what, query, ...delivery }: Sending): Promise<Answer> {
    const { format } = delivery;
    const { signal, timeoutMs, send, hide } = this.setup;
    const url = query === undefined ? this.setup.url : withQuery(this.setup.url, query);
    const result = await send({ url, ...delivery }, signal);
    this.#ended += 1;
    const endedAs = this.#ended;
    signal.throwIfAborted();
    const acknowledgement = acknowledgementOf(kind, result);
    this.#isLastBroken = result.failure === 'connection';
    if (result.status !== null) this.#answered ||= result.failure === null;
    else if (result.failure === 'connection' && !this.#answered) this.#unreachable ??= acknowledgement.reason;
    if (result.failure === 'timeout') this.#unanswered += 1;
    const received =
      result.failure === 'timeout'
        ? `no complete response within ${timeoutMs} ms`
        : shownAnswer(result, hide);
    const sent = `${what}, ${formatNames[format]}`;
    const exchange = { sent, received, durationMs: result.durationMs };
    return { exchange, result, acknowledgement, endedAs };
  }

  /** Opens the return page of an order `times` times simultaneously. */
  visits(mchOrderNo: string, times: number): Promise<readonly Visit[]> {
    const { returnUrl = '', signal } = this.setup;
    return Promise.all(
      Array.from({ length: times }, () => visit(returnPageOf(returnUrl, mchOrderNo), signal)),
    );
  }

  /** @throws {CheckError} `unreachable` if the connection failed and no response has arrived so far */
  throwIfUnreachable(): void {
    if (this.#answered || this.#unreachable === null) return;
    throw new CheckError('unreachable', `the endpoint does not respond: ${this.#unreachable}`);
  }

  /** Returns the unaltered callback for the kind and the result of its delivery. Sends the callback only once. */
  plain(kind: PlainKind, format: CallbackFormat): Promise<PlainDelivery> {
    const name = `${kind} ${format}`;
    const delivery = this.#plain.get(name) ?? this.#sendPlain(kind, format);
    this.#plain.set(name, delivery);
    return delivery;
  }

  /** Returns the formats in which the endpoint acknowledges the plain callback of a kind. */
  async formatsOf(kind: CheckedKind): Promise<readonly CallbackFormat[]> {
    const taken: CallbackFormat[] = [];
    for (const format of formatsOfKind(kind)) {
      if (this.silent) break;
      const { answer } = await this.plain(kind, format);
      if (answer.acknowledgement.ok) taken.push(format);
    }
    return taken;
  }

  /**
   * Returns the credits that the work causes, or null if there is no probe.
   *
   * @param work returns whether to wait for a credit
   * @param isPlain true for a plain callback, which shows whether and when the shop credits orders of the check
   */
  async creditsBy(orders: Orders, work: () => Promise<boolean>, isPlain = false): Promise<Credits | null> {
    const [{ kind }] = orders;
    const before = await this.#credits(orders);
    const isExpected = (await work()) && (isPlain || this.seesCredits(kind));
    if (before === null) return null;
    const endedAt = performance.now();
    let since = await this.#creditsSince(orders, before);
    while (isExpected && since.count === 0 && performance.now() < endedAt + this.setup.creditMs) {
      await this.#wait(lookMs);
      since = await this.#creditsSince(orders, before);
      if (isPlain && since.count !== 0) this.#lagMs = Math.max(this.#lagMs, performance.now() - endedAt);
    }
    if (isPlain && isExpected && since.count > 0) this.#credited.add(kind);
    // Wait longer, because a late credit can be a second credit or a wrong amount.
    await this.#wait(Math.min(Math.max(lookMs, 2 * this.#lagMs), this.setup.creditMs));
    return this.#creditsSince(orders, before);
  }

  async #sendPlain(kind: PlainKind, format: CallbackFormat): Promise<PlainDelivery> {
    const order = kind === 'test' ? this.madeUp('payin') : await this.order(kind);
    const write = this.writer(format);
    const body = kind === 'test' ? write.signed({ ...write.payin(order), test: true }) : write.plain(order);
    const what = `${names[kind]}, ${order.mchOrderNo}`;
    const sent: { answer?: Answer } = {};
    const send = async () => {
      const answer = await this.deliver({ kind, format, what, body });
      sent.answer = answer;
      const { ok } = answer.acknowledgement;
      if (ok) this.durations.push(answer.result.durationMs);
      this.#acknowledged ||= ok && kind !== 'test';
      return ok && kind !== 'test';
    };
    const credits = await this.creditsBy([order], send, true);
    if (sent.answer === undefined) throw new Error('the callback was not sent');
    return { order, body, answer: sent.answer, credits };
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.setup;
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  }

  async #creditsSince(orders: Orders, before: Credits): Promise<Credits> {
    const now = (await this.#credits(orders)) ?? before;
    const { count, amount, status } = before;
    return { ...now, count: now.count - count, amount: now.amount - amount, statusBefore: status };
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
