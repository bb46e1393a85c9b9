import { istDay, type Paise, payoutFee } from '@inrgate/sdk/protocol';
import { type PayoutRefusal, refusePayout } from '../domain/eligibility.ts';
import { holdPayout } from '../domain/ledger.ts';
import type { Merchant } from '../domain/merchant.ts';
import type { Destination, Payout } from '../domain/payout.ts';
import { done, type Result, refused } from '../domain/result.ts';
import type { Change } from '../store/store.ts';
import type { Created } from './created.ts';
import { commit, type Ports, tryAgain, untilCommitted } from './ports.ts';

export interface CreatePayout {
  readonly mchOrderNo: string;
  readonly amount: Paise;
  readonly destination: Destination;
}

export type CreatePayoutRefusal = PayoutRefusal | 'duplicate_order' | 'daily_limit' | 'insufficient_balance';

/** Holds amount and fee together with the order, or does nothing (spec: POST payout, Rules). */
export function createPayout(
  ports: Ports,
  merchant: Merchant,
  command: CreatePayout,
): Promise<Result<Created<Payout>, CreatePayoutRefusal>> {
  return untilCommitted(async () => {
    const existing = await ports.store.payouts.byReference(merchant.mchId, command.mchOrderNo);
    if (existing !== null) return repeat(existing, command);
    const refusal = refusePayout(command, merchant);
    if (refusal !== null) return refused(refusal);
    const order = newPayout(ports, merchant.mchId, command);
    const result = await commit(ports, payoutChange(ports, order, merchant));
    if (result.committed) return done({ order, duplicate: false });
    if (result.conflict === 'daily_limit') return refused('daily_limit');
    return result.conflict === 'balance' ? refused('insufficient_balance') : tryAgain;
  });
}

function repeat(order: Payout, command: CreatePayout): Result<Created<Payout>, 'duplicate_order'> {
  const same = order.amount === command.amount && order.destination.payType === command.destination.payType;
  return same ? done({ order, duplicate: true }) : refused('duplicate_order');
}

function newPayout(ports: Ports, mchId: string, command: CreatePayout): Payout {
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

/** The order of the writes is the order in which they refuse: daily_limit, insufficient_balance (order of checks 12). */
function payoutChange(ports: Ports, order: Payout, merchant: Merchant): Change {
  const { mchId, createdAt: at } = order;
  return [
    { write: 'insert_payout', payout: order },
    { write: 'add_daily', mchId, day: istDay(at), amount: order.amount, max: merchant.limits.payoutDaily },
    { write: 'post', transaction: holdPayout(order, { id: ports.ids.id('tx'), at }) },
  ];
}
