import { expect } from 'vitest';
import type { MockGateway } from '../../../src/index.ts';
import { hour, minute } from '../harness.ts';
import { merchants } from './merchants.ts';
import { held, type Model, paise, shopOf } from './model.ts';

type Item = Awaited<ReturnType<MockGateway['callbacks']['list']>>['items'][number];

/** All that can be seen of a gateway from outside. */
export interface Snapshot {
  readonly shops: readonly SeenShop[];
  readonly deposits: readonly SeenDeposit[];
  readonly payouts: Awaited<ReturnType<MockGateway['payouts']['list']>>['items'];
  readonly callbacks: readonly Item[];
}

interface SeenShop {
  readonly mchId: string;
  readonly wallet: Awaited<ReturnType<MockGateway['merchants']['wallet']>>;
  readonly ledger: Awaited<ReturnType<MockGateway['merchants']['ledger']>>;
}

interface SeenDeposit {
  readonly id: string;
  readonly mchId: string;
  readonly reference: string | null;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  readonly netAmount: string;
}

const all = { limit: 200 } as const;

export async function snapshotOf(gateway: MockGateway): Promise<Snapshot> {
  const seen = merchants.map(async ({ mchId }) => ({
    mchId,
    wallet: await gateway.merchants.wallet(mchId),
    ledger: await gateway.merchants.ledger(mchId),
  }));
  const [payins, links, payouts, callbacks] = await Promise.all([
    gateway.payins.list(all),
    gateway.links.list(all),
    gateway.payouts.list(all),
    gateway.callbacks.list(all),
  ]);
  const deposits = [...payins.items, ...links.items].map((deposit) => ({
    ...deposit,
    id: 'orderNo' in deposit ? deposit.orderNo : deposit.linkCode,
    reference: 'mchOrderNo' in deposit ? `payins ${deposit.mchOrderNo}` : `links ${deposit.clientRef}`,
  }));
  return { shops: await Promise.all(seen), deposits, payouts: payouts.items, callbacks: callbacks.items };
}

/** Everything that always holds, by numbers of the invariants; `before` is the snapshot of the step before. */
export async function expectInvariants(
  gateway: MockGateway,
  model: Model,
  { before, now }: { readonly before: Snapshot | null; readonly now: Snapshot },
): Promise<void> {
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  expectBalances(now, model);
  expectOrders(now);
  expectCallbacks(now);
  if (before !== null) expectHistoryKept(before, now);
}

/** 1: entries sum to zero, balances are their fold, held is what the open withdrawals hold. */
function expectBalances({ shops: seen, payouts }: Snapshot, model: Model): void {
  const entries = seen.flatMap(({ ledger }) => ledger.entries);
  const transactions = Map.groupBy(entries, ({ transactionId }) => transactionId);
  for (const ofOne of transactions.values()) expect(sum(ofOne)).toBe(0n);
  // Nobody else moves money here, so that the gateway's own accounts are the fold of these merchants' entries.
  const folded = Map.groupBy(entries, ({ account }) => account);
  for (const { account, balance } of seen.flatMap(({ ledger }) => ledger.accounts)) {
    expect(paise(balance), account).toBe(sum(folded.get(account) ?? []));
  }
  for (const { mchId, wallet } of seen) {
    const open = payouts.filter(
      (payout) => payout.mchId === mchId && (payout.status === 'pending' || payout.status === 'processing'),
    );
    const holds = open.reduce((total, { totalDebit }) => total + paise(totalDebit), 0n);
    expect(paise(wallet.frozen)).toBe(holds);
    expect(paise(wallet.available)).toBeGreaterThanOrEqual(0n);
    const shop = shopOf(model, mchId);
    expect([paise(wallet.available), paise(wallet.frozen)]).toEqual([shop.available, held(shop)]);
  }
}

function sum(entries: readonly { readonly amount: string }[]): bigint {
  return entries.reduce((total, { amount }) => total + paise(amount), 0n);
}

/** 3, 4, 5, 7: one order per number, fees that add up, one hold, at most one resolution, a credit per success. */
function expectOrders({ shops: seen, deposits, payouts, callbacks }: Snapshot): void {
  const references = [
    ...deposits.map(({ mchId, reference }) => `${mchId} ${reference}`),
    ...payouts.map(({ mchId, mchOrderNo }) => `${mchId} ${mchOrderNo}`),
  ];
  expect(new Set(references).size).toBe(references.length);
  const kinds = Map.groupBy(
    seen.flatMap(({ ledger }) => ledger.entries),
    ({ orderNo }) => orderNo,
  );
  const kindsOf = (id: string) =>
    [...new Set((kinds.get(id) ?? []).map(({ transactionId, kind }) => `${kind} ${transactionId}`))].map(
      (name) => name.split(' ')[0],
    );
  const told = new Set(callbacks.map(({ orderNo, event }) => `${orderNo} ${event}`));
  for (const { id, status, amount, fee, netAmount } of deposits) {
    expect(paise(fee) + paise(netAmount)).toBe(paise(amount));
    const credited = kindsOf(id).length;
    expect(credited, `${id} ${status}`).toBe(status === 'success' ? 1 : 0);
    const event = [...told].some((name) => name.startsWith(`${id} `) && name.endsWith('.success'));
    expect(event).toBe(status === 'success');
  }
  const resolutions: Readonly<Record<string, readonly string[]>> = {
    success: ['capture'],
    failed: ['release'],
  };
  for (const { orderNo, status } of payouts) {
    expect(kindsOf(orderNo)).toEqual(['hold', ...(resolutions[status] ?? [])]);
    if (status !== 'pending') expect(told.has(`${orderNo} payout.${status}`)).toBe(true);
  }
}

const delays = [minute, 5 * minute, 15 * minute, hour, 6 * hour];

/** 8: one callback per order and event, at most six scheduled attempts, none early. */
function expectCallbacks({ callbacks }: Snapshot): void {
  const names = callbacks.map(({ orderNo, event }) => `${orderNo} ${event}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { attempts, state, nextAttemptAt } of callbacks) {
    expect(state).not.toBe('delivering');
    const scheduled = attempts.filter(({ manual }) => !manual).map(({ startedAt }) => Date.parse(startedAt));
    expect(scheduled.length).toBeLessThanOrEqual(6);
    if (state === 'failed') expect(scheduled).toHaveLength(6);
    const due = nextAttemptAt === null ? [] : [Date.parse(nextAttemptAt)];
    for (const [index, at] of [...scheduled, ...due].entries()) {
      const earlier = scheduled[index - 1];
      if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(delays[index - 1] ?? 0);
    }
    expect(state === 'delivered').toBe(attempts.some(({ ok }) => ok));
  }
}

/** 2, 3, 5, 8: what was written stays: entries, terms, final states, bytes, deliveries. */
function expectHistoryKept(before: Snapshot, now: Snapshot): void {
  for (const [index, { ledger }] of before.shops.entries()) {
    expect(now.shops[index]?.ledger.entries.slice(0, ledger.entries.length)).toEqual(ledger.entries);
  }
  const deposits = new Map(now.deposits.map((deposit) => [deposit.id, deposit]));
  for (const { id, status, amount, fee, netAmount } of before.deposits) {
    expect(deposits.get(id)).toMatchObject({ amount, fee, netAmount });
    if (status === 'success') expect(deposits.get(id)).toMatchObject({ status });
  }
  const payouts = new Map(now.payouts.map((payout) => [payout.orderNo, payout]));
  for (const { orderNo, status, amount, fee, totalDebit } of before.payouts) {
    expect(payouts.get(orderNo)).toMatchObject({ amount, fee, totalDebit });
    if (status === 'success' || status === 'failed') expect(payouts.get(orderNo)).toMatchObject({ status });
  }
  const callbacks = new Map(now.callbacks.map((callback) => [callback.id, callback]));
  for (const { id, body, url, format, state, attempts } of before.callbacks) {
    const kept = callbacks.get(id);
    expect(kept).toMatchObject({ body, url, format });
    expect(kept?.attempts.slice(0, attempts.length)).toEqual(attempts);
    if (state === 'delivered') expect(kept).toMatchObject({ state });
  }
}
