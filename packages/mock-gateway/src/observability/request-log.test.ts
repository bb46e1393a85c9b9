import { beforeEach, describe, expect, it } from 'vitest';
import { RecentRequests } from './recent-requests.ts';
import { aRequest } from './samples.contract.ts';

describe('request log', () => {
  let log: RecentRequests;
  beforeEach(() => {
    log = new RecentRequests();
  });
  const record = (path: string) => log.record(aRequest({ path }));

  it('the request log returns its pages newest first, without gaps when new requests arrive', async () => {
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await record(path);
    const first = await log.list({ limit: 2 });
    await record('/6');
    const second = await log.list({ limit: 2, cursor: first.nextCursor ?? '' });
    const third = await log.list({ limit: 2, cursor: second.nextCursor ?? '' });
    expect([first, second, third].map(({ items }) => items.map(({ path }) => path))).toEqual([
      ['/5', '/4'],
      ['/3', '/2'],
      ['/1'],
    ]);
    expect(third.nextCursor).toBeNull();
  });

  it.each(['req_0', 'req_2', 'req_01', '1', 'req_x', ''])(
    'the request log rejects the unknown cursor %j',
    async (cursor) => {
      await record('/1');
      await expect(log.list({ limit: 1, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
    },
  );

  it('the request log assigns each request its own id, with which a client finds the entry', async () => {
    const recorded = await Promise.all(['/1', '/2', '/3', '/4'].map(record));
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(4);
    for (const { id, shown } of recorded) {
      expect(await log.get(id)).toEqual(shown());
      expect(await log.inFull(id)).toMatchObject(shown());
    }
    expect(await log.get('req_9')).toBeNull();
    expect(await log.tally()).toEqual({ total: 4, refused: 0 });
  });

  it('the request log masks a key in all entries, earlier and later', async () => {
    const { id } = await log.record(aRequest({ mchOrderNo: 'foreign-key' }));
    log.protect({ mchKey: 'foreign-key', mchSecret: 'foreign-key-secret' });
    const later = await log.record(aRequest({ mchOrderNo: 'foreign-key' }));
    for (const one of [id, later.id]) expect(await log.get(one)).toMatchObject({ mchOrderNo: '***' });
    expect(log.hideKeys('a foreign-key-secret')).toBe('a ***');
  });
});
