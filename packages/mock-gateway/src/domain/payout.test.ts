import { describe, expect, it } from 'vitest';
import { aPayout, noon } from '../../test/builders.ts';
import { movesOf } from './moves.ts';
import { approvePayout, completePayout, failPayout, type PayoutState } from './payout.ts';

const states: Record<PayoutState['status'], PayoutState> = {
  pending: { status: 'pending' },
  processing: { status: 'processing', approvedAt: noon },
  success: { status: 'success', paidAt: noon, txid: null },
  failed: { status: 'failed', failedAt: noon, message: 'no' },
};

/** spec: States and transitions, Withdrawal, as a table. */
const table = [
  ['pending', 'approve', 'processing'],
  ['processing', 'approve', null],
  ['success', 'approve', null],
  ['failed', 'approve', null],
  ['pending', 'complete', null],
  ['processing', 'complete', 'success'],
  ['success', 'complete', null],
  ['failed', 'complete', null],
  ['pending', 'fail', 'failed'],
  ['processing', 'fail', 'failed'],
  ['success', 'fail', null],
  ['failed', 'fail', null],
] as const;

const moves = {
  approve: (state: PayoutState) => approvePayout(aPayout({ state }), noon),
  complete: (state: PayoutState) => completePayout(aPayout({ state }), { txid: 'tx', now: noon }),
  fail: (state: PayoutState) => failPayout(aPayout({ state }), { message: 'wrong name', now: noon }),
};

describe('payout states', () => {
  it.each(table)('a %s payout handles the action %s with the result %s', (from, move, to) => {
    const result = moves[move](states[from]);
    if (to === null) expect(result).toEqual({ ok: false, refusal: 'illegal_transition' });
    else expect(result).toMatchObject({ ok: true, value: { state: { status: to } } });
  });

  it.each(table)(
    'the allowed actions of a %s payout include %s only if the payout accepts the action',
    (from, move, to) => {
      const name = move === 'fail' ? 'reject' : move;
      expect(movesOf('payout', from).includes(name)).toBe(to !== null);
      expect(movesOf('payout', from).includes('cancel')).toBe(movesOf('payout', from).includes('reject'));
    },
  );

  it('a payout stores the transfer reference and the reason', () => {
    expect(moves.complete(states.processing)).toMatchObject({
      value: { state: { txid: 'tx', paidAt: noon } },
    });
    expect(moves.fail(states.pending)).toMatchObject({
      value: { state: { message: 'wrong name', failedAt: noon } },
    });
  });
});
