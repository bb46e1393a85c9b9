import { formatIst, type Mask } from '@inrgate/sdk/internal';
import type { Callback } from '../domain/callback.ts';
import { merchantReference } from '../domain/deposit.ts';
import type { Change } from '../store/change.ts';
import { excerptOf, shownBody } from './shown-body.ts';

/** The event of a committed change of an order or a callback. Returns null for any other change. */
export function eventOf(change: Change, hideKeys: Mask) {
  switch (change.type) {
    case 'deposit': {
      const { kind, orderNo, mchId, state } = change.deposit;
      const mchOrderNo = merchantReference(change.deposit);
      return { type: 'order', data: { kind, orderNo, mchOrderNo, mchId, status: state.status } } as const;
    }
    case 'payout': {
      const { orderNo, mchOrderNo, mchId, state } = change.payout;
      const data = { kind: 'payout', orderNo, mchOrderNo, mchId, status: state.status } as const;
      return { type: 'order', data } as const;
    }
    case 'callback':
      return callbackEvent(change.callback, hideKeys);
    default:
      return null;
  }
}

/** Data of an event: a callback with its last attempt, without headers, and with the beginning of an unusual response. */
export function callbackEvent(callback: Callback, hideKeys: Mask) {
  const { id, event, mchId, orderNo, mchOrderNo, state, attempts, nextAttemptAt } = callback;
  const last = attempts.at(-1);
  const attempt =
    last === undefined
      ? null
      : {
          number: last.number,
          manual: last.manual,
          status: last.status,
          ok: last.ok,
          reason: last.reason,
          response:
            last.reason === null || !last.responseBody
              ? null
              : excerptOf(shownBody(last.responseBody, hideKeys)),
        };
  return {
    type: 'callback',
    data: {
      id,
      event,
      mchId,
      orderNo,
      mchOrderNo,
      state,
      // A callback without an attempt is due immediately. During a delivery, the time of the next attempt is unknown.
      nextAttemptAt:
        attempt === null || state !== 'pending' || nextAttemptAt === null ? null : formatIst(nextAttemptAt),
      attempt,
    },
  } as const;
}
