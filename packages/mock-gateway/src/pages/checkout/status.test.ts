import { describe, expect, it } from 'vitest';
import { aPayin, aPayment, minute, noon } from '../../../test/builders.ts';
import type { DepositState } from '../../domain/deposit.ts';
import { checkoutStatus } from './status.ts';

const success: DepositState = { status: 'success', ...aPayment, paidAt: noon };
const failed: DepositState = { status: 'failed', failedAt: noon };

describe('state on an open checkout page', () => {
  it("the checkout page counts down to the expiry on the gateway's clock", () => {
    const at = (now: number) =>
      checkoutStatus(aPayin(), { now, mode: 'running' }, { latePayments: 'credit' });
    expect(at(noon)).toEqual({
      status: 'pending',
      payable: true,
      remainingMs: 30 * minute,
      clock: 'running',
    });
    expect(at(noon + 30 * minute - 1)).toMatchObject({ status: 'pending', remainingMs: 1 });
    expect(at(noon + 30 * minute)).toMatchObject({ status: 'expired', remainingMs: 0 });
    expect(at(noon + 99 * minute)).toMatchObject({ status: 'expired', remainingMs: 0 });
  });

  it.each([
    [{ status: 'pending' }, 'credit', true],
    [{ status: 'pending' }, 'refuse', true],
    [failed, 'refuse', true],
    [{ status: 'expired' }, 'credit', true],
    [{ status: 'expired' }, 'refuse', false],
    [success, 'credit', false],
  ] as const)(
    'the checkout of an order %o with late payments %s is payable: %s',
    (state, latePayments, payable) => {
      const status = checkoutStatus(aPayin({ state }), { now: noon, mode: 'frozen' }, { latePayments });
      expect(status).toMatchObject({ status: state.status, payable, clock: 'frozen' });
    },
  );

  it('the checkout of a failed order is payable until its expiry if late payments are rejected', () => {
    const payableAt = (now: number) =>
      checkoutStatus(aPayin({ state: failed }), { now, mode: 'frozen' }, { latePayments: 'refuse' }).payable;
    expect([payableAt(noon + 30 * minute - 1), payableAt(noon + 30 * minute)]).toEqual([true, false]);
  });

  it('the status of an open checkout page contains only the state and the remaining time', () => {
    const status = checkoutStatus(
      aPayin({ state: success }),
      { now: noon, mode: 'running' },
      { latePayments: 'credit' },
    );
    expect(Object.keys(status)).toEqual(['status', 'payable', 'remainingMs', 'clock']);
  });
});
