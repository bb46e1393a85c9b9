import {
  beginning,
  deliveryHeaders,
  maxHeaderLength,
  safeText,
  shownPart,
} from '@inrgate/conformance/internal';
import { callbackAnswerLimit, formatIst, type Mask } from '@inrgate/sdk/internal';
import { canonicalText, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Attempt, type AttemptFault, type Callback, callbackStates } from '../domain/callback.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput, searchInput } from './input.ts';
import { numberOf } from './named-order.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Filters and page of a list of callbacks. */
export const callbackFilter = z.strictObject({
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
export const settleInput = z.strictObject({ timeoutMs: z.int().min(0).max(600_000).default(30_000) });

export type CallbackFilter = z.input<typeof callbackFilter>;
export type SettleInput = z.input<typeof settleInput>;

export function callbackControls({ ports, scheduler, log }: ControlDeps) {
  const view = (callback: Callback) => callbackView(callback, log.hideKeys);

  return {
    /** Lists callbacks, newest first. */
    async list(filter: CallbackFilter = {}) {
      const { limit, cursor, orderNo, ...rest } = parseInput(callbackFilter, filter);
      const order = orderNo === undefined ? undefined : await numberOf(ports, orderNo, rest.mchId);
      return pageOf(ports.store.callbacks.list({ orderNo: order, ...rest }, { limit, cursor }), view);
    },

    /** Returns a callback with its headers and the signed string. */
    async get(id: string): Promise<ControlResponse<'CallbackInFull'>> {
      const callback = await ports.store.callbacks.get(id);
      if (callback === null) throw new ControlError('not_found', 'No callback has this ID.');
      return { ...view(callback), ...sentOf(callback, log.hideKeys) };
    },

    /** Waits until no delivery is running or due. After `timeoutMs` milliseconds, returns `settled: false`. */
    async settle(input: SettleInput = {}) {
      return scheduler.settle(parseInput(settleInput, input));
    },
  };
}

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
    fault: attempt.fault === null ? null : { ...attempt.fault, note: faultNotes[attempt.fault.kind] },
  };
}

/**
 * The response body without keys and the values of personal fields, because an error page can contain both. Leaves out
 * an incomplete key at the point where the sender stopped reading.
 */
function shownBody(body: string, hideKeys: Mask): string {
  const shown = safeText(body, hideKeys, true);
  return beginning(shown, shown.length, Buffer.byteLength(body) >= callbackAnswerLimit);
}

/** Readable effect of each fault on an attempt. */
const faultNotes: Readonly<Record<AttemptFault['kind'], string>> = {
  delay: 'delayed on purpose',
  drop: 'not sent, on purpose',
  duplicate: 'sent twice, on purpose',
  tamper: 'sent with an altered amount, on purpose',
};
