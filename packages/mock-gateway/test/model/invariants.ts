import { expect } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import type { Real } from './calls.ts';
import { bookedFor, keyOf, paise, retryDelays, type State, viewOf } from './model.ts';
import { type Seen, seenOf, viewIn } from './seen.ts';

/** The state of each merchant that a client can read. */
export type Snapshot = readonly SeenShop[];

interface SeenShop extends Seen {
  readonly mchId: string;
  readonly ledger: Awaited<ReturnType<MockGateway['merchants']['ledger']>>;
}

export function snapshotOf({ gateway, merchants }: Real): Promise<Snapshot> {
  const seen = merchants.map(async ({ mchId }) => {
    const ledger = gateway.merchants.ledger(mchId);
    return { mchId, ...(await seenOf(gateway, mchId)), ledger: await ledger };
  });
  return Promise.all(seen);
}

/** Checks the invariants by number. `before` is the snapshot of the previous step. */
export async function expectInvariants(
  gateway: MockGateway,
  state: State,
  { before, now }: { readonly before: Snapshot | null; readonly now: Snapshot },
): Promise<void> {
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  expectBalances(now);
  for (const shop of now) {
    expect(viewIn(shop), shop.mchId).toEqual(viewOf(state, shop.mchId));
    expectOrders(shop);
    expectCallbacks(shop);
  }
  for (const [index, shop] of (before ?? []).entries()) expectHistoryKept(shop, now[index]);
}

/**
 * Invariant 1: entries sum to zero, balances equal the sums of their entries, and the held account equals the open
 * payouts.
 */
function expectBalances(shops: Snapshot): void {
  const entries = shops.flatMap(({ ledger }) => ledger.entries);
  const transactions = Map.groupBy(entries, ({ transactionId }) => transactionId);
  for (const ofOne of transactions.values()) expect(sum(ofOne)).toBe(0n);
  // The gateway's own accounts must equal the sums of these merchants' entries, because no other merchant moves money.
  const folded = Map.groupBy(entries, ({ account }) => account);
  for (const { account, balance } of shops.flatMap(({ ledger }) => ledger.accounts)) {
    expect(paise(balance), account).toBe(sum(folded.get(account) ?? []));
  }
  for (const { wallet, orders } of shops) {
    const open = orders.filter(({ kind, status }) => kind === 'payouts' && /pending|processing/.test(status));
    expect(paise(wallet.frozen)).toBe(sum(open.map(({ moved }) => ({ amount: moved }))));
    expect(paise(wallet.available)).toBeGreaterThanOrEqual(0n);
  }
}

function sum(entries: readonly { readonly amount: string }[]): bigint {
  return entries.reduce((total, { amount }) => total + paise(amount), 0n);
}

/**
 * Invariants 3, 4, 5 and 7: one order per order number, consistent fees, one hold, at most one resolution, one credit
 * per success.
 */
function expectOrders({ orders, ledger }: SeenShop): void {
  expect(new Set(orders.map(keyOf)).size).toBe(orders.length);
  const entries = Map.groupBy(ledger.entries, ({ orderNo }) => orderNo);
  for (const { id, kind, status, amount, fee, moved } of orders) {
    expect(paise(moved)).toBe(paise(amount) + (kind === 'payouts' ? paise(fee) : -paise(fee)));
    const booked = new Map((entries.get(id) ?? []).map((entry) => [entry.transactionId, entry.kind]));
    expect([...booked.values()], `${id} ${status}`).toEqual(bookedFor(kind, status));
  }
}

/** Invariant 8: at most six scheduled attempts, and no early attempt. */
function expectCallbacks({ callbacks }: SeenShop): void {
  for (const { attempts, state, nextAttemptAt } of callbacks) {
    expect(state).not.toBe('delivering');
    const scheduled = attempts.filter(({ manual }) => !manual).map(({ startedAt }) => Date.parse(startedAt));
    expect(scheduled.length).toBeLessThanOrEqual(6);
    if (state === 'failed') expect(scheduled).toHaveLength(6);
    const due = nextAttemptAt === null ? [] : [Date.parse(nextAttemptAt)];
    for (const [index, at] of [...scheduled, ...due].entries()) {
      const earlier = scheduled[index - 1];
      if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(retryDelays[index - 1] ?? 0);
    }
    expect(state === 'delivered').toBe(attempts.some(({ ok }) => ok));
  }
}

/** Invariants 2, 3, 5 and 8: stored entries, terms, final states, bytes and deliveries never change. */
function expectHistoryKept(before: SeenShop, now: SeenShop | undefined): void {
  const { entries } = before.ledger;
  expect(now?.ledger.entries.slice(0, entries.length)).toEqual(entries);
  const orders = new Map(now?.orders.map((order) => [order.id, order]));
  for (const { status, ...order } of before.orders) {
    expect(orders.get(order.id)).toMatchObject(order);
    const isFinal = status === 'success' || (status === 'failed' && order.kind === 'payouts');
    if (isFinal) expect(orders.get(order.id)).toMatchObject({ status });
  }
  const callbacks = new Map(now?.callbacks.map((callback) => [callback.id, callback]));
  for (const { id, body, url, format, state, attempts } of before.callbacks) {
    const kept = callbacks.get(id);
    expect(kept).toMatchObject({ body, url, format });
    expect(kept?.attempts.slice(0, attempts.length)).toEqual(attempts);
    if (state === 'delivered') expect(kept).toMatchObject({ state });
  }
}
