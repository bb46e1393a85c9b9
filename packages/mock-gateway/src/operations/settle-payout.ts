import { istDay } from '@inrgate/sdk/internal';
import { capturePayout, releasePayout } from '../domain/ledger.ts';
import {
  approvePayout,
  completePayout,
  failPayout,
  type Payout,
  type PayoutStatus,
} from '../domain/payout.ts';
import type { Write } from '../store/store.ts';
import { announcePayout } from './announce.ts';
import { type Moved, moveOrder } from './moved.ts';
import type { Ports } from './ports.ts';

/** Approves a payout, from pending to processing. The amount stays held. */
export function approveWithdrawal(ports: Ports, order: Payout): Promise<Moved<Payout, PayoutStatus>> {
  return movePayout(ports, order, approvePayout);
}

/** Completes the transfer. Debits the held amount, and credits the fee to the gateway. */
export function completeWithdrawal(
  ports: Ports,
  { order, txid }: { readonly order: Payout; readonly txid?: string | undefined },
): Promise<Moved<Payout, PayoutStatus>> {
  return movePayout(ports, order, (payout, now) => {
    // `txid` is the transfer reference of USDT (spec: Withdrawal). For other transfers, only the operator can set a
    // reference.
    const made = payout.destination.payType === 'usdt' ? ports.ids.txid() : null;
    return completePayout(payout, { txid: txid ?? made, now });
  });
}

/** Rejects or cancels a payout. Releases amount and fee, and reduces the day's total (reading: Money and time). */
export function failWithdrawal(
  ports: Ports,
  { order, message }: { readonly order: Payout; readonly message: string },
): Promise<Moved<Payout, PayoutStatus>> {
  return movePayout(ports, order, (payout, now) => failPayout(payout, { message, now }));
}

type Decide = Parameters<typeof moveOrder<Payout, PayoutStatus>>[2]['decide'];

function movePayout(ports: Ports, order: Payout, decide: Decide): Promise<Moved<Payout, PayoutStatus>> {
  return moveOrder(ports, order, {
    shelf: ports.store.payouts,
    decide,
    statusAt: ({ state }) => state.status,
    change: ({ before, after, merchant, now: at }) => {
      const { orderNo } = after;
      const move = {
        orderNo,
        at,
        from: before.state.status,
        to: after.state.status,
        by: 'operator',
      } as const;
      return [
        { write: 'update_payout', payout: after },
        { write: 'record', move },
        ...resolveHold(ports, after, at),
        ...announcePayout(ports, merchant, after),
      ];
    },
  });
}

/** Captures the held amount of a successful payout, or releases that of a failed payout, at most once (invariant 3). */
function resolveHold(ports: Ports, payout: Payout, at: number): readonly Write[] {
  const entry = { id: ports.ids.id('tx'), at };
  switch (payout.state.status) {
    case 'success':
      return [{ write: 'post', transaction: capturePayout(payout, entry) }];
    case 'failed':
      return [
        { write: 'post', transaction: releasePayout(payout, entry) },
        {
          write: 'add_daily',
          mchId: payout.mchId,
          day: istDay(payout.createdAt),
          amount: -payout.amount,
          max: null,
        },
      ];
    default:
      return [];
  }
}
