import { deliveryHeaders, type Mask } from '@inrgate/conformance/internal';
import { formatIst } from '@inrgate/sdk/internal';
import { canonicalText, parseFlat, textParams } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import { type Attempt, type AttemptFault, type Callback, callbackStates } from '../domain/callback.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput, searchInput } from './input.ts';
import { numberOf } from './named-order.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** What a list of callbacks is narrowed by, and which page of it. */
export const callbackFilter = z.strictObject({
  orderNo: z.string().optional(),
  mchId: z.string().optional(),
  state: z.enum(callbackStates).optional(),
  text: searchInput.text,
  ...pageInput,
});

/** Real milliseconds that it is waited for at most. */
export const settleInput = z.strictObject({ timeoutMs: z.int().min(0).max(600_000).default(30_000) });

export type CallbackFilter = z.input<typeof callbackFilter>;
export type SettleInput = z.input<typeof settleInput>;

export function callbackControls({ ports, scheduler, log }: ControlDeps) {
  const view = (callback: Callback) => callbackView(callback, log.hideKeys);

  return {
    /** Newest first. */
    async list(filter: CallbackFilter = {}) {
      const { limit, cursor, orderNo, ...rest } = parseInput(callbackFilter, filter);
      const order = orderNo === undefined ? undefined : await numberOf(ports, orderNo, rest.mchId);
      return pageOf(ports.store.callbacks.list({ orderNo: order, ...rest }, { limit, cursor }), view);
    },

    /** One, with the headers that it is sent with and the text that is signed. */
    async get(id: string): Promise<ControlResponse<'CallbackInFull'>> {
      const callback = await ports.store.callbacks.get(id);
      if (callback === null) throw new ControlError('not_found', 'There is no callback with this ID.');
      return { ...view(callback), ...sentOf(callback, log.hideKeys) };
    },

    /** Answers once no delivery is running or due; `settled` is false when that took longer than `timeoutMs`. */
    async settle(input: SettleInput = {}) {
      return scheduler.settle(parseInput(settleInput, input));
    },
  };
}

/** contract: GET /callbacks. What the receiver answered is shown without keys, should it repeat any. */
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

/** What an attempt sends besides the body, what came with each answer, and what the body's signature covers; the key masked. */
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
      headers: responseHeaders.map(([name, value]) => ({ name, value: hideKeys(value) })),
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
    responseBody: attempt.responseBody === null ? null : hideKeys(attempt.responseBody),
    ok: attempt.ok,
    reason: attempt.reason,
    fault: attempt.fault === null ? null : { ...attempt.fault, note: faultNotes[attempt.fault.kind] },
  };
}

/** What a fault did to an attempt, for people. */
const faultNotes: Readonly<Record<AttemptFault['kind'], string>> = {
  delay: 'held back on purpose',
  drop: 'not sent, on purpose',
  duplicate: 'sent twice, on purpose',
  tamper: 'sent with another amount than was signed, on purpose',
};
