/**
 * What one call after the other would do, worked out apart from the code that is tested. Money in paise. The state is
 * never changed: each call answers the next one.
 */
export interface State {
  readonly available: bigint;
  readonly held: bigint;
  readonly withdrawnToday: bigint;
  /** Orders by the merchant's number. */
  readonly payins: Readonly<Record<string, Order>>;
  readonly payouts: Readonly<Record<string, Order>>;
}

interface Order {
  readonly amount: bigint;
  readonly status: 'pending' | 'processing' | 'success' | 'failed' | 'expired';
}

/** What is answered, `200` or `409 duplicate_order`, and the state after it. */
export type Did = readonly [answer: string, state: State];

export const dailyLimit = 1_000_000n;

/** 11 %, half up (spec: Fees). */
function net(amount: bigint): bigint {
  return amount - (amount * 11n + 50n) / 100n;
}

/** Amount, 6.5 % and 10.00 (spec: Fees). */
function debit(amount: bigint): bigint {
  return amount + (amount * 65n + 500n) / 1_000n + 1_000n;
}

/** An order number is taken for good: the same terms are the same order, other terms a conflict. */
function repeated(state: State, order: Order, amount: bigint): Did {
  return [order.amount === amount ? '200' : '409 duplicate_order', state];
}

export function createPayin(state: State, number: string, amount: bigint): Did {
  const existing = state.payins[number];
  if (existing !== undefined) return repeated(state, existing, amount);
  return ['200', { ...state, payins: { ...state.payins, [number]: { amount, status: 'pending' } } }];
}

export function createPayout(state: State, number: string, amount: bigint): Did {
  const existing = state.payouts[number];
  if (existing !== undefined) return repeated(state, existing, amount);
  if (state.withdrawnToday + amount > dailyLimit) return ['422 daily_limit', state];
  if (debit(amount) > state.available) return ['422 insufficient_balance', state];
  return [
    '200',
    {
      ...state,
      available: state.available - debit(amount),
      held: state.held + debit(amount),
      withdrawnToday: state.withdrawnToday + amount,
      payouts: { ...state.payouts, [number]: { amount, status: 'pending' } },
    },
  ];
}

/** The customer pays or fails; after the expiry a payment is refused here. */
export function movePayin(state: State, number: string, move: 'pay' | 'fail'): Did {
  const order = state.payins[number];
  if (order === undefined) return ['404', state];
  const legal = move === 'pay' ? ['pending', 'failed'] : ['pending'];
  if (!legal.includes(order.status)) return ['409', state];
  const status = move === 'pay' ? 'success' : 'failed';
  const available = state.available + (move === 'pay' ? net(order.amount) : 0n);
  return ['200', { ...state, available, payins: { ...state.payins, [number]: { ...order, status } } }];
}

const payoutMoves = {
  approve: { from: ['pending'], to: 'processing' },
  complete: { from: ['processing'], to: 'success' },
  reject: { from: ['pending', 'processing'], to: 'failed' },
  cancel: { from: ['pending', 'processing'], to: 'failed' },
} as const;

export function movePayout(state: State, number: string, move: keyof typeof payoutMoves): Did {
  const order = state.payouts[number];
  if (order === undefined) return ['404', state];
  const { from, to } = payoutMoves[move];
  if (!(from as readonly string[]).includes(order.status)) return ['409', state];
  const released = to === 'processing' ? 0n : debit(order.amount);
  return [
    '200',
    {
      available: state.available + (to === 'failed' ? released : 0n),
      held: state.held - released,
      withdrawnToday: state.withdrawnToday - (to === 'failed' ? order.amount : 0n),
      payins: state.payins,
      payouts: { ...state.payouts, [number]: { ...order, status: to } },
    },
  ];
}

export function credit(state: State, amount: bigint): Did {
  return ['200', { ...state, available: state.available + amount }];
}

/** The clock moves beyond the validity of every pay-in that is open. */
export function outlive(state: State): Did {
  const payins = Object.entries(state.payins).map(([number, order]) => [
    number,
    order.status === 'pending' ? { ...order, status: 'expired' } : order,
  ]);
  return ['200', { ...state, payins: Object.fromEntries(payins) }];
}
