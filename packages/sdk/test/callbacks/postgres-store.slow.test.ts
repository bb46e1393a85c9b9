import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres } from '../../../../test/postgres.ts';
import { createCallbackHandler } from '../../src/callbacks/handler.ts';
import { sharedStoreContract } from '../../src/callbacks/store.contract.ts';
import { sharedHandlersContract } from '../../src/callbacks/stores/handlers.contract.ts';
import type { SqlStoreOptions } from '../../src/callbacks/stores/leased-store.ts';
import { createPostgresStore } from '../../src/callbacks/stores/postgres.ts';
import { signedCallback } from '../../src/testing/signed-callback.ts';

const day = 86_400_000;

let server: Awaited<ReturnType<typeof startPostgres>>;
let admin: pg.Pool;

beforeAll(async () => {
  server = await startPostgres();
  admin = new pg.Pool(server.connection);
  await admin.query('CREATE SCHEMA shop');
});

afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

let tests = 0;

/** Creates stores on a new table. Each connection is a separate pool. */
function shared({
  isolation = 'read committed',
  ...options
}: SqlStoreOptions & { readonly isolation?: string } = {}) {
  tests += 1;
  const table = options.table ?? `callbacks_${tests}`;
  return {
    table,
    async connect() {
      const pool = new pg.Pool({
        ...server.connection,
        max: 5,
        options: `-c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`,
      });
      onTestFinished(() => pool.end());
      const store = createPostgresStore(pool, { table, ...options });
      await store.createTable();
      return store;
    },
    async expireLeases() {
      await admin.query(`UPDATE ${table} SET leased_until = now() WHERE leased_until IS NOT NULL`);
    },
  };
}

sharedStoreContract('the store in PostgreSQL', () => shared());
sharedHandlersContract('PostgreSQL', () => shared());

describe('the store in PostgreSQL', () => {
  it('the PostgreSQL store creates its table once, even if two instances start simultaneously', async () => {
    const { table } = shared();
    const stores = Array.from({ length: 10 }, () => createPostgresStore(admin, { table }));
    await Promise.all(stores.map((store) => store.createTable()));
    expect(await stores[0]?.claim('a')).toBe('claimed');
  });

  it('the PostgreSQL store holds a claim for the lease on the clock of the server', async () => {
    const { connect, table } = shared({ lease: 90_000 });
    const store = await connect();
    await store.claim('a');
    const { rows } = await admin.query(
      `SELECT extract(epoch FROM leased_until - now())::float8 AS s FROM ${table}`,
    );
    expect(rows[0].s).toBeGreaterThan(80);
    expect(rows[0].s).toBeLessThanOrEqual(90);
  });

  it('a claim in the PostgreSQL store ends with its lease without a call to the store', async () => {
    const { connect } = shared({ lease: 20 });
    const [store, other] = [await connect(), await connect()];
    await store.claim('a');
    await vi.waitFor(async () => expect(await other.claim('a')).toBe('claimed'), 60_000);
  });

  it('the PostgreSQL store grants a key at most once when transactions are serializable', async () => {
    const { connect } = shared({ isolation: 'serializable' });
    const [store, other] = [await connect(), await connect()];
    const claims = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : other).claim('a'));
    const results = await Promise.allSettled(claims);
    expect(results.filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0);
    const claimed = results.filter((result) => result.status === 'fulfilled' && result.value === 'claimed');
    expect(claimed).toHaveLength(1);
  });

  it('the PostgreSQL store keeps a key until the key is pruned', async () => {
    const { connect, table } = shared({ table: 'shop.callbacks' });
    const [store, other] = [await connect(), await connect()];
    for (const key of ['old', 'new']) {
      await store.claim(key);
      await store.complete(key);
    }
    for (const key of ['abandoned', 'running']) await other.claim(key);
    await admin.query(`
      UPDATE ${table}
      SET done_at = done_at - interval '1 day 1 second', leased_until = leased_until - interval '1 day 301 seconds'
      WHERE key IN ('old', 'abandoned')`);
    expect(await store.claim('old')).toBe('done');
    expect(await other.prune(day)).toBe(2);
    const { rows } = await admin.query(`SELECT key FROM ${table} ORDER BY key`);
    expect(rows).toEqual([{ key: 'new' }, { key: 'running' }]);
    await expect(store.prune(day - 1)).rejects.toThrow('keepFor must be');
  });

  it('the PostgreSQL store rejects an invalid pool and invalid options', () => {
    expect(() => createPostgresStore({} as pg.Pool)).toThrow('requires a Pool from pg');
    expect(() => createPostgresStore(admin, { table: 'a"; DROP TABLE b' })).toThrow('table must be');
    expect(() => createPostgresStore(admin, { lease: 0.5 })).toThrow('lease must be');
  });

  it('without its table, the PostgreSQL store acknowledges no callback and calls no function', async () => {
    const onPayin = vi.fn();
    const onError = vi.fn();
    const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key' };
    const store = createPostgresStore(admin, { table: 'missing' });
    const handle = createCallbackHandler({ ...credentials, onPayin, onError, store });
    const { body, contentType } = signedCallback('payin', credentials);
    const init = { method: 'POST', headers: { 'content-type': contentType }, body };
    expect((await handle(new Request('http://shop.example/', init))).status).toBe(500);
    expect(onPayin).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledOnce();
  });
});
