import { describe, expect, it } from 'vitest';
import { aPayin, minute, noon, aPayment as payment } from '../../test/builders.ts';
import {
  canStillExpire,
  type DepositState,
  depositStateAt,
  expireDeposit,
  failDeposit,
  legalDepositMoves,
  payDeposit,
} from './deposit.ts';

const paid: DepositState = { status: 'success', ...payment, paidAt: noon };
const failed: DepositState = { status: 'failed', failedAt: noon };
const states: Record<DepositState['status'], DepositState> = {
  pending: { status: 'pending' },
  success: paid,
  failed,
  expired: { status: 'expired' },
};
const rejection = { ok: false, refusal: 'illegal_transition' };

/** spec: States and transitions, Pay-in order, as a table: state, move, resulting state. */
const table = [
  ['pending', 'pay', 'success'],
  ['failed', 'pay', 'success'],
  ['expired', 'pay', 'success'],
  ['success', 'pay', null],
  ['pending', 'fail', 'failed'],
  ['failed', 'fail', null],
  ['expired', 'fail', null],
  ['success', 'fail', null],
  ['pending', 'expire', 'expired'],
  ['failed', 'expire', null],
  ['expired', 'expire', null],
  ['success', 'expire', null],
] as const;

const moves = {
  pay: (state: DepositState) =>
    payDeposit(aPayin({ state }), payment, { now: noon + 1, latePayments: 'credit' }),
  fail: (state: DepositState) => failDeposit(aPayin({ state }), noon + 1),
  expire: (state: DepositState) => expireDeposit(aPayin({ state }), noon + 30 * minute),
};

describe('pay-in states', () => {
  it.each(table)('a %s pay-in handles the action %s with the result %s', (from, move, to) => {
    const result = moves[move](states[from]);
    if (to === null) expect(result).toEqual(rejection);
    else expect(result).toMatchObject({ ok: true, value: { state: { status: to } } });
  });

  it('a paid pay-in stores the paid amount, the payer and the time', () => {
    const result = payDeposit(aPayin(), payment, { now: noon + minute, latePayments: 'credit' });
    expect(result).toMatchObject({ value: { state: { ...paid, paidAt: noon + minute } } });
  });

  it('a pay-in is expired from exactly expiresAt on, even before the store records the expiry', () => {
    expect(depositStateAt(aPayin(), noon + 30 * minute - 1)).toEqual({ status: 'pending' });
    expect(depositStateAt(aPayin(), noon + 30 * minute)).toEqual({ status: 'expired' });
    expect(depositStateAt(aPayin({ state: failed }), noon + 31 * minute)).toEqual(failed);
  });

  it('only a pending pay-in before its expiresAt can still expire', () => {
    expect(canStillExpire(aPayin(), noon + 30 * minute - 1)).toBe(true);
    expect(canStillExpire(aPayin(), noon + 30 * minute)).toBe(false);
    expect(canStillExpire(aPayin({ state: failed }), noon)).toBe(false);
  });

  it('a pay-in can fail only before expiresAt and can expire only from expiresAt on', () => {
    expect(failDeposit(aPayin(), noon + 30 * minute)).toEqual(rejection);
    expect(expireDeposit(aPayin(), noon + 30 * minute - 1)).toEqual(rejection);
  });

  it('a pay-in rejects a late payment if the settings reject late payments, also after a failure', () => {
    const late = { now: noon + 30 * minute, latePayments: 'refuse' } as const;
    const inTime = { ...late, now: late.now - 1 };
    for (const status of ['pending', 'failed', 'expired'] as const) {
      const payin = aPayin({ state: states[status] });
      expect(payDeposit(payin, payment, late)).toEqual(rejection);
      expect(legalDepositMoves(payin, late)).toEqual([]);
      expect(payDeposit(payin, payment, { ...late, latePayments: 'credit' }).ok).toBe(true);
    }
    expect(payDeposit(aPayin({ state: failed }), payment, inTime).ok).toBe(true);
    expect(legalDepositMoves(aPayin({ state: failed }), inTime)).toEqual(['pay']);
  });
});
