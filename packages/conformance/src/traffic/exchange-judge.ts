import { bodyLimit } from '@inrgate/sdk/protocol';
import { type Answered, answeredBy, type Json, kindOf } from './answered.ts';
import { type Called, callbackChecks, calledBy, isWronglySigned } from './callback-checks.ts';
import { acknowledgement, acknowledgementChecks, deliveryChecks } from './delivery-checks.ts';
import { v1EnvelopeChecks, v3EnvelopeChecks } from './envelope-checks.ts';
import {
  isWhole,
  type KnownMerchant,
  type SeenCallback,
  type SeenExchange,
  type SeenRequest,
} from './exchange.ts';
import type { Expectation } from './expectation.ts';
import { expectV1 } from './expected-v1.ts';
import { expectV3 } from './expected-v3.ts';
import { type Finding, judgeBy } from './finding.ts';
import { OrderBook } from './order-book.ts';
import type { DataCheck } from './order-checks.ts';
import { linkChecks, walletChecks } from './other-checks.ts';
import { payinChecks } from './payin-checks.ts';
import { payoutChecks } from './payout-checks.ts';
import { judgeRefusal, judgeRequest } from './refusals.ts';

/**
 * Judges exchanges with a gateway one after the other, by the rules of the specification. It needs nobody in between:
 * who makes the calls can hand them in as well as who watches them. What one exchange tells of an order, the next are
 * compared with.
 */
export class ExchangeJudge {
  readonly #known: KnownMerchant | null;
  readonly #book = new OrderBook();

  /** @param known whose signatures can be judged; null for nobody's */
  constructor(known: KnownMerchant | null = null) {
    this.#known = known;
  }

  /**
   * A call of the API: what is wrong with the request, and what its answer says about each rule.
   *
   * @param options.onPurpose who sends a request knows what is wrong with it and how it has to be answered: that is not judged
   */
  exchange(exchange: SeenExchange, { onPurpose = false } = {}): readonly Finding[] {
    const { api, request, answer } = exchange;
    // Of a request that broke off, or is not here as a whole, nobody knows what it asked for.
    if (!isJudgeable(request)) return [unread(request)];
    const expected = (api === 'v3' ? expectV3 : expectV1)(request, this.#known);
    const asked = judgeRequest(api, expected);
    if (answer === null) return asked;
    const answered = answeredBy({ ...exchange, answer }, expected, this.#book);
    const said = judgeAnswer(answered);
    const refused = onPurpose ? [] : [...asked, ...judgeRefusal(answered)];
    this.#learn(answered, exchange.endedAt);
    return [...refused, ...said];
  }

  /** A delivery of a callback: the callback, and the receiver's acknowledgement. */
  callback(seen: SeenCallback): readonly Finding[] {
    const called = calledBy(seen, this.#known, this.#book);
    if (called === null) return [unreadable(seen.request)];
    const findings = [
      ...judgeBy([...callbackChecks(called.kind), ...deliveryChecks], called, 'callback'),
      ...judgeBy(acknowledgementChecks, called, 'acknowledgement'),
    ];
    if (called.data['test'] !== true) this.#note(called);
    return findings;
  }

  /** What was known of the orders: after a reset of the mock gateway they are others. */
  forget(): void {
    this.#book.clear();
  }

  /** What has come, for the next delivery; and of a final state, that an answer from now on says the same. */
  #note(called: Called): void {
    const { event, text, seen, order, data } = called;
    const { ok } = acknowledgement(called);
    this.#book.deliver(event, { body: text, acknowledged: ok, endedAt: seen.endedAt });
    if (order === null || data['status'] !== 'success' || isWronglySigned(called)) return;
    const knownAt = Math.max(order.knownAt, seen.startedAt);
    this.#book.learn({ ...order, data: { ...order.data, status: 'success' }, knownAt });
  }

  #learn({ data, expected }: Answered, knownAt: number): void {
    const kind = data === null ? null : kindOf(expected, data);
    if (data === null || kind === null) return;
    const orderNo = data[kind === 'link' ? 'link_code' : 'orderNo'];
    const reference = data[kind === 'link' ? 'client_ref' : 'mchOrderNo'];
    if (typeof orderNo !== 'string' || orderNo === '' || typeof reference !== 'string') return;
    const before = this.#book.byOrderNo(orderNo);
    // A state that another answer told later stays known.
    if (before !== null && before.knownAt > knownAt) return;
    this.#book.learn({
      kind,
      mchId: expected.mchId ?? '',
      reference,
      orderNo,
      data: merged(before?.data, data),
      knownAt,
    });
  }
}

/** Creation and query tell different fields. */
function merged(before: Json | undefined, now: Json): Json {
  const { duplicate: _repeat, type: _kind, ...lasting } = now;
  return { ...before, ...lasting };
}

/** Over the limit the length says all; what was cut for any other reason is not known. */
function isJudgeable(request: SeenRequest): boolean {
  return isWhole(request) || (request.complete && request.length > bodyLimit);
}

function judgeAnswer(answered: Answered): readonly Finding[] {
  const { api, data } = answered;
  const envelope = judgeBy(api === 'v3' ? v3EnvelopeChecks : v1EnvelopeChecks, answered, 'answer');
  const checks = data === null ? [] : dataChecks(answered.expected, data);
  return [...envelope, ...(data === null ? [] : judgeBy(checks, { ...answered, data }, 'answer'))];
}

function dataChecks(expected: Expectation, data: Json): readonly DataCheck[] {
  if (expected.endpoint === 'check-gateway-balance') return walletChecks;
  switch (kindOf(expected, data)) {
    case 'payin':
      return payinChecks;
    case 'payout':
      return payoutChecks;
    case 'link':
      return linkChecks;
    case null:
      return [];
  }
}

function unread(request: SeenRequest): Finding {
  const { body, length, complete } = request;
  const [kept, all] = [body.byteLength, Math.max(length, body.byteLength)];
  return {
    id: 'spec:errors.invalid_request',
    title: 'The request cannot be read, or mchId or sign is missing.',
    state: 'unobservable',
    about: 'request',
    message: complete
      ? `only the first ${kept} of ${all} bytes of the request were kept`
      : 'the request broke off, or was not kept',
  };
}

function unreadable(request: SeenRequest): Finding {
  return {
    id: 'spec:events.format',
    title: 'A callback is a POST of JSON or of a form.',
    state: isWhole(request) ? 'broken' : 'unobservable',
    about: 'callback',
    message: isWhole(request)
      ? 'it is no callback of this API: its fields cannot be read'
      : 'the callback broke off, or was not kept as a whole',
  };
}
