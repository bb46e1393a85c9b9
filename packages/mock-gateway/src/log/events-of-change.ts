import { formatIst } from '@inrgate/sdk/internal';
import type { Callback, NewCallback } from '../domain/callback.ts';
import { merchantReference } from '../domain/deposit.ts';
import type { Change, Write } from '../store/store.ts';

/** Events of a commit: changed orders and queued callbacks. */
export function eventsOf(change: Change) {
  return change.flatMap((write) => eventOf(write) ?? []);
}

function eventOf(write: Write) {
  switch (write.write) {
    case 'insert_deposit':
    case 'update_deposit': {
      const { kind, orderNo, mchId, state } = write.deposit;
      const mchOrderNo = merchantReference(write.deposit);
      return { type: 'order', data: { kind, orderNo, mchOrderNo, mchId, status: state.status } } as const;
    }
    case 'insert_payout':
    case 'update_payout': {
      const { orderNo, mchOrderNo, mchId, state } = write.payout;
      const data = { kind: 'payout', orderNo, mchOrderNo, mchId, status: state.status } as const;
      return { type: 'order', data } as const;
    }
    case 'enqueue':
      return callbackEvent({
        ...write.callback,
        state: write.callback.url === null ? 'undeliverable' : 'pending',
      });
    case 'record_test': {
      const { callback, attempt } = write;
      return callbackEvent({ ...callback, state: attempt.ok ? 'delivered' : 'failed', attempts: [attempt] });
    }
    default:
      return null;
  }
}

/** Data of an event: a callback with its last attempt, without bodies and headers. */
export function callbackEvent(
  callback: NewCallback & Pick<Callback, 'state'> & Partial<Pick<Callback, 'attempts' | 'nextAttemptAt'>>,
) {
  const { id, event, mchId, orderNo, mchOrderNo, state, attempts = [], nextAttemptAt = null } = callback;
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
