import { beforeEach, describe, expect, it } from 'vitest';
import { byTurns, type OpenEnds } from '../cluster/ends.contract.ts';
import type { RequestLog } from './request-log.ts';
import { aRequest } from './samples.contract.ts';

/** Tests of the request log at either of two instances. */
export function requestLogContract(open: OpenEnds<RequestLog>): void {
  describe('request log', () => {
    let ends: Generator<RequestLog, never>;
    beforeEach(async () => {
      ends = byTurns(await open());
    });
    const end = () => ends.next().value;
    const record = (path: string) => end().record(aRequest({ path }));

    it('the request log returns its pages newest first, without gaps when new requests arrive', async () => {
      for (const path of ['/1', '/2', '/3', '/4', '/5']) await record(path);
      const first = await end().list({ limit: 2 });
      await record('/6');
      const second = await end().list({ limit: 2, cursor: first.nextCursor ?? '' });
      const third = await end().list({ limit: 2, cursor: second.nextCursor ?? '' });
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
        await expect(end().list({ limit: 1, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
      },
    );

    it('the request log assigns each request its own id, with which any instance finds the entry', async () => {
      const recorded = await Promise.all(['/1', '/2', '/3', '/4'].map(record));
      expect(new Set(recorded.map(({ id }) => id)).size).toBe(4);
      for (const { id, shown } of recorded) {
        expect(await end().get(id)).toEqual(shown());
        expect(await end().inFull(id)).toMatchObject(shown());
      }
      expect(await end().get('req_9')).toBeNull();
      expect(await end().tally()).toEqual({ total: 4, refused: 0 });
    });

    it('the request log masks a key in all entries after one instance has received the key', async () => {
      const { id } = await end().record(aRequest({ mchOrderNo: 'foreign-key' }));
      end().protect({ mchKey: 'foreign-key', mchSecret: 'foreign-key-secret' });
      const later = await end().record(aRequest({ mchOrderNo: 'foreign-key' }));
      for (const one of [id, later.id]) expect(await end().get(one)).toMatchObject({ mchOrderNo: '***' });
      expect(end().hideKeys('a foreign-key-secret')).toBe('a ***');
    });
  });
}
