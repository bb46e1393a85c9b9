import { expect } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { openGateway } from './harness.ts';
import { ScriptedNetwork } from './sender.ts';

const mchId = 'DEMO1001';

/** Simulates a day. Returns its result with the callbacks that the merchant received. */
export async function simulatedDay(orders: number, seed: number, db?: string) {
  const network = new ScriptedNetwork();
  const gateway = await openGateway({ sender: network.send, ...(db !== undefined && { db }) });
  await gateway.merchants.update(mchId, { callbackUrl: 'http://merchant.example/callbacks' });
  const day = await gateway.simulation.day({ seed, orders });
  const statement = await gateway.merchants.statement(mchId, { date: day.date });
  const received = network.sent.map(({ body }) => String(body));
  return { gateway, day, statement, received };
}

type Day = Awaited<ReturnType<typeof simulatedDay>>;

async function all<Item>(
  list: (page: {
    limit: number;
    cursor?: string;
  }) => Promise<{ items: readonly Item[]; nextCursor: string | null }>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 200, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

const paiseOf = (amount: string) => BigInt(amount.replace('.', ''));

/** Returns the final state and the difference of the payment, by the last two digits of the amount (contract). */
function expectedOf(amount: string): readonly [string, string | null] {
  const paid = (difference: bigint) => {
    const digits = String(paiseOf(amount) + difference);
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
  switch (amount.slice(-3)) {
    case '.01':
      return ['failed', null];
    case '.03':
      return ['success', paid(-100n)];
    case '.04':
      return ['success', paid(100n)];
    case '.05':
      return ['expired', null];
    default:
      return ['success', amount];
  }
}

/** Expects that every order has ended as its amount or destination requires. Returns the endings. */
export async function expectEndings(gateway: MockGateway): Promise<ReadonlySet<string>> {
  const deposits = [
    ...(await all((page) => gateway.payins.list(page))),
    ...(await all((page) => gateway.links.list(page))),
  ];
  for (const { amount, status, paidAmount } of deposits)
    expect([amount, status, paidAmount]).toEqual([amount, ...expectedOf(amount)]);
  const payouts = await all((page) => gateway.payouts.list(page));
  return new Set([
    ...deposits.map(({ amount }) => amount.slice(-2)).filter((digits) => digits <= '07'),
    ...payouts.map(({ status }) => status),
  ]);
}

/** Expects that the ledger, the statement and the received callbacks agree to the paisa. */
export async function expectAgreement({ gateway, statement, received }: Day): Promise<void> {
  expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  const { entries, openingBalance, closingBalance } = statement;
  const { available } = await gateway.merchants.wallet(mchId);
  expect(closingBalance).toBe(available);
  const nets = entries.map(({ net }) => paiseOf(net));
  expect(nets.reduce((sum, net) => sum + net, paiseOf(openingBalance))).toBe(paiseOf(closingBalance));
  // Links have no callback URL, so only pay-ins and payouts cause callbacks.
  const told = received.map((body) => JSON.parse(body) as Record<string, string>);
  const succeeded = (prefix: string) =>
    told.filter(({ orderNo, status }) => orderNo?.startsWith(prefix) && status === 'success');
  const credits = new Map(succeeded('PI').map((fields) => [fields['orderNo'], fields]));
  const payins = entries.filter(({ kind }) => kind === 'payin');
  expect(credits.size).toBe(payins.length);
  for (const { orderNo, net, fee, amount } of payins)
    expect(credits.get(orderNo ?? '')).toMatchObject({ amount, fee, netAmount: net });
  const captured = entries.filter(({ kind }) => kind === 'capture').map(({ orderNo }) => orderNo);
  expect(new Set(succeeded('WD').map(({ orderNo }) => orderNo))).toEqual(new Set(captured));
}

/** Returns the reproducible parts of a day: everything except ids of callbacks and tokens of checkouts. */
export function whatHappened({ day, statement, received }: Day) {
  return { day, statement, received };
}
