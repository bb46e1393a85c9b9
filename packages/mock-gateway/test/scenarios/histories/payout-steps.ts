import { expect } from 'vitest';
import type { Answer } from '../../client.ts';
import { callerOf } from '../harness.ts';
import { keysOf } from './merchants.ts';
import {
  dailyLimit,
  debitOf,
  type Model,
  type ModelPayout,
  type ModelShop,
  paise,
  shopOf,
  today,
  withdrawnToday,
} from './model.ts';
import { idOf, type Real, type Step, statusAfter, step } from './steps.ts';

export interface Withdrawal {
  readonly mchId: string;
  readonly reference: string;
  readonly amount: string;
}

/** Sends the withdrawal, as the merchant would. */
export function sendPayout({ gateway }: Pick<Real, 'gateway'>, withdrawal: Withdrawal): Promise<Answer> {
  const { mchId, reference, amount } = withdrawal;
  return callerOf(gateway, keysOf(mchId)).payout({ mchOrderNo: reference, amount });
}

export function createPayout(withdrawal: Withdrawal): Step {
  const { mchId, reference, amount } = withdrawal;
  return step(`${mchId}: create payout ${reference} ${amount}`, async (model, real) => {
    const shop = shopOf(model, mchId);
    const answer = await sendPayout(real, withdrawal);
    const existing = shop.payouts.get(reference);
    if (existing !== undefined) {
      expect(answer.status).toBe(existing.amount === paise(amount) ? 200 : 409);
      return;
    }
    const refusal = payoutRefusal(model, shop, paise(amount));
    if (refusal !== null) {
      expect(answer).toMatchObject({ status: 422, error: refusal });
      return;
    }
    expect(answer).toMatchObject({ status: 200, data: { status: 'pending' } });
    keepPayout(model, withdrawal, idOf(answer));
  });
}

/** The model learns of a withdrawal that is new. */
export function keepPayout(model: Model, { mchId, reference, amount }: Withdrawal, orderNo: string): void {
  const shop = shopOf(model, mchId);
  shop.available -= debitOf(paise(amount));
  const payout: ModelPayout = { orderNo, amount: paise(amount), day: today(model), state: 'pending' };
  shop.payouts.set(reference, payout);
}

/** Why a new withdrawal has to be refused; null when it need not be. */
export function payoutRefusal(model: Model, shop: ModelShop, amount: bigint): string | null {
  if (withdrawnToday(model, shop) + amount > dailyLimit) return 'daily_limit';
  return debitOf(amount) > shop.available ? 'insufficient_balance' : null;
}

export const payoutMoves = ['approve', 'complete', 'reject', 'cancel'] as const;
export type PayoutMove = (typeof payoutMoves)[number];

/** Several at once are one after another in some order: whatever the order, the model follows what succeeded. */
export function movePayout(mchId: string, reference: string, wanted: readonly PayoutMove[]): Step {
  return step(`${mchId}: ${wanted.join('+')} ${reference}`, async (model, { gateway }) => {
    const shop = shopOf(model, mchId);
    const payout = shop.payouts.get(reference);
    const calls = wanted.map((move) => statusAfter(gateway.payouts[move](payout?.orderNo ?? 'none')));
    const statuses = await Promise.all(calls);
    if (payout === undefined) return expect(new Set(statuses)).toEqual(new Set([404]));
    const done = wanted.filter((_, index) => statuses[index] === 200);
    if (wanted.length === 1) expect(done.length === 1).toBe(isLegal(payout, wanted[0] ?? 'approve'));
    // An approval can only have come before the resolution that followed it.
    const inOrder = done.toSorted((a, b) => Number(b === 'approve') - Number(a === 'approve'));
    for (const move of inOrder) apply(shop, payout, move);
  });
}

function isLegal({ state }: ModelPayout, move: PayoutMove): boolean {
  if (move === 'approve') return state === 'pending';
  if (move === 'complete') return state === 'processing';
  return state === 'pending' || state === 'processing';
}

function apply(shop: ModelShop, payout: ModelPayout, move: PayoutMove): void {
  expect(isLegal(payout, move), `${move} from ${payout.state}`).toBe(true);
  payout.state = move === 'approve' ? 'processing' : move === 'complete' ? 'success' : 'failed';
  if (payout.state === 'failed') shop.available += debitOf(payout.amount);
}

export function resendPayout(mchId: string, reference: string): Step {
  return step(`${mchId}: resend payout ${reference}`, async (model, { gateway }) => {
    const payout = shopOf(model, mchId).payouts.get(reference);
    const status = await statusAfter(gateway.payouts.resend(payout?.orderNo ?? 'none'));
    expect(status).toBe(payout !== undefined && payout.state !== 'pending' ? 200 : 404);
  });
}
