import { expect, it, onTestFinished, vi } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { callerOf } from '../../../test/scenarios/harness.ts';
import { openGateway } from '../../gateway.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();

const answerWithin = 2_000;

/**
 * Opens a gateway behind a simulated network. Its statements have no names, so the network sees the SQL of each
 * statement.
 */
async function openBehind(proxy: { readonly url: string }) {
  const url = new URL(proxy.url);
  url.searchParams.set('prepare', 'false');
  const times = { patience: 500, silentAfter: 1_500, answerWithin };
  const options = { url: url.href, schema: postgres.schema(), ...times };
  const gateway = await openGateway({ onError: () => {} }, () => openPostgresBackend(options));
  onTestFinished(() => gateway.close());
  return gateway;
}

it.each([
  ['the only statement of a create', '.run_admitted(', false],
  ['the query for changes', 'merchants_version', true],
  ['the query of its rate', '.admit(', true],
  ['its commit', '.run(', true],
])(
  'the gateway rejects a request in bounded time if its database stops responding to %s [contract:several.silence]',
  async (_, asked, hasFault) => {
    const proxy = await postgresProxy(postgres.url());
    const gateway = await openBehind(proxy);
    // If a fault is active, a create first reads the changes of other instances.
    const action = { kind: 'status', status: 500 } as const;
    if (hasFault) await gateway.faults.add({ endpoint: 'link-status', phase: 'before', action });
    const create = async (mchOrderNo: string) => {
      const began = performance.now();
      const { status, error = null } = await callerOf(gateway).payin({ mchOrderNo });
      return { status, error, ms: performance.now() - began };
    };
    expect(await create('A')).toMatchObject({ status: 200 });
    // Opens as many connections as possible.
    await Promise.all(Array.from({ length: 8 }, () => gateway.payins.list()));
    proxy.hang(asked);
    const first = create('B');
    await new Promise((resolve) => setImmediate(resolve));
    for (const { ms, ...answer } of await Promise.all([first, create('C')])) {
      expect(answer).toEqual({ status: 503, error: 'maintenance' });
      expect(ms).toBeLessThan(1.6 * answerWithin);
    }
    proxy.cut();
    for (const mchOrderNo of ['B', 'C']) expect(await create(mchOrderNo)).toMatchObject({ status: 200 });
    expect((await gateway.payins.list()).items.map((order) => order.mchOrderNo).toSorted()).toEqual([
      'A',
      'B',
      'C',
    ]);
  },
);

it('a gateway with a silent database reports within a second that it is not ready [contract:several.failover]', async () => {
  const proxy = await postgresProxy(postgres.url());
  const times = { patience: 500, silentAfter: 120_000, answerWithin: 120_000 };
  const options = { url: proxy.url, schema: postgres.schema(), ...times };
  const gateway = await openGateway({ onError: () => {} }, () => openPostgresBackend(options));
  onTestFinished(() => gateway.close());
  expect([await gateway.ready(), gateway.health().status]).toEqual([{ ready: true }, 'ok']);
  proxy.hang();
  // If the machine stands still for longer, the connection may fail first.
  const message = expect.stringMatching(
    /accepted no write within 800 ms|accepts no writes: store_unavailable/,
  );
  for (let asked = 0; asked < 3; asked++) {
    const response = await gateway.fetch(`${gateway.controlUrl}/ready`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { ready: false, error: 'not_ready', message },
    ]);
  }
  await expect.poll(() => gateway.health().status).toBe('store_unavailable');
  proxy.cut();
  await expect.poll(() => gateway.ready()).toEqual({ ready: true });
  expect(gateway.health().status).toBe('ok');
});

it('a gateway that closes while its database is silent closes all connections [contract:several.silence]', async () => {
  const proxy = await postgresProxy(postgres.url());
  const url = new URL(proxy.url);
  url.searchParams.set('application_name', 'left');
  const times = { patience: 500, silentAfter: 1_500, answerWithin };
  const options = { url: url.href, schema: postgres.schema(), ...times };
  const gateway = await openGateway({ onError: () => {} }, () => openPostgresBackend(options));
  const database = await postgres.open();
  const text = `SELECT pid FROM pg_stat_activity WHERE application_name = 'left'`;
  expect(await database.read({ text })).not.toEqual([]);
  proxy.hang();
  await expect(gateway.close()).rejects.toMatchObject({ code: 'store_unavailable' });
  await vi.waitFor(async () => expect(await database.read({ text })).toEqual([]), { timeout: 30_000 });
});
