import { expect, it } from 'vitest';
import { sampleMerchant } from '../../store/samples.contract.ts';
import type { MerchantReads } from '../../store/store.ts';
import { KnownMerchants } from './known-merchants.ts';

const [a, b] = [
  sampleMerchant({ mchId: 'A', mchKey: 'key-a' }),
  sampleMerchant({ mchId: 'B', mchKey: 'key-b' }),
];

function known() {
  const asked: string[] = [];
  const read = async (name: string) => {
    asked.push(name);
    return name === 'LATE' ? sampleMerchant({ mchId: 'LATE' }) : null;
  };
  const reads: MerchantReads = {
    get: read,
    byKey: read,
    all: async () => [],
    list: async () => ({ items: [], nextCursor: null }),
  };
  const merchants = new KnownMerchants(reads);
  return { merchants, asked };
}

it('the lookup of the merchant that a request names runs no query, whether or not the merchant exists [contract:several.refusals]', async () => {
  const { merchants, asked } = known();
  merchants.learn([a]);
  const { claims } = merchants;
  expect([await claims.get('A'), await claims.byKey('key-a')]).toEqual([a, a]);
  expect([await claims.get('LATE'), await claims.byKey('LATE')]).toEqual([null, null]);
  expect(asked).toEqual([]);
});

it('an instance that does not yet know a new merchant reads the merchant from the database', async () => {
  const { merchants, asked } = known();
  merchants.learn([a]);
  expect(await merchants.reads.get('A')).toBe(a);
  expect(await merchants.reads.get('LATE')).toMatchObject({ mchId: 'LATE' });
  expect(asked).toEqual(['LATE']);
});

it.each([
  ['in the order in which they were written', [0, 1]],
  ['in the reverse order', [1, 0]],
])('the cache finds the merchant that currently uses a key, after changes arrived %s', async (_, order) => {
  const { merchants } = known();
  merchants.learn([a, b]);
  const written = [
    { ...a, mchKey: 'key-new', version: 2 },
    { ...b, mchKey: 'key-a', version: 2 },
  ];
  merchants.learn(order.flatMap((at) => written[at] ?? []));
  const keys = ['key-a', 'key-b', 'key-new'];
  const found = await Promise.all(keys.map((key) => merchants.claims.byKey(key)));
  expect(found.map((merchant) => merchant?.mchId)).toEqual(['B', undefined, 'A']);
  merchants.forget();
  expect(await merchants.claims.byKey('key-a')).toBeNull();
});

it('the next request repeats a failed read of a merchant', async () => {
  let isAway = true;
  const read = async () => {
    if (isAway) throw new Error('away');
    return a;
  };
  const none = async () => [];
  const list = async () => ({ items: [], nextCursor: null });
  const { reads } = new KnownMerchants({ get: read, byKey: read, all: none, list });
  await expect(reads.get('A')).rejects.toThrow('away');
  await expect(reads.byKey('key-a')).rejects.toThrow('away');
  isAway = false;
  expect([await reads.get('A'), await reads.byKey('key-a')]).toEqual([a, a]);
});
