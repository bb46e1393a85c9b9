import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { createMockGateway } from '../../gateway.ts';

const postgres = postgresForTests();

/** As it is used: limits are what they are when nobody says anything. */
it('a create waits for the database four times, for what others have done, the limits and its commit; the log is the fifth', async () => {
  const proxy = await postgresProxy(postgres.url());
  const gateway = await createMockGateway({ db: proxy.url, schema: postgres.schema() });
  onTestFinished(() => gateway.close());
  const roundTrips: number[] = [];
  for (let made = 0; made < 21; made++) {
    proxy.passed();
    const params = { mchId: gateway.merchant.mchId, mchOrderNo: `O-${made}`, amount: '500.00' };
    const body = JSON.stringify({ ...params, sign: sign(params, gateway.merchant.mchKey) });
    const headers = { 'content-type': 'application/json' };
    const { status } = await gateway.fetch(`${gateway.baseUrl}/payin`, { method: 'POST', headers, body });
    expect(status).toBe(200);
    roundTrips.push(proxy.passed().roundTrips);
  }
  // Now and then there is something else to do: the gateway looks each second what has fallen due.
  expect(roundTrips.toSorted((a, b) => a - b)[10]).toBe(5);
});
