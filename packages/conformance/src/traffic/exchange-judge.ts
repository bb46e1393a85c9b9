import { bodyLimit } from '@inrgate/sdk/protocol';
import type { Json } from '../http/messages.ts';
import { type Answered, answeredBy, kindOf, OrderBook } from './answered.ts';
import {
  acknowledgement,
  acknowledgementChecks,
  type Called,
  callbackChecks,
  calledBy,
  deliveryChecks,
  isWronglySigned,
} from './callback-checks.ts';
import { v1EnvelopeChecks, v3EnvelopeChecks } from './envelope-checks.ts';
import {
  isWhole,
  type KnownMerchant,
  type SeenCallback,
  type SeenExchange,
  type SeenRequest,
} from './exchange.ts';
import { expectationOf } from './expected.ts';
import { type Finding, finding, judgeBy } from './finding.ts';
import { linkChecks, payinChecks, payoutChecks, walletChecks } from './order-checks.ts';
import { judgeRefusal, judgeRequest } from './refusals.ts';

/**
 * Judges exchanges with a gateway sequentially, by the rules of the specification. A client can pass its own exchanges,
 * and a proxy can pass all exchanges that it forwards. The judge compares each exchange with the earlier exchanges of
 * the same order.
 */
export class ExchangeJudge {
  readonly #known: KnownMerchant | null;
  readonly #book = new OrderBook();

  /** @param known the merchant whose keys are known, or null to skip the checks of signatures */
  constructor(known: KnownMerchant | null = null) {
    this.#known = known;
  }

  /**
   * Judges a call of the API: the mistakes of the request, and each rule of the response.
   *
   * @param options.onPurpose true if the client made mistakes on purpose. The judge then skips the request and its
   * error
   */
  exchange(exchange: SeenExchange, { onPurpose = false } = {}): readonly Finding[] {
    const { api, request, answer } = exchange;
    if (!isJudgeable(request)) return [unread(request)];
    const expected = expectationOf(exchange, this.#known);
    const asked = judgeRequest(api, expected);
    if (answer === null) return asked;
    const answered = answeredBy({ ...exchange, answer }, expected, this.#book);
    const said = judgeAnswer(answered);
    const refused = onPurpose ? [] : [...asked, ...judgeRefusal(answered)];
    this.#learn(answered, exchange.endedAt);
    return [...refused, ...said];
  }

  /** Judges the delivery of a callback and the receiver's acknowledgement. */
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

  /** Forgets the known orders. Call it after a reset of the mock gateway, which deletes the orders. */
  forget(): void {
    this.#book.clear();
  }

  /** Records a delivery, to judge later deliveries, and a final state, to judge later responses. */
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
    // Keep the known state, because it is from a later response.
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

/** Merges the fields of the create response and of the query response. */
function merged(before: Json | undefined, now: Json): Json {
  const { duplicate: _repeat, type: _kind, ...lasting } = now;
  return { ...before, ...lasting };
}

/**
 * Returns whether a request can be judged. For a body above the limit, its length is sufficient. A body that was
 * truncated for another reason cannot be judged.
 */
function isJudgeable(request: SeenRequest): boolean {
  return isWhole(request) || (request.complete && request.length > bodyLimit);
}

const orderChecks = { payin: payinChecks, payout: payoutChecks, link: linkChecks };

function judgeAnswer(answered: Answered): readonly Finding[] {
  const { api, data, expected } = answered;
  const envelope = judgeBy(api === 'v3' ? v3EnvelopeChecks : v1EnvelopeChecks, answered, 'answer');
  if (data === null) return envelope;
  const kind = kindOf(expected, data);
  const ofOrder = kind === null ? [] : orderChecks[kind];
  const checks = expected.endpoint === 'check-gateway-balance' ? walletChecks : ofOrder;
  return [...envelope, ...judgeBy(checks, { ...answered, data }, 'answer')];
}

function unread(request: SeenRequest): Finding {
  const { body, length, complete } = request;
  const [kept, all] = [body.byteLength, Math.max(length, body.byteLength)];
  const why = complete
    ? `only the first ${kept} of ${all} bytes of the request were stored`
    : 'the request is incomplete or was not stored';
  return finding({ id: 'spec:errors.invalid_request', about: 'request' }, { unseen: why });
}

function unreadable(request: SeenRequest): Finding {
  const verdict = isWhole(request)
    ? 'it is not a callback of this API, because its fields cannot be read'
    : { unseen: 'the callback is incomplete or was not stored completely' };
  return finding({ id: 'spec:events.format', about: 'callback' }, verdict);
}
