import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { openGateway, reopenGateway, temporaryFile } from './harness.ts';

const rows = 25_000;

/** Fills a file with pay-ins of two merchants in turn. The gateway order numbers are `PI1` to `PI25000`. */
async function filled(): Promise<MockGateway> {
  const file = temporaryFile();
  const first = await openGateway({ db: file });
  await first.createMerchant({ mchId: 'OTHER' });
  await first.close();
  const db = new DatabaseSync(file);
  db.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO deposits (order_no, mch_id, kind, reference, amount, fee, net_amount, trade_type, note, pay_token,
       created_at, expires_at, status, state_at)
     SELECT 'PI' || i, iif(i % 2, 'DEMO1001', 'OTHER'), 'payin', 'ORDER-' || i, 50000, 0, 50000, 'INRUPI', '', i,
       0, 0, 'failed', 0 FROM n`,
  ).run(rows);
  db.close();
  return reopenGateway(file);
}

interface Found {
  readonly items: readonly { readonly mchOrderNo: string }[];
  readonly nextCursor: string | null;
  readonly stoppedAfter?: number;
}

describe('search of 25,000 pay-ins', () => {
  let gateway: MockGateway;
  beforeEach(async () => {
    gateway = await filled();
  });

  async function search(query: Readonly<Record<string, string>>): Promise<Found> {
    const response = await gateway.fetch(`${gateway.controlUrl}/payins?${new URLSearchParams(query)}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Found;
  }

  /** The pages of a search, each as its order numbers and the limit at which it stopped. */
  async function pages(query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
    const all: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Found = await search({ ...query, ...(cursor !== '' && { cursor }) });
      all.push([page.items.map(({ mchOrderNo }) => mchOrderNo), page.stoppedAfter]);
      cursor = page.nextCursor;
    }
    return all;
  }

  it('a search stops after 10,000 orders, reports the limit, and its cursor continues the search [contract:control.search]', async () => {
    expect(await pages({ text: 'order-2499' })).toEqual([
      [[9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((last) => `ORDER-2499${last}`), 10_000],
      [[], 10_000],
      [['ORDER-2499'], undefined],
    ]);
  });

  it('a search that fills its page reports no limit [contract:control.search]', async () => {
    const { items, ...page } = await search({ text: 'ORDER', limit: '3' });
    expect(items.map(({ mchOrderNo }) => mchOrderNo)).toEqual(['ORDER-25000', 'ORDER-24999', 'ORDER-24998']);
    expect(page).toEqual({ nextCursor: '24998' });
  });

  it('a search compares only the orders that match the other filters [contract:control.search]', async () => {
    expect(await pages({ text: 'order-5000', mchId: 'OTHER' })).toEqual([
      [[], 10_000],
      [['ORDER-5000'], undefined],
    ]);
    expect(await pages({ text: 'ORDER-1', mchOrderNo: 'ORDER-1' })).toEqual([[['ORDER-1'], undefined]]);
  });

  it('a list narrowed by an amount stops after as many orders [contract:control.search]', async () => {
    const stopped = { items: [], nextCursor: '15001', stoppedAfter: 10_000 };
    expect(await search({ minAmount: '900.00' })).toEqual(stopped);
  });
});
