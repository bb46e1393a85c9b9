import {
  expireDeposit,
  failDeposit,
  legalDepositMoves,
  type Payin,
  payDeposit,
} from '../../../packages/mock-gateway/src/domain/deposit.ts';
import { movesOf } from '../../../packages/mock-gateway/src/domain/moves.ts';
import {
  approvePayout,
  completePayout,
  failPayout,
  type Payout,
} from '../../../packages/mock-gateway/src/domain/payout.ts';
import { aPayin, aPayment, aPayout, noon } from '../../../packages/mock-gateway/test/builders.ts';

export interface Transition {
  readonly from: string;
  readonly by: string;
  readonly to: string;
}

const now = noon;
const payin = aPayin();

const payinStates: readonly Payin['state'][] = [
  { status: 'pending' },
  { status: 'success', ...aPayment, paidAt: now },
  { status: 'failed', failedAt: now },
  { status: 'expired' },
];

/** Finds every transition of a pay-in or link. Tries each move of the gateway's table in each state. */
export function payinTransitions(): readonly Transition[] {
  const rules = { latePayments: 'credit' } as const;
  const moves = {
    pay: (order: Payin) => payDeposit(order, aPayment, { ...rules, now }),
    fail: (order: Payin) => failDeposit(order, now),
  } as const;
  const made = payinStates.flatMap((state) =>
    movesOf('payin')
      .filter((move) => legalDepositMoves(aPayin({ state }), { ...rules, now }).includes(move))
      .map((move) => ({ from: state.status, by: move, to: reached(moves[move](aPayin({ state }))) })),
  );
  const expiries = payinStates
    .map((state) => ({ from: state.status, result: expireDeposit(aPayin({ state }), payin.expiresAt) }))
    .filter(({ result }) => result.ok)
    .map(({ from, result }) => ({ from, by: 'time', to: reached(result) }));
  return [...made, ...expiries];
}

const payoutStates: readonly Payout['state'][] = [
  { status: 'pending' },
  { status: 'processing', approvedAt: now },
  { status: 'success', paidAt: now, txid: null },
  { status: 'failed', failedAt: now, message: '' },
];

export function payoutTransitions(): readonly Transition[] {
  const reject = (order: Payout) => failPayout(order, { message: '', now });
  const moves = {
    approve: (order: Payout) => approvePayout(order, now),
    complete: (order: Payout) => completePayout(order, { txid: null, now }),
    reject,
    cancel: reject,
  } as const;
  return payoutStates.flatMap((state) =>
    movesOf('payout', state.status).map((move) => ({
      from: state.status,
      by: move,
      to: reached(moves[move](aPayout({ state }))),
    })),
  );
}

type Outcome =
  | { readonly ok: true; readonly value: { readonly state: { readonly status: string } } }
  | { readonly ok: false };

function reached(result: Outcome): string {
  if (!result.ok) throw new Error('the table allows what the move refuses');
  return result.value.state.status;
}
