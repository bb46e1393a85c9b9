import {
  depositMoveNames,
  expireDeposit,
  failDeposit,
  legalDepositMoves,
  type Payin,
  payDeposit,
} from '../../../packages/mock-gateway/src/domain/deposit.ts';
import {
  approvePayout,
  completePayout,
  failPayout,
  legalPayoutMoves,
  type Payout,
  payoutMoveNames,
} from '../../../packages/mock-gateway/src/domain/payout.ts';

/** What takes an order from one state to another. */
export interface Transition {
  readonly from: string;
  readonly by: string;
  readonly to: string;
}

const now = 0;

const payin: Payin = {
  kind: 'payin',
  orderNo: 'P1',
  mchOrderNo: 'ORDER-1',
  mchId: 'DEMO1001',
  amount: 50_000n,
  fee: 5_500n,
  netAmount: 44_500n,
  tradeType: 'INRUPI',
  usdt: null,
  notifyUrl: null,
  returnUrl: null,
  extra: '',
  payToken: 'token',
  createdAt: 0,
  expiresAt: 1,
  state: { status: 'pending' },
  version: 1,
};

const payinStates: readonly Payin['state'][] = [
  { status: 'pending' },
  { status: 'success', paidAmount: 50_000n, utr: null, paidAt: 0 },
  { status: 'failed', failedAt: 0 },
  { status: 'expired' },
];

/** Every transition of a pay-in or link, found by making each move of the gateway's table from each state. */
export function payinTransitions(): readonly Transition[] {
  const rules = { latePayments: 'credit' } as const;
  const moves = {
    pay: (order: Payin) => payDeposit(order, { paidAmount: order.amount, utr: null }, { ...rules, now }),
    fail: (order: Payin) => failDeposit(order, now),
  } as const;
  const made = payinStates.flatMap((state) =>
    depositMoveNames
      .filter((move) => legalDepositMoves(state.status, rules).includes(move))
      .map((move) => ({ from: state.status, by: move, to: reached(moves[move]({ ...payin, state })) })),
  );
  const expiries = payinStates
    .map((state) => ({ from: state.status, result: expireDeposit({ ...payin, state }, payin.expiresAt) }))
    .filter(({ result }) => result.ok)
    .map(({ from, result }) => ({ from, by: 'time', to: reached(result) }));
  return [...made, ...expiries];
}

const payout = { orderNo: 'WD1', mchId: 'DEMO1001', version: 1 } as Payout;

const payoutStates: readonly Payout['state'][] = [
  { status: 'pending' },
  { status: 'processing', approvedAt: 0 },
  { status: 'success', paidAt: 0, txid: null },
  { status: 'failed', failedAt: 0, message: '' },
];

/** The same of a withdrawal. */
export function payoutTransitions(): readonly Transition[] {
  const reject = (order: Payout) => failPayout(order, { message: '', now });
  const moves = {
    approve: (order: Payout) => approvePayout(order, now),
    complete: (order: Payout) => completePayout(order, { txid: null, now }),
    reject,
    cancel: reject,
  } as const;
  return payoutStates.flatMap((state) =>
    payoutMoveNames
      .filter((move) => legalPayoutMoves(state.status).includes(move))
      .map((move) => ({ from: state.status, by: move, to: reached(moves[move]({ ...payout, state })) })),
  );
}

type Outcome =
  | { readonly ok: true; readonly value: { readonly state: { readonly status: string } } }
  | { readonly ok: false };

function reached(result: Outcome): string {
  if (!result.ok) throw new Error('the table allows what the move refuses');
  return result.value.state.status;
}
