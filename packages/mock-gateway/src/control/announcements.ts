import type { Callback } from '../domain/callback.ts';
import type { Change, Write } from '../store/store.ts';
import type { GatewayEvent } from './events.ts';

/** What a commit changed for those who watch: orders, and callbacks that were queued. */
export function eventsOf(change: Change): readonly GatewayEvent[] {
  return change.flatMap((write) => eventOf(write) ?? []);
}

function eventOf(write: Write): GatewayEvent | null {
  switch (write.write) {
    case 'insert_deposit':
    case 'update_deposit': {
      const { kind, orderNo, mchId, state } = write.deposit;
      return { type: 'order', data: { kind, orderNo, mchId, status: state.status } };
    }
    case 'insert_payout':
    case 'update_payout': {
      const { orderNo, mchId, state } = write.payout;
      return { type: 'order', data: { kind: 'payout', orderNo, mchId, status: state.status } };
    }
    case 'enqueue':
      return callbackEvent({
        ...write.callback,
        state: write.callback.url === null ? 'undeliverable' : 'pending',
      });
    default:
      return null;
  }
}

export function callbackEvent(
  callback: Pick<Callback, 'id' | 'event' | 'mchId' | 'orderNo' | 'state'> & Partial<Callback>,
): GatewayEvent {
  const { id, event, mchId, orderNo, state } = callback;
  const last = callback.attempts?.at(-1);
  const attempt =
    last === undefined
      ? null
      : { number: last.number, status: last.status, ok: last.ok, reason: last.reason };
  return { type: 'callback', data: { id, event, mchId, orderNo, state, attempt } };
}
