import { istDay, outsideLimits, type WantedPayout } from '@inrgate/sdk/internal';
import { formatAmount, payoutFee } from '@inrgate/sdk/protocol';
import { type PayoutRefusal, refusePayout } from '../domain/eligibility.ts';
import { holdPayout } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Core } from './core.ts';
import { type Created, unusedNumber, usedBefore } from './created.ts';

export type CreatePayoutRefusal = PayoutRefusal | 'duplicate_order' | 'daily_limit' | 'insufficient_balance';

/** Creates a payout. Holds amount and fee in the same turn (spec: POST payout, Rules). */
export function createPayout(
  core: Core,
  merchant: Merchant,
  command: WantedPayout,
): Result<Created<Payout>, CreatePayoutRefusal> {
  const { store } = core;
  const existing = store.payouts.byReference(merchant.mchId, command.mchOrderNo);
  if (existing !== null) return repeat(existing, command);
  const refusal = refusePayout(command, merchant);
  if (refusal !== null) return refused(refusal, messageOf(refusal, command, merchant));
  const order = newPayout(core, merchant.mchId, command);
  const day = istDay(order.createdAt);
  if (store.payouts.dailyTotal(order.mchId, day) + order.amount > merchant.limits.payoutDaily)
    return refused('daily_limit');
  if (store.ledger.wallet(order.mchId).available < order.totalDebit) return refused('insufficient_balance');
  const hold = holdPayout(order, { id: core.ids.id('tx'), at: order.createdAt });
  store.write(() => {
    store.payouts.insert(order);
    store.payouts.addDaily(order.mchId, day, order.amount);
    store.ledger.post(hold);
  });
  return done({ order, duplicate: false });
}

function repeat(order: Payout, command: WantedPayout): Result<Created<Payout>, 'duplicate_order'> {
  const same = order.amount === command.amount && order.destination.payType === command.destination.payType;
  return same ? done({ order, duplicate: true }) : refused('duplicate_order', conflictOf(order, command));
}

function conflictOf(order: Payout, command: WantedPayout): string {
  return usedBefore('mchOrderNo', [
    ['amount', formatAmount(order.amount), formatAmount(command.amount)],
    ['payType', order.destination.payType, command.destination.payType],
  ]);
}

function messageOf(
  refusal: PayoutRefusal,
  { amount }: WantedPayout,
  { limits }: Merchant,
): string | undefined {
  if (refusal !== 'amount_range') return undefined;
  return outsideLimits('payout', amount, { min: limits.payoutMin, max: limits.payoutMax });
}

function newPayout({ store, clock, ids }: Core, mchId: string, command: WantedPayout): Payout {
  const now = clock.now();
  const fee = payoutFee(command.amount);
  return {
    ...command,
    orderNo: unusedNumber(
      () => ids.payoutOrderNo(now),
      (orderNo) => store.payouts.get(orderNo) !== null,
    ),
    mchId,
    fee,
    totalDebit: command.amount + fee,
    createdAt: now,
    state: { status: 'pending' },
  };
}
