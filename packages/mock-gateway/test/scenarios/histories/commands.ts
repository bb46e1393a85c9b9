import fc from 'fast-check';
import { expect } from 'vitest';
import { ControlError, type MockGateway } from '../../../src/index.ts';
import type { Answer } from '../../client.ts';
import { callerOf } from '../harness.ts';
import { refusing, type ScriptedNetwork } from '../sender.ts';
import { expectInvariants, type Snapshot, snapshotOf } from './invariants.ts';
import {
  dailyLimit,
  debitOf,
  depositFee,
  type Model,
  type ModelDeposit,
  type ModelPayout,
  paise,
  statusOf,
  today,
  withdrawnToday,
} from './model.ts';

/** The gateway that is tested, its network, and how it was after the step before. */
export interface Real {
  gateway: MockGateway;
  readonly network: ScriptedNetwork;
  readonly callbackUrl: string;
  readonly restart: () => Promise<MockGateway>;
  before: Snapshot | null;
}

export type Step = fc.AsyncCommand<Model, Real>;

type Work = (model: Model, real: Real) => Promise<void>;

/** Does its work, and then everything that always holds is looked at. */
function step(name: string, work: Work): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await work(model, real);
      await real.gateway.callbacks.settle();
      const now = await snapshotOf(real.gateway, real.gateway.merchant.mchId);
      await expectInvariants(real.gateway, model, { before: real.before, now });
      real.before = now;
    },
  };
}

const kinds = ['payins', 'links'] as const;
type Kind = (typeof kinds)[number];

interface Creation {
  readonly kind: Kind;
  readonly reference: string;
  readonly amount: string;
  readonly tradeType: 'INRUPI' | 'usdt';
}

function createDeposit({ kind, reference, amount, tradeType }: Creation): Step {
  return step(
    `create ${kind} ${reference} ${amount} ${tradeType}`,
    async (model, { gateway, callbackUrl }) => {
      const caller = callerOf(gateway);
      const answer =
        kind === 'payins'
          ? await caller.payin({ mchOrderNo: reference, amount, tradeType })
          : await caller.createLink({
              client_ref: reference,
              amount,
              currency: tradeType === 'usdt' ? 'USDT' : 'INR',
              notify_url: callbackUrl,
            });
      const key = `${kind} ${reference}`;
      const existing = model.deposits.get(key);
      if (existing === undefined) {
        expect(answer).toMatchObject({ status: 200, data: { status: 'pending' } });
        const orderNo = idOf(answer);
        const expiresAt = model.now + 30 * 60_000;
        model.deposits.set(key, { orderNo, amount: paise(amount), tradeType, expiresAt, state: 'pending' });
        return;
      }
      const same = existing.amount === paise(amount) && existing.tradeType === tradeType;
      expect(answer.status).toBe(same ? 200 : 409);
      if (!same) return;
      expect(idOf(answer)).toBe(existing.orderNo);
      expect(answer.data['status']).toBe(statusOf(model, existing));
    },
  );
}

function idOf({ data }: Answer): string {
  return String(data['orderNo'] ?? data['link_code']);
}

function settleDeposit(kind: Kind, reference: string, move: 'pay' | 'fail'): Step {
  return step(`${move} ${kind} ${reference}`, async (model, { gateway }) => {
    const deposit = model.deposits.get(`${kind} ${reference}`);
    const status = await statusAfter(gateway[kind][move](deposit?.orderNo ?? 'none'));
    if (deposit === undefined) return expect(status).toBe(404);
    const was = statusOf(model, deposit);
    const legal = move === 'fail' ? was === 'pending' : payable(model, was);
    expect(status, `${move} from ${was}`).toBe(legal ? 200 : 409);
    if (legal) settle(model, deposit, move);
  });
}

function payable({ late }: Model, was: string): boolean {
  return was === 'pending' || was === 'failed' || (was === 'expired' && late === 'credit');
}

function settle(model: Model, deposit: ModelDeposit, move: 'pay' | 'fail'): void {
  deposit.state = move === 'pay' ? 'success' : 'failed';
  if (move === 'pay') model.available += deposit.amount - depositFee(deposit.amount);
}

async function statusAfter(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof ControlError) return error.status;
    throw error;
  }
}

function createPayout(reference: string, amount: string): Step {
  return step(`create payout ${reference} ${amount}`, async (model, { gateway }) => {
    const answer = await callerOf(gateway).payout({ mchOrderNo: reference, amount });
    const existing = model.payouts.get(reference);
    if (existing !== undefined) {
      const same = existing.amount === paise(amount);
      expect(answer.status).toBe(same ? 200 : 409);
      return;
    }
    const refusal = refusalOf(model, paise(amount));
    if (refusal !== null) {
      expect(answer).toMatchObject({ status: 422, error: refusal });
      return;
    }
    expect(answer).toMatchObject({ status: 200, data: { status: 'pending' } });
    model.available -= debitOf(paise(amount));
    const day = today(model);
    model.payouts.set(reference, { orderNo: idOf(answer), amount: paise(amount), day, state: 'pending' });
  });
}

function refusalOf(model: Model, amount: bigint): string | null {
  if (withdrawnToday(model) + amount > dailyLimit) return 'daily_limit';
  return debitOf(amount) > model.available ? 'insufficient_balance' : null;
}

const moves = ['approve', 'complete', 'reject', 'cancel'] as const;
type Move = (typeof moves)[number];

/** Several at once are one after another in some order: whatever the order, the model follows what succeeded. */
function movePayout(reference: string, wanted: readonly Move[]): Step {
  return step(`${wanted.join('+')} ${reference}`, async (model, { gateway }) => {
    const payout = model.payouts.get(reference);
    const calls = wanted.map((move) => statusAfter(gateway.payouts[move](payout?.orderNo ?? 'none')));
    const statuses = await Promise.all(calls);
    if (payout === undefined) return expect(new Set(statuses)).toEqual(new Set([404]));
    const done = wanted.filter((_, index) => statuses[index] === 200);
    if (wanted.length === 1) expect(done.length === 1).toBe(isLegal(payout, wanted[0] ?? 'approve'));
    // An approval can only have come before the resolution that followed it.
    const inOrder = done.toSorted((a, b) => Number(b === 'approve') - Number(a === 'approve'));
    for (const move of inOrder) apply(model, payout, move);
  });
}

function isLegal({ state }: ModelPayout, move: Move): boolean {
  if (move === 'approve') return state === 'pending';
  if (move === 'complete') return state === 'processing';
  return state === 'pending' || state === 'processing';
}

function apply(model: Model, payout: ModelPayout, move: Move): void {
  expect(isLegal(payout, move), `${move} from ${payout.state}`).toBe(true);
  payout.state = move === 'approve' ? 'processing' : move === 'complete' ? 'success' : 'failed';
  if (payout.state === 'failed') model.available += debitOf(payout.amount);
}

function resend(reference: string): Step {
  return step(`resend ${reference}`, async (model, { gateway }) => {
    const deposit = model.deposits.get(`payins ${reference}`);
    const status = await statusAfter(gateway.payins.resend(deposit?.orderNo ?? 'none'));
    const told = deposit !== undefined && deposit.state !== 'pending';
    expect(status).toBe(told ? 200 : 404);
  });
}

function advance(by: string, ms: number): Step {
  return step(`advance ${by}`, async (model, { gateway }) => {
    await gateway.clock.advance(by);
    model.now += ms;
  });
}

const restart = step('restart', async (_model, real) => {
  const before = await snapshotOf(real.gateway, real.gateway.merchant.mchId);
  real.gateway = await real.restart();
  await real.gateway.callbacks.settle();
  // What was answered is on disk (6): nothing is lost, nothing is new.
  expect(await snapshotOf(real.gateway, real.gateway.merchant.mchId)).toEqual(before);
});

function receiverIs(mood: 'well' | 'ill'): Step {
  return step(`receiver ${mood}`, async (_model, { network }) => {
    network.script = mood === 'ill' ? refusing : () => ({});
  });
}

function latePayments(late: Model['late']): Step {
  return step(`late payments: ${late}`, async (model, { gateway }) => {
    await gateway.settings.update({ latePayments: late });
    model.late = late;
  });
}

const loseCallbacks = step('callbacks are lost', async (_model, { gateway }) => {
  gateway.faults.add({ endpoint: 'callback', times: 3, action: { kind: 'drop' } });
});

const reference = fc.constantFrom('A', 'B', 'C');
const often = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });

const anyStep = fc.oneof(
  often(
    7,
    fc
      .record({
        kind: fc.constantFrom(...kinds),
        reference,
        amount: fc.constantFrom('333.33', '333.33', '12345.67'),
        tradeType: fc.constantFrom('INRUPI', 'INRUPI', 'INRUPI', 'usdt'),
      })
      .map(createDeposit),
  ),
  often(
    6,
    fc
      .tuple(fc.constantFrom(...kinds), reference, fc.constantFrom('pay', 'pay', 'fail'))
      .map((args) => settleDeposit(...args)),
  ),
  often(
    5,
    fc
      .tuple(reference, fc.constantFrom('500.00', '500.00', '1234.57', '5000.00'))
      .map((args) => createPayout(...args)),
  ),
  often(
    7,
    fc
      .tuple(
        reference,
        fc
          .constantFrom('approve', 'approve', 'complete', 'complete', 'reject', 'cancel')
          .map((move) => [move]),
      )
      .map((args) => movePayout(...args)),
  ),
  often(
    2,
    fc.tuple(reference, fc.shuffledSubarray([...moves], { minLength: 2 })).map((args) => movePayout(...args)),
  ),
  often(
    4,
    fc
      .constantFrom(['59s', 59_000], ['1m', 60_000], ['14m', 840_000], ['30m', 1_800_000], ['7h', 25_200_000])
      .map(([by, ms]) => advance(String(by), Number(ms))),
  ),
  often(1, reference.map(resend)),
  often(2, fc.constant(restart)),
  often(
    1,
    fc.constantFrom('well', 'ill').map((mood) => receiverIs(mood)),
  ),
  often(
    1,
    fc.constantFrom('credit', 'refuse').map((late) => latePayments(late)),
  ),
  often(1, fc.constant(loseCallbacks)),
);

/** Histories of that many steps at most. */
export function histories(maxCommands: number) {
  return fc.commands([anyStep], { maxCommands, size: 'max' });
}
