/**
 * The expected state of the gateway, computed without the code under test. Money is in paise, and time in epoch
 * milliseconds. States are immutable: each call returns its response and the next state.
 */
export interface State {
  readonly now: number;
  readonly latePayments: 'credit' | 'refuse';
  readonly failedPayinCallback: boolean;
  readonly orderValidityMinutes: number;
  readonly shops: Readonly<Record<string, Shop>>;
}

interface Shop {
  readonly available: bigint;
  readonly dailyLimit: bigint;
  readonly orders: Readonly<Record<string, Order>>;
}

export type Kind = 'payins' | 'links' | 'payouts';
type Status = 'pending' | 'processing' | 'success' | 'failed';

interface Order {
  readonly kind: Kind;
  readonly amount: bigint;
  readonly tradeType: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly status: Status;
  /** Events of the merchant's callbacks, oldest first. */
  readonly events: readonly string[];
}

/** Identifies an order by its kind and order number. */
export interface Name {
  readonly mchId: string;
  readonly kind: Kind;
  readonly reference: string;
}

export interface Terms extends Name {
  readonly amount: string;
  /** Trade type of a pay-in or link. */
  readonly tradeType?: 'INRUPI' | 'usdt';
}

/** The response, for example `200` or `409 duplicate_order`, and the next state. */
export type Did = readonly [answer: string, state: State];

export function newState(now: number, shops: Readonly<Record<string, Omit<Shop, 'orders'>>>): State {
  const empty = Object.entries(shops).map(([mchId, shop]) => [mchId, { ...shop, orders: {} }]);
  const settings = { latePayments: 'credit', failedPayinCallback: true, orderValidityMinutes: 30 } as const;
  return { now, ...settings, shops: Object.fromEntries(empty) };
}

export function keyOf({ kind, reference }: Omit<Name, 'mchId'>): string {
  return `${kind} ${reference}`;
}

export function paise(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** Returns the amount minus the fee of 11 %, rounded half up to a paisa (spec: Fees; reading: Money and time). */
function net(amount: bigint): bigint {
  return amount - (amount * 11n + 50n) / 100n;
}

/** Returns the amount plus the fee of 6.5 % and 10.00 INR (spec: Fees). */
function debit(amount: bigint): bigint {
  return amount + (amount * 65n + 500n) / 1_000n + 1_000n;
}

/** Milliseconds before each retry of a callback (spec: Delivery rules 3). */
export const retryDelays = [1, 5, 15, 60, 360].map((minutes) => minutes * 60_000);

interface Rule {
  readonly from: readonly string[];
  readonly to: Status;
}

const depositMoves = {
  pay: { from: ['pending', 'failed', 'expired'], to: 'success' },
  fail: { from: ['pending'], to: 'failed' },
} as const;

/** Moves of an order, with the statuses before and after (spec: States and transitions). */
const moves = {
  payins: depositMoves,
  links: depositMoves,
  payouts: {
    approve: { from: ['pending'], to: 'processing' },
    complete: { from: ['processing'], to: 'success' },
    reject: { from: ['pending', 'processing'], to: 'failed' },
    cancel: { from: ['pending', 'processing'], to: 'failed' },
  },
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, Rule>>>>;

export type PayoutMove = keyof (typeof moves)['payouts'];
export type MoveName = PayoutMove | keyof typeof depositMoves;
export const payoutMoves = Object.keys(moves.payouts) as readonly PayoutMove[];

/** Returns the status after a move, or null for an illegal move. */
export function afterMove(kind: Kind, move: MoveName, from: string): Status | null {
  const rules: Readonly<Record<string, Rule>> = moves[kind];
  const rule = rules[move];
  return rule?.from.includes(from) === true ? rule.to : null;
}

export function orderIn(state: State, name: Name): Order | undefined {
  return shopOf(state, name.mchId).orders[keyOf(name)];
}

function shopOf({ shops }: State, mchId: string): Shop {
  const shop = shops[mchId];
  if (shop === undefined) throw new Error(`no merchant ${mchId}`);
  return shop;
}

function statusAt({ now }: State, { kind, status, expiresAt }: Order): string {
  return kind !== 'payouts' && status === 'pending' && now >= expiresAt ? 'expired' : status;
}

/** Stores an order. Adds `added` to the available balance. */
function put(state: State, name: Name, order: Order, added: bigint): State {
  const { available, dailyLimit, orders } = shopOf(state, name.mchId);
  const shop = { available: available + added, dailyLimit, orders: { ...orders, [keyOf(name)]: order } };
  return { ...state, shops: { ...state.shops, [name.mchId]: shop } };
}

/**
 * Creates an order. An order number is permanent: a create with the same terms returns the same order, and other terms
 * are a conflict.
 */
export function create(state: State, terms: Terms): Did {
  const { kind, tradeType = 'INRUPI' } = terms;
  const amount = paise(terms.amount);
  const existing = orderIn(state, terms);
  if (existing !== undefined) {
    if (existing.amount === amount && existing.tradeType === tradeType)
      return [`200 ${statusAt(state, existing)}`, state];
    return [kind === 'links' ? '409 duplicate_client_ref' : '409 duplicate_order', state];
  }
  const rejection = kind === 'payouts' ? rejectionOf(state, terms.mchId, amount) : null;
  if (rejection !== null) return [rejection, state];
  const expiresAt = state.now + state.orderValidityMinutes * 60_000;
  const order = { kind, amount, tradeType, createdAt: state.now, expiresAt } as const;
  const added = kind === 'payouts' ? -debit(amount) : 0n;
  return ['200 pending', put(state, terms, { ...order, status: 'pending', events: [] }, added)];
}

function rejectionOf(state: State, mchId: string, amount: bigint): string | null {
  const { available, dailyLimit, orders } = shopOf(state, mchId);
  const counted = Object.values(orders).filter(
    ({ kind, status, createdAt }) =>
      kind === 'payouts' && status !== 'failed' && dayOf(createdAt) === dayOf(state.now),
  );
  if (counted.reduce((sum, order) => sum + order.amount, amount) > dailyLimit) return '422 daily_limit';
  return debit(amount) > available ? '422 insufficient_balance' : null;
}

function dayOf(ms: number): number {
  return Math.floor((ms + 19_800_000) / 86_400_000);
}

export function move(state: State, name: Name, done: MoveName): Did {
  const order = orderIn(state, name);
  if (order === undefined) return ['404', state];
  const was = statusAt(state, order);
  const to = afterMove(name.kind, done, was);
  const isLate = done === 'pay' && state.now >= order.expiresAt;
  if (to === null || (isLate && state.latePayments === 'refuse')) return ['409', state];
  // A failed link causes no callback (reading: States).
  const isTold =
    to !== 'failed' || name.kind === 'payouts' || (name.kind === 'payins' && state.failedPayinCallback);
  const events = isTold ? [...order.events, `${name.kind.slice(0, -1)}.${to}`] : order.events;
  return ['200', put(state, name, { ...order, status: to, events }, addedBy(order, to))];
}

function addedBy({ kind, amount }: Order, to: Status): bigint {
  if (kind === 'payouts') return to === 'failed' ? debit(amount) : 0n;
  return to === 'success' ? net(amount) : 0n;
}

/** Returns the ledger transactions of an order with this status, in order. */
export function bookedFor(kind: Kind, status: string): readonly string[] {
  if (kind !== 'payouts') return status === 'success' ? [kind.slice(0, -1)] : [];
  const resolutions: Readonly<Record<string, string>> = { success: 'capture', failed: 'release' };
  return ['hold', resolutions[status] ?? []].flat();
}

export interface View {
  readonly available: bigint;
  readonly held: bigint;
  readonly orders: Readonly<Record<string, SeenOrder>>;
}

interface SeenOrder {
  readonly amount: bigint;
  readonly status: string;
  readonly events: readonly string[];
}

export function viewOf(state: State, mchId: string): View {
  const { available, orders } = shopOf(state, mchId);
  const open = Object.values(orders).filter(
    ({ kind, status }) => kind === 'payouts' && (status === 'pending' || status === 'processing'),
  );
  const seen = Object.entries(orders).map(([key, order]): [string, SeenOrder] => {
    const { amount, events } = order;
    return [key, { amount, status: statusAt(state, order), events }];
  });
  const held = open.reduce((sum, { amount }) => sum + debit(amount), 0n);
  return { available, held, orders: Object.fromEntries(seen) };
}
