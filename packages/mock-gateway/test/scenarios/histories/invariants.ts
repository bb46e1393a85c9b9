import { expect } from 'vitest';
import type { MockGateway } from '../../../src/index.ts';
import { hour, minute } from '../harness.ts';
import { held, type Model, paise } from './model.ts';

type Item = Awaited<ReturnType<MockGateway['callbacks']['list']>>['items'][number];

/** All that can be seen of a gateway from outside. */
export interface Snapshot {
  readonly wallet: Awaited<ReturnType<MockGateway['merchants']['wallet']>>;
  readonly ledger: Awaited<ReturnType<MockGateway['merchants']['ledger']>>;
  readonly deposits: readonly SeenDeposit[];
  readonly payouts: Awaited<ReturnType<MockGateway['payouts']['list']>>['items'];
  readonly callbacks: readonly Item[];
}

interface SeenDeposit {
  readonly id: string;
  readonly reference: string | null;
  readonly status: string;
  readonly amount: string;
  readonly fee: string;
  readonly netAmount: string;
}

const all = { limit: 200 } as const;

export async function snapshotOf(gateway: MockGateway, mchId: string): Promise<Snapshot> {
  const [wallet, ledger, payins, links, payouts, callbacks] = await Promise.all([
    gateway.merchants.wallet(mchId),
    gateway.merchants.ledger(mchId),
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
  return { wallet, ledger, deposits, payouts: payouts.items, callbacks: callbacks.items };
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
function expectBalances({ wallet, ledger, payouts }: Snapshot, model: Model): void {
  const transactions = Map.groupBy(ledger.entries, ({ transactionId }) => transactionId);
  for (const entries of transactions.values()) expect(sum(entries)).toBe(0n);
  // One merchant moves money here, so that the gateway's own accounts are the fold of its entries too.
  const folded = Map.groupBy(ledger.entries, ({ account }) => account);
  for (const { account, balance } of ledger.accounts) {
    expect(paise(balance), account).toBe(sum(folded.get(account) ?? []));
  }
  const open = payouts.filter(({ status }) => status === 'pending' || status === 'processing');
  const holds = open.reduce((total, { totalDebit }) => total + paise(totalDebit), 0n);
  expect(paise(wallet.frozen)).toBe(holds);
  expect(paise(wallet.available)).toBeGreaterThanOrEqual(0n);
  expect([paise(wallet.available), paise(wallet.frozen)]).toEqual([model.available, held(model)]);
}

function sum(entries: readonly { readonly amount: string }[]): bigint {
  return entries.reduce((total, { amount }) => total + paise(amount), 0n);
}

/** 3, 4, 5, 7: one order per number, fees that add up, one hold, at most one resolution, a credit per success. */
function expectOrders({ ledger, deposits, payouts, callbacks }: Snapshot): void {
  const references = [
    ...deposits.map(({ reference }) => reference),
    ...payouts.map(({ mchOrderNo }) => mchOrderNo),
  ];
  expect(new Set(references).size).toBe(references.length);
  const kinds = Map.groupBy(ledger.entries, ({ orderNo }) => orderNo);
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
  expect(now.ledger.entries.slice(0, before.ledger.entries.length)).toEqual(before.ledger.entries);
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
