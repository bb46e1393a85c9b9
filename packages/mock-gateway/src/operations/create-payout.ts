import { istDay, outsideLimits, type WantedPayout } from '@inrgate/sdk/internal';
import { formatAmount, payoutFee } from '@inrgate/sdk/protocol';
import { type PayoutRefusal, refusePayout } from '../domain/eligibility.ts';
import { holdPayout } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Payout } from '../domain/payout.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Change } from '../store/store.ts';
import { type Created, usedBefore } from './created.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

export type CreatePayoutRefusal = PayoutRefusal | 'duplicate_order' | 'daily_limit' | 'insufficient_balance';

/** Creates a payout. Holds amount and fee in the same commit (spec: POST payout, Rules). */
export function createPayout(
  ports: Ports,
  merchant: Merchant,
  command: WantedPayout,
): Promise<Result<Created<Payout>, CreatePayoutRefusal>> {
  return untilCommitted(async () => {
    const order = newPayout(ports, merchant.mchId, command);
    const refusal = refusePayout(command, merchant);
    // The insert detects a repeated order number, as for a deposit.
    const result = refusal === null ? await commit(ports, payoutChange(ports, order, merchant)) : null;
    if (result?.committed) return done({ order, duplicate: false });
    const existing = await ports.store.payouts.byReference(merchant.mchId, command.mchOrderNo);
    if (existing !== null) return repeat(existing, command);
    if (refusal !== null) return refused(refusal, messageOf(refusal, command, merchant));
    if (result?.conflict === 'exists') return tryAgain;
    return refused(result?.conflict === 'daily_limit' ? 'daily_limit' : 'insufficient_balance');
  });
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

function newPayout(ports: Ports, mchId: string, command: WantedPayout): Payout {
  const now = ports.clock.now();
  const fee = payoutFee(command.amount);
  return {
    ...command,
    orderNo: ports.ids.payoutOrderNo(now),
    mchId,
    fee,
    totalDebit: command.amount + fee,
    createdAt: now,
    state: { status: 'pending' },
    version: 1,
  };
}

function payoutChange(ports: Ports, order: Payout, merchant: Merchant): Change {
  const { mchId, createdAt: at } = order;
  return [
    { write: 'insert_payout', payout: order },
    { write: 'post', transaction: holdPayout(order, { id: ports.ids.id('tx'), at }) },
    { write: 'add_daily', mchId, day: istDay(at), amount: order.amount, max: merchant.limits.payoutDaily },
  ];
}
