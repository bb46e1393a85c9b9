import { expect } from 'vitest';
import type { Answer } from '../../client.ts';
import { callerOf } from '../harness.ts';
import { keysOf } from './merchants.ts';
import {
  depositFee,
  type Model,
  type ModelDeposit,
  type ModelShop,
  paise,
  shopOf,
  statusOf,
} from './model.ts';
import { idOf, type Real, type Step, statusAfter, step } from './steps.ts';

export const depositKinds = ['payins', 'links'] as const;
export type DepositKind = (typeof depositKinds)[number];

export interface Deposit {
  readonly mchId: string;
  readonly kind: DepositKind;
  readonly reference: string;
}

export interface Creation extends Deposit {
  readonly amount: string;
  readonly tradeType: 'INRUPI' | 'usdt';
}

/** Where a merchant's link says that its callbacks go. */
const notifyUrl = 'http://merchant.example/links';

/** Sends the creation, as the merchant would. */
export function sendDeposit({ gateway }: Pick<Real, 'gateway'>, creation: Creation): Promise<Answer> {
  const { mchId, kind, reference, amount, tradeType } = creation;
  const caller = callerOf(gateway, keysOf(mchId));
  if (kind === 'payins') return caller.payin({ mchOrderNo: reference, amount, tradeType });
  const currency = tradeType === 'usdt' ? 'USDT' : 'INR';
  return caller.createLink({ client_ref: reference, amount, currency, notify_url: notifyUrl });
}

export function createDeposit(creation: Creation): Step {
  const { mchId, kind, reference, amount, tradeType } = creation;
  return step(`${mchId}: create ${kind} ${reference} ${amount} ${tradeType}`, async (model, real) => {
    const answer = await sendDeposit(real, creation);
    const existing = depositOf(shopOf(model, mchId), creation);
    if (existing === undefined) {
      expect(answer).toMatchObject({ status: 200, data: { status: 'pending' } });
      keepDeposit(model, creation, idOf(answer));
      return;
    }
    const same = existing.amount === paise(amount) && existing.tradeType === tradeType;
    expect(answer.status).toBe(same ? 200 : 409);
    if (!same) return;
    expect(idOf(answer)).toBe(existing.orderNo);
    expect(answer.data['status']).toBe(statusOf(model, existing));
  });
}

export function depositOf(shop: ModelShop, { kind, reference }: Omit<Deposit, 'mchId'>) {
  return shop.deposits.get(`${kind} ${reference}`);
}

/** The model learns of an order that is new. */
export function keepDeposit(model: Model, creation: Creation, orderNo: string): void {
  const { mchId, kind, reference, amount, tradeType } = creation;
  shopOf(model, mchId).deposits.set(`${kind} ${reference}`, {
    orderNo,
    amount: paise(amount),
    tradeType,
    expiresAt: model.now + model.validityMinutes * 60_000,
    state: 'pending',
    told: false,
  });
}

export function settleDeposit({ mchId, kind, reference }: Deposit, move: 'pay' | 'fail'): Step {
  return step(`${mchId}: ${move} ${kind} ${reference}`, async (model, { gateway }) => {
    const shop = shopOf(model, mchId);
    const deposit = depositOf(shop, { kind, reference });
    const status = await statusAfter(gateway[kind][move](deposit?.orderNo ?? 'none'));
    if (deposit === undefined) return expect(status).toBe(404);
    const was = statusOf(model, deposit);
    const legal = move === 'fail' ? was === 'pending' : payable(model, was);
    expect(status, `${move} from ${was}`).toBe(legal ? 200 : 409);
    if (!legal) return;
    settle(shop, deposit, move);
    // Of a link that has failed nobody is told (reading: States).
    deposit.told ||= move === 'pay' || (kind === 'payins' && model.failedTold);
  });
}

function payable({ late }: Model, was: string): boolean {
  return was === 'pending' || was === 'failed' || (was === 'expired' && late === 'credit');
}

function settle(shop: ModelShop, deposit: ModelDeposit, move: 'pay' | 'fail'): void {
  deposit.state = move === 'pay' ? 'success' : 'failed';
  if (move === 'pay') shop.available += deposit.amount - depositFee(deposit.amount);
}

export function resendDeposit({ mchId, kind, reference }: Deposit): Step {
  return step(`${mchId}: resend ${kind} ${reference}`, async (model, { gateway }) => {
    const deposit = depositOf(shopOf(model, mchId), { kind, reference });
    const status = await statusAfter(gateway[kind].resend(deposit?.orderNo ?? 'none'));
    expect(status).toBe(deposit?.told === true ? 200 : 404);
  });
}
