import { randomUUID } from 'node:crypto';
import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { PostgresProxy } from '../../../test/open-postgres-proxy.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { createMockGateway, type MockGateway } from '../../gateway.ts';

const postgres = postgresForTests();

async function create(
  gateway: MockGateway,
  mchOrderNo: string,
  key = gateway.merchant.mchKey,
  mchId = gateway.merchant.mchId,
): Promise<number> {
  const params = { mchId, mchOrderNo, amount: '500.00' };
  const body = JSON.stringify({ ...params, sign: sign(params, key) });
  const headers = { 'content-type': 'application/json' };
  return (await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body })).status;
}

/** Repeats the check of a median, because a busy machine can add round trips. */
function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 120_000, interval: 1 });
}

/** Returns the median number of round trips of each kind of call over 21 rounds. Makes the calls sequentially. */
async function usualRoundTrips(
  proxy: PostgresProxy,
  calls: readonly (() => Promise<void>)[],
): Promise<readonly number[]> {
  const rounds: number[][] = [];
  for (let round = 0; round < 21; round++) {
    const each: number[] = [];
    for (const call of calls) {
      proxy.passed();
      await call();
      each.push(proxy.passed().roundTrips);
    }
    rounds.push(each);
  }
  return calls.map((_, at) => rounds.map((each) => each[at] ?? 0).toSorted((a, b) => a - b)[10] ?? 0);
}

/** The default rate limit counts these calls, but does not reject the repetitions. */
it.each([
  ['', async () => {}],
  [
    ' after the end of a lock',
    async (gateway: MockGateway) => {
      expect(await create(gateway, 'W', 'wrong')).toBe(401);
      expect(await create(gateway, 'O')).toBe(429);
      await gateway.clock.advance('61s');
    },
  ],
])('a create needs a single database query%s, not counting the log', async (_, before) => {
  const proxy = await postgresProxy(postgres.url());
  const gateway = await createMockGateway({
    db: proxy.url,
    schema: postgres.schema(),
    settings: {
      rateLimitPerMinute: 100_000,
      signatureLock: { failures: 1, windowSeconds: 60, lockSeconds: 60 },
    },
  });
  onTestFinished(() => gateway.close());
  await before(gateway);
  const created = async () => expect(await create(gateway, `O-${randomUUID()}`)).toBe(200);
  await eventually(async () => expect(await usualRoundTrips(proxy, [created])).toEqual([2]));
});

/** Returns the status of a v1 call with this API Key and a wrong signature. */
async function v1Status(gateway: MockGateway, apiKey: string): Promise<number> {
  const body = JSON.stringify({ api_key: apiKey, amount: '500.00', sign: 'A'.repeat(32) });
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  return (await gateway.fetch(`${gateway.legacyBaseUrl}/create-link.php`, options)).status;
}

it.each([
  ['that were cached before', async () => {}],
  ['that include a new merchant', async (gateway: MockGateway) => void (await gateway.createMerchant())],
])(
  'before a 401, the gateway runs the same statements for a known and an unknown merchant, with merchants %s [contract:several.refusals]',
  async (_, before) => {
    const proxy = await postgresProxy(postgres.url());
    const signatureLock = { failures: 100_000, windowSeconds: 60, lockSeconds: 60 };
    const settings = { signatureLock, rateLimitPerMinute: 100_000 };
    const gateway = await createMockGateway({ db: proxy.url, schema: postgres.schema(), settings });
    onTestFinished(() => gateway.close());
    const { mchId, mchKey } = gateway.merchant;
    const rejected = (call: (name: string) => Promise<number>) => async () => {
      await before(gateway);
      proxy.passed();
      expect(await call(`NOBODY-${randomUUID()}`)).toBe(401);
    };
    const v3 = (claimed?: string) => rejected((name) => create(gateway, name, 'wrong', claimed ?? name));
    const v1 = (claimed?: string) => rejected((name) => v1Status(gateway, claimed ?? name));
    const calls = [v3(mchId), v3(), v1(mchKey), v1()];
    await eventually(async () => {
      const usual = await usualRoundTrips(proxy, calls);
      expect([usual[1], usual[3]]).toEqual([usual[0], usual[2]]);
    });
  },
);

it('an IP address that one instance locks is also locked at an instance that never queried the lock', async () => {
  const schema = postgres.schema();
  const settings = { signatureLock: { failures: 2, windowSeconds: 60, lockSeconds: 60 } };
  const open = () => createMockGateway({ db: postgres.url(), schema, settings });
  const [one, other] = [await open(), await open()];
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])));
  expect(await create(other, 'O-1')).toBe(200);
  for (const wrong of ['W-1', 'W-2']) expect(await create(one, wrong, 'wrong')).toBe(401);
  expect(await create(other, 'O-2')).toBe(429);
  await one.locks.lift();
  expect(await create(other, 'O-3')).toBe(200);
});
