import { formatIst } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import type { Attempt, Callback } from '../domain/callback.ts';
import { ControlError } from './control-error.ts';
import type { ControlDeps } from './deps.ts';
import { pageInput, parseInput } from './input.ts';
import { pageOf } from './paging.ts';

export const callbackFilter = z.strictObject({
  orderNo: z.string().optional(),
  mchId: z.string().optional(),
  state: z.enum(['pending', 'delivering', 'delivered', 'failed', 'undeliverable']).optional(),
  ...pageInput,
});

export const settleInput = z.strictObject({ timeoutMs: z.int().min(0).max(600_000).default(30_000) });

export type CallbackFilter = z.input<typeof callbackFilter>;
export type SettleInput = z.input<typeof settleInput>;

export function callbackControls({ ports, scheduler }: ControlDeps) {
  return {
    /** Newest first. */
    async list(filter: CallbackFilter = {}) {
      const { limit, cursor, ...rest } = parseInput(callbackFilter, filter);
      return pageOf(ports.store.callbacks.list(rest, { limit, cursor }), callbackView);
    },

    async get(id: string) {
      const callback = await ports.store.callbacks.get(id);
      if (callback === null) throw new ControlError('not_found', 'There is no callback with that id.');
      return callbackView(callback);
    },

    /** Answers once no delivery is running or due; `settled` is false when that took longer than `timeoutMs`. */
    async settle(input: SettleInput = {}) {
      return scheduler.settle(parseInput(settleInput, input));
    },
  };
}

/** contract: GET /callbacks. */
export function callbackView(callback: Callback) {
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
    attempts: callback.attempts.map(attemptView),
  };
}

export function attemptView(attempt: Attempt) {
  return {
    number: attempt.number,
    manual: attempt.manual,
    startedAt: formatIst(attempt.startedAt),
    durationMs: attempt.durationMs,
    status: attempt.status,
    responseBody: attempt.responseBody,
    ok: attempt.ok,
    reason: attempt.reason,
  };
}
