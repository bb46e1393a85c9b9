import { describe, expect, it } from 'vitest';
import { postgresEnds } from '../../../test/postgres-ends.ts';
import { aWhile } from '../../../test/scenarios/slow-store.ts';
import type { AnsweredRequest } from '../../observability/logged-request.ts';
import { RecentRequests } from '../../observability/recent-requests.ts';
import type { RequestLog } from '../../observability/request-log.ts';
import type { RequestSearch } from '../../observability/request-search.ts';
import { aRequest } from '../../observability/samples.contract.ts';
import { SharedRequests } from './request-log.ts';

const { openTwo } = postgresEnds();

async function openLogs(generation: () => number = () => 1) {
  const [one, other] = await openTwo();
  return [
    new SharedRequests(one.database, { generation }),
    new SharedRequests(other.database, { generation }),
  ] as const;
}

/** Returns every entry that a search finds, page by page. */
async function pagesOf(log: RequestLog, search: RequestSearch, limit: number) {
  const pages: unknown[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, nextCursor } = await log.list({ limit, cursor }, search);
    pages.push({ items, nextCursor });
    cursor = nextCursor;
  }
  return pages;
}

const searches: readonly RequestSearch[] = [
  {},
  { status: '4xx' },
  { status: '401', endpoint: 'payin' },
  { mchId: 'M2' },
  { mchId: 'M2', mchOrderNo: 'A-10' },
  { mchOrderNo: 'A\0"\uE000' },
  { text: '/PAYOUT' },
  { text: 'a-1', status: '2xx' },
  { error: 'none' },
];

/** Requests of every kind, so each search matches some of them. */
function manyRequests(): readonly AnsweredRequest[] {
  return Array.from({ length: 30 }, (_, n) => {
    const fields = { mchId: `M${n % 3}`, mchOrderNo: n % 7 === 0 ? 'A\0"\uE000' : `A-${n}` };
    const status = [200, 401, 404][n % 3] ?? 200;
    const parameters = new Map([['extra', `x\0\uD800 \uE001 ${n} M2`]]);
    const endpoint = n % 2 === 0 ? 'payin' : 'payout';
    return aRequest({ ...fields, status, parameters, endpoint, path: `/v3/${endpoint}\0` });
  });
}

describe('request log on PostgreSQL', () => {
  it('the log on PostgreSQL returns the same pages and search results as the log in process', async () => {
    const [shared, other] = await openLogs();
    const recent = new RecentRequests();
    for (const [n, request] of manyRequests().entries()) {
      await recent.record(request);
      await (n % 2 === 0 ? shared : other).record(request);
    }
    for (const search of searches) {
      for (const limit of [1, 4, 100])
        expect(await pagesOf(shared, search, limit)).toEqual(await pagesOf(recent, search, limit));
      const exchanges = async (log: RequestLog, newest: number) =>
        (await log.unmasked(search, newest)).map(({ hideKeys: _, ...unmasked }) => unmasked);
      for (const newest of [5, Number.POSITIVE_INFINITY])
        expect(await exchanges(other, newest)).toEqual(await exchanges(recent, newest));
    }
    expect(await other.inFull('req_1')).toEqual(await recent.inFull('req_1'));
    expect(await other.tally()).toEqual(await recent.tally());
  });

  it.each<[string, (log: RequestLog) => Promise<unknown>, unknown]>([
    ['list', async (log) => (await log.list({ limit: 5 })).items.length, 1],
    ['tally', (log) => log.tally(), { total: 1, refused: 0 }],
    ['get', async (log) => (await log.get('req_1'))?.id, 'req_1'],
    ['inFull', async (log) => (await log.inFull('req_1'))?.id, 'req_1'],
    ['unmasked', async (log) => (await log.unmasked({}, 5)).length, 1],
  ])(
    'the call %s of the log on PostgreSQL includes entries that are not yet stored',
    async (_, ask, told) => {
      const [{ database }] = await openTwo();
      const released = Promise.withResolvers<void>();
      const write: typeof database.write = (...all) => released.promise.then(() => database.write(...all));
      const log = new SharedRequests({ ...database, write }, { generation: () => 1 });
      const recorded = log.record(aRequest());
      const asked = ask(log);
      await aWhile();
      released.resolve();
      expect(await asked).toEqual(told);
      await recorded;
    },
  );

  it('the log on PostgreSQL explains a wrong signature that another instance has received', async () => {
    const [one, other] = await openLogs();
    const { id } = await one.record(
      aRequest({ parameters: new Map([['sign', 'A'.repeat(32)]]), wronglySigned: 'payin' }),
    );
    expect(await other.inFull(id)).toMatchObject({ diagnosis: { received: 'A'.repeat(32) } });
  });

  it('the log on PostgreSQL removes the oldest entries first, without reusing their ids', async () => {
    const logs = await openLogs();
    const ids = new Set<string>();
    for (let batch = 0; batch < 9; batch++) {
      const recorded = Array.from({ length: 500 }, (_, n) => logs[n % 2]?.record(aRequest()));
      for (const one of await Promise.all(recorded)) ids.add(one?.id ?? '');
      const { total } = await logs[0].tally();
      expect(total).toBeGreaterThanOrEqual(Math.min(2_000, 500 * (batch + 1)));
      expect(total).toBeLessThan(4_000);
    }
    expect(ids.size).toBe(4_500);
    expect(await logs[1].get('req_1')).toBeNull();
    expect((await logs[1].list({ limit: 1 })).items[0]?.id).toBe('req_4500');
    expect(await logs[1].list({ limit: 5, cursor: 'req_1' })).toEqual({ items: [], nextCursor: null });
  });

  it('the log on PostgreSQL is bounded in bytes', async () => {
    const logs = await openLogs();
    const parameters = new Map([['extra', 'x'.repeat(1_000_000)]]);
    for (let n = 0; n < 40; n++) await logs[n % 2]?.record(aRequest({ parameters }));
    expect((await logs[0].tally()).total).toBeLessThan(17);
    expect((await logs[0].tally()).total).toBeGreaterThan(5);
  });

  it('the log on PostgreSQL shows no entry or key of another generation', async () => {
    let generation = 1;
    const [one, other] = await openLogs(() => generation);
    one.protect({ mchKey: 'former-key', mchSecret: 'former-secret' });
    const { id } = await one.record(aRequest());
    generation = 2;
    one.clear();
    expect(one.hideKeys('former-key')).toBe('former-key');
    expect([await other.get(id), await other.inFull(id)]).toEqual([null, null]);
    expect(await other.list({ limit: 5 })).toEqual({ items: [], nextCursor: null });
    expect(await other.unmasked({}, 5)).toEqual([]);
    expect(await other.tally()).toEqual({ total: 0, refused: 0 });
  });
});
