import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { createMockGateway, type MockGateway } from '../../gateway.ts';

const postgres = postgresForTests();

/** The status that a pay-in is answered with. */
async function create(
  gateway: MockGateway,
  mchOrderNo: string,
  key = gateway.merchant.mchKey,
): Promise<number> {
  const params = { mchId: gateway.merchant.mchId, mchOrderNo, amount: '500.00' };
  const body = JSON.stringify({ ...params, sign: sign(params, key) });
  const headers = { 'content-type': 'application/json' };
  return (await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body })).status;
}

/** As it is used: limits are what they are when nobody says anything. */
it('a create waits for the database three times, for what others have done, its rate and its commit; the log is the fourth', async () => {
  const proxy = await postgresProxy(postgres.url());
  const gateway = await createMockGateway({ db: proxy.url, schema: postgres.schema() });
  onTestFinished(() => gateway.close());
  const roundTrips: number[] = [];
  for (let made = 0; made < 21; made++) {
    proxy.passed();
    expect(await create(gateway, `O-${made}`)).toBe(200);
    roundTrips.push(proxy.passed().roundTrips);
  }
  // Now and then there is something else to do: the gateway looks each second what has fallen due.
  expect(roundTrips.toSorted((a, b) => a - b)[10]).toBe(4);
});

it('an address that was locked at one gateway is at the other, which has asked for no lock before', async () => {
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
