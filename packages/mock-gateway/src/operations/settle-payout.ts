import { istDay } from '@inrgate/sdk/internal';
import { capturePayout, releasePayout } from '../domain/ledger.ts';
import {
  approvePayout,
  completePayout,
  failPayout,
  type Payout,
  type PayoutStatus,
} from '../domain/payout.ts';
import type { Result } from '../domain/result.ts';
import { announcePayout } from './announce.ts';
import type { Core } from './core.ts';
import type { Moved } from './moved.ts';

/** Approves a payout, from pending to processing. The amount stays held. */
export function approveTransfer(core: Core, order: Payout): Moved<Payout, PayoutStatus> {
  const now = core.clock.now();
  return settle(core, order, { now, decision: approvePayout(order, now) });
}

/** Completes the transfer. Debits the held amount, and credits the fee to the gateway. */
export function completeTransfer(
  core: Core,
  { order, txid }: { readonly order: Payout; readonly txid?: string | undefined },
): Moved<Payout, PayoutStatus> {
  const now = core.clock.now();
  // `txid` is the transfer reference of USDT (spec: Withdrawal). For other transfers, only the operator can set a
  // reference.
  const made = order.destination.payType === 'usdt' ? core.ids.txid() : null;
  return settle(core, order, { now, decision: completePayout(order, { txid: txid ?? made, now }) });
}

/** Rejects or cancels a payout. Releases amount and fee, and reduces the day's total (reading: Money and time). */
export function failTransfer(
  core: Core,
  { order, message }: { readonly order: Payout; readonly message: string },
): Moved<Payout, PayoutStatus> {
  const now = core.clock.now();
  return settle(core, order, { now, decision: failPayout(order, { message, now }) });
}

interface Decided {
  readonly now: number;
  readonly decision: Result<Payout, 'illegal_transition'>;
}

/** Writes a decided move: state, history, the resolution of the hold, and the callback. */
function settle(core: Core, before: Payout, { now, decision }: Decided): Moved<Payout, PayoutStatus> {
  if (!decision.ok) return { ...decision, status: before.state.status };
  const { store } = core;
  const payout = decision.value;
  const { orderNo, state } = payout;
  const merchant = store.merchants.get(payout.mchId);
  if (merchant === null) throw new Error('an order belongs to a merchant');
  const callback = store.write(() => {
    store.payouts.update(payout);
    store.history.add({ orderNo, at: now, from: before.state.status, to: state.status, by: 'operator' });
    resolveHold(core, payout, now);
    return announcePayout(core, merchant, payout);
  });
  return { ok: true, value: payout, callback };
}

/** Captures the held amount of a successful payout, or releases that of a failed payout, at most once (invariant 3). */
function resolveHold({ store, ids }: Core, payout: Payout, at: number): void {
  const { mchId, amount, createdAt, state } = payout;
  if (state.status === 'success') store.ledger.post(capturePayout(payout, { id: ids.id('tx'), at }));
  if (state.status !== 'failed') return;
  store.ledger.post(releasePayout(payout, { id: ids.id('tx'), at }));
  store.payouts.addDaily(mchId, istDay(createdAt), -amount);
}
