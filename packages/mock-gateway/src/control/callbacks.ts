import { deliveryHeaders, maxHeaderLength, shownPart } from '@inrgate/conformance/internal';
import { formatIst, type Mask } from '@inrgate/sdk/internal';
import { canonicalText, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Attempt, type Callback, callbackStates } from '../domain/callback.ts';
import { faultKinds } from '../domain/fault-kinds.ts';
import { ControlError } from '../http/core/control-error.ts';
import { shownBody } from '../log/shown-request.ts';
import { call } from './call.ts';
import { pageInput, searchInput } from './input.ts';
import { orderNamed } from './named-order.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Filters and page of a list of callbacks. */
const callbackFilter = z.strictObject({
  orderNo: z
    .string()
    .meta({
      description:
        'Matches only this gateway order number or link code, or a unique order number of the merchant.',
    })
    .optional(),
  mchId: z.string().optional(),
  state: z.enum(callbackStates).optional(),
  text: searchInput.text,
  ...pageInput,
});

/** Maximum wait in real milliseconds. */
const settleInput = z.strictObject({ timeoutMs: z.int().min(0).max(600_000).default(30_000) });

export const callbackCalls = {
  /** Lists callbacks, newest first. */
  list: call({
    route: 'GET /callbacks',
    summary: 'List callbacks, newest first',
    query: callbackFilter,
    response: 'CallbackList',
    refusals: ['ambiguous'],
    run: async ({ store, log }, { query: { limit, cursor, orderNo: number, ...rest } }) => {
      const orderNo =
        number === undefined ? undefined : (orderNamed(store, number, rest.mchId)?.order.orderNo ?? number);
      return pageOf(
        () => store.callbacks.list({ orderNo, ...rest }, { limit, cursor }),
        (callback) => callbackView(callback, log.hideKeys),
      );
    },
  }),
  /** Returns a callback with its headers and the signed string. */
  get: call({
    route: 'GET /callbacks/:id',
    summary: 'Get a callback with its attempts',
    response: 'CallbackInFull',
    run: async ({ store, log }, { id }) => {
      const callback = store.callbacks.get(id);
      if (callback === null) throw new ControlError('not_found', 'No callback has this ID.');
      return { ...callbackView(callback, log.hideKeys), ...sentOf(callback, log.hideKeys) };
    },
  }),
  /** Waits until no delivery is running or due. After `timeoutMs` milliseconds, returns `settled: false`. */
  settle: call({
    route: 'POST /callbacks/settle',
    summary: 'Wait until no delivery is running or due',
    body: { schema: settleInput, examples: { 'Wait at most five seconds': { timeoutMs: 5_000 } } },
    response: 'Settled',
    run: ({ deliveries }, { body }) => deliveries.settle(body),
  }),
};

/** Converts a callback (contract: GET /callbacks). Masks keys in the receiver's response. */
export function callbackView(callback: Callback, hideKeys: Mask): ControlResponse<'Callback'> {
  return {
    id: callback.id,
    kind: callback.kind,
    event: callback.event,
    mchId: callback.mchId,
    orderNo: callback.orderNo,
    url: callback.url,
    format: callback.format,
    body: callback.body,
    state: callback.state,
    createdAt: formatIst(callback.createdAt),
    nextAttemptAt: callback.nextAttemptAt === null ? null : formatIst(callback.nextAttemptAt),
    attempts: callback.attempts.map((attempt) => attemptView(attempt, hideKeys)),
  };
}

/** Request headers, response headers of each attempt, and the signed string with a masked key. */
function sentOf(
  callback: Callback,
  hideKeys: Mask,
): Pick<ControlResponse<'CallbackInFull'>, 'headers' | 'answers' | 'signature'> {
  const { url, format, body, attempts } = callback;
  const headers = Object.entries(deliveryHeaders({ url: url ?? '', format, body }));
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const fields = textParams(parseFlat(Buffer.from(body), type));
  return {
    headers: headers.map(([name, value]) => ({ name, value })),
    answers: attempts.map(({ number, responseHeaders = [] }) => ({
      number,
      headers: responseHeaders.map(([name, value]) => ({
        name: shownPart(name, hideKeys, maxHeaderLength),
        value: shownPart(value, hideKeys, maxHeaderLength),
      })),
    })),
    signature: {
      canonical: canonicalText(fields, '<key>'),
      received: fields.get('sign') ?? '',
      key: callback.kind === 'payin' || callback.kind === 'test' ? 'mchKey' : 'mchSecret',
    },
  };
}

export function attemptView(attempt: Attempt, hideKeys: Mask): ControlResponse<'Attempt'> {
  return {
    number: attempt.number,
    manual: attempt.manual,
    url: attempt.url,
    startedAt: formatIst(attempt.startedAt),
    durationMs: attempt.durationMs,
    status: attempt.status,
    responseBody: attempt.responseBody === null ? null : shownBody(attempt.responseBody, hideKeys),
    ok: attempt.ok,
    reason: attempt.reason,
    fault:
      attempt.fault === null
        ? null
        : { ...attempt.fault, note: faultKinds[attempt.fault.kind].callback.note },
  };
}
