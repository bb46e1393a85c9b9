import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PostgresProxy } from '../../../test/open-postgres-proxy.ts';
import { postgresForTests, type TestStore } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { sampleMerchant, samplePayin } from '../../store/samples.contract.ts';
import type { Change } from '../../store/store.ts';
import type { Connection, DatabaseOptions } from '../connection/database.ts';

const postgres = postgresForTests();
const merchant = sampleMerchant({ mchId: 'M' });
const day = '2026-11-20';
const committed = { committed: true };
const isAway = { name: 'StoreError', code: 'store_unavailable' };

let proxy: PostgresProxy;
/** A store that bypasses the proxy. */
let direct: TestStore;
beforeEach(async () => {
  proxy = await postgresProxy(postgres.url());
  direct = await postgres.store();
  await direct.commit([{ write: 'insert_merchant', merchant }]);
});

/** A connected store behind the proxy. */
async function through(options: Partial<DatabaseOptions> = {}): Promise<TestStore> {
  const store = await postgres.beside(direct, { url: proxy.url, ...options });
  expect(await store.commit([])).toEqual(committed);
  return store;
}

/** The day's total shows how many times this change was stored. */
const counted: Change = [{ write: 'add_daily', mchId: 'M', day, amount: 1n, max: null }];
const timesStored = () => direct.payouts.dailyTotal('M', day);

/** Locks the row that each counted change needs. The returned function releases the lock. */
async function inTheWay(): Promise<() => Promise<void>> {
  await direct.commit([{ ...counted[0], amount: 0n } as Change[number]]);
  const held = Promise.withResolvers<Connection>();
  const free = Promise.withResolvers<void>();
  const { schema } = direct.database;
  const gone = direct.database.use(async (connection) => {
    await connection.query({ text: 'BEGIN' });
    await connection.query({ text: `SELECT FROM ${schema}.daily_withdrawals FOR UPDATE` });
    held.resolve(connection);
    await free.promise;
    await connection.query({ text: 'ROLLBACK' });
  });
  await held.promise;
  const letGo = async () => {
    free.resolve();
    await gone;
  };
  onTestFinished(letGo);
  return letGo;
}

/** Returns the writers that wait for a lock. */
async function waiting(): Promise<readonly { readonly pid: number }[]> {
  const { schema } = direct.database;
  return direct.database.read({
    text: `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${schema}.run(%'`,
  });
}
/** Waits for a state. The timeout is long enough for busy machines. */
const until = (seen: () => Promise<void>) => vi.waitFor(seen, { timeout: 15_000 });
const untilWaiting = (writers: number) => until(async () => expect(await waiting()).toHaveLength(writers));

describe('commit over a broken connection', () => {
  it('a stored commit whose connection breaks reports its result and is not stored twice [contract:several.outcomes]', async () => {
    const store = await through();
    proxy.deafen();
    const told = store.commit(counted);
    await until(async () => expect(await timesStored()).toBe(1n));
    proxy.cut();
    expect(await told).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });

  it('a stored commit is still reported as stored after another instance deletes old commit ids [contract:several.outcomes]', async () => {
    const store = await through();
    const { schema } = direct.database;
    const old = '00000000-0000-4000-8000-000000000000';
    const values = `('${old}', now() - interval '2 hours')`;
    await direct.database.write({ text: `INSERT INTO ${schema}.groups (id, at) VALUES ${values}` });
    proxy.deafen();
    const told = store.commit(counted);
    await until(async () => expect(await timesStored()).toBe(1n));
    // The first group of an instance deletes old ids.
    const other = await postgres.beside(direct);
    expect(await other.commit([])).toEqual(committed);
    const left = { text: `SELECT id FROM ${schema}.groups WHERE id = '${old}'` };
    await until(async () => expect(await direct.database.read(left)).toEqual([]));
    proxy.cut();
    expect(await told).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });

  it('the store does not store a commit twice, even if its machine is paused until the commit id is deleted [contract:several.outcomes]', async () => {
    const store = await through();
    proxy.deafen();
    const told = store.commit(counted);
    await until(async () => expect(await timesStored()).toBe(1n));
    await direct.database.write({ text: `DELETE FROM ${direct.database.schema}.groups` });
    proxy.cut();
    const message = expect.stringContaining('cannot confirm whether the change was stored');
    await expect(told).rejects.toMatchObject({ ...isAway, message });
    expect(await timesStored()).toBe(1n);
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(2n);
  });

  it('a commit whose connection breaks reports its own conflict, but never conflicts with itself [contract:several.outcomes]', async () => {
    const store = await through();
    const deposit = samplePayin('M');
    await direct.commit([{ write: 'insert_deposit', deposit }]);
    proxy.deafen();
    const first = store.commit([
      { write: 'insert_deposit', deposit: samplePayin('M', { mchOrderNo: 'new' }) },
    ]);
    const second = store.commit([{ write: 'insert_deposit', deposit }]);
    await until(async () => expect(await direct.deposits.byReference('M', 'payin', 'new')).not.toBeNull());
    proxy.cut();
    expect([await first, await second]).toEqual([committed, { committed: false, conflict: 'exists' }]);
  });

  it('the store stores a commit once if the backend process ends before it stores the commit', async () => {
    const store = await through();
    const letGo = await inTheWay();
    const told = store.commit(counted);
    await untilWaiting(1);
    const [{ pid } = { pid: 0 }] = await waiting();
    await direct.database.write({ text: 'SELECT pg_terminate_backend($1)', values: [pid] });
    await untilWaiting(1);
    await letGo();
    expect(await told).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });

  it('the store stores a commit once if its statement continues after the client has disconnected [contract:several.outcomes]', async () => {
    const store = await through();
    const letGo = await inTheWay();
    const told = store.commit(counted);
    await untilWaiting(1);
    proxy.cut();
    // Wait for both the abandoned commit and its repetition.
    await untilWaiting(2);
    await letGo();
    expect(await told).toEqual(committed);
    await until(async () => expect(await waiting()).toEqual([]));
    expect(await timesStored()).toBe(1n);
  });

  it('the store resolves a commit even if no result ever arrives', async () => {
    const store = await through({ silentAfter: 300 });
    proxy.deafen();
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });
});

describe('read over a broken connection', () => {
  it('if a connection is silent or broken, the store repeats the read over another connection', async () => {
    const store = await through({ silentAfter: 300 });
    expect(await store.merchants.all()).toEqual([merchant]);
    proxy.deafen();
    expect(await store.merchants.all()).toEqual([merchant]);
    const asked = store.merchants.all();
    proxy.cut();
    expect(await asked).toEqual([merchant]);
  });
});

describe('unreachable database', () => {
  it('commits and reads wait a bounded time for an unreachable database', async () => {
    const store = await through({ patience: 2_000 });
    await proxy.close();
    const began = performance.now();
    await Promise.all([
      expect(store.commit(counted)).rejects.toMatchObject(isAway),
      expect(store.startOver([])).rejects.toMatchObject(isAway),
      expect(store.merchants.all()).rejects.toMatchObject(isAway),
      expect(store.deposits.list({ kind: 'payin' }, { limit: 1 })).rejects.toMatchObject(isAway),
      expect(store.callbacks.releaseOwned('a gateway')).rejects.toMatchObject(isAway),
    ]);
    expect(performance.now() - began).toBeLessThan(15_000);
    await proxy.open();
    expect(await store.merchants.all()).toEqual([merchant]);
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });

  it('a database that becomes reachable in time causes no error', async () => {
    const store = await through({ patience: 60_000 });
    await proxy.close();
    const told = Promise.all([store.commit(counted), store.merchants.get('M')]);
    await proxy.open();
    expect(await told).toEqual([committed, merchant]);
    expect(await timesStored()).toBe(1n);
  });

  it('an unreachable database stores no unconfirmed change later, because the reconnection settles the change', async () => {
    const store = await through({ patience: 2_000 });
    const letGo = await inTheWay();
    const told = store.commit(counted);
    await untilWaiting(1);
    await proxy.close();
    await expect(told).rejects.toMatchObject(isAway);
    await proxy.open();
    const { schema } = direct.database;
    const abandoned = { text: `SELECT id FROM ${schema}.groups WHERE results IS NULL` };
    await until(async () => expect(await direct.database.read(abandoned)).toHaveLength(1));
    await letGo();
    await until(async () => expect(await waiting()).toEqual([]));
    expect(await timesStored()).toBe(0n);
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });

  it('calls that queue behind other queries wait only once for a silent database [contract:several.silence]', async () => {
    const answerWithin = 2_000;
    const store = await through({ patience: 500, silentAfter: 1_500, answerWithin });
    // Opens as many connections as possible.
    await Promise.all(Array.from({ length: 8 }, () => store.merchants.all()));
    proxy.hang();
    const began = performance.now();
    const rejected = async (told: Promise<unknown>) => {
      await expect(told).rejects.toMatchObject(isAway);
      return performance.now() - began;
    };
    const waited: Promise<number>[] = [];
    for (let asked = 0; asked < 10; asked++) {
      waited.push(rejected(store.commit(counted)), rejected(store.merchants.get('M')));
      // Wait a turn of the event loop, so each commit is a separate group.
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const ms of await Promise.all(waited)) expect(ms).toBeLessThan(1.6 * answerWithin);
    proxy.cut();
    expect(await store.merchants.all()).toEqual([merchant]);
    const before = await timesStored();
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(before + 1n);
  });

  it('an unreachable database never blocks the close of a store', async () => {
    const store = await through({ patience: 2_000 });
    await proxy.close();
    const told = store.commit(counted);
    await Promise.all([store.close(), expect(told).rejects.toMatchObject(isAway)]);
  });
});

describe('blocked call', () => {
  it('a blocked call waits up to the usual limit, but the next call continues', async () => {
    const answerWithin = 2_000;
    const store = await through({ answerWithin });
    const letGo = await inTheWay();
    const began = performance.now();
    const told = [store.commit(counted), store.commit(counted)];
    for (const one of told) await expect(one).rejects.toMatchObject(isAway);
    expect(performance.now() - began).toBeLessThan(1.6 * answerWithin);
    await letGo();
    // The store settles an abandoned commit before any other work.
    expect(await store.commit(counted)).toEqual(committed);
    const stored = await timesStored();
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(stored + 1n);
  });

  it('the store retries a blocked commit or read if the database requires a retry', async () => {
    const store = await through();
    const { schema } = direct.database;
    const write = (text: string) => direct.database.write({ text });
    await write(`CREATE SEQUENCE ${schema}.tries`);
    await write(`CREATE FUNCTION ${schema}.try() RETURNS bigint LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('${schema}.tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40001'; END IF;
        RETURN 7;
      END $$`);
    await write(`CREATE FUNCTION ${schema}.try_first() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM ${schema}.try(); RETURN NEW; END $$`);
    await write(`CREATE TRIGGER tries BEFORE INSERT ON ${schema}.daily_withdrawals
      FOR EACH ROW EXECUTE FUNCTION ${schema}.try_first()`);
    expect(await store.commit(counted)).toEqual(committed);
    expect(await timesStored()).toBe(1n);
    await write(`ALTER SEQUENCE ${schema}.tries RESTART`);
    expect(await store.database.read({ text: `SELECT ${schema}.try() AS seven` })).toEqual([{ seven: 7n }]);
    const tries = { text: `SELECT last_value AS tries FROM ${schema}.tries` };
    expect(await direct.database.read(tries)).toEqual([{ tries: 3n }]);
  });

  it('the store retries a call if a deadlock rolls the call back', async () => {
    const store = await through();
    await direct.commit([{ write: 'add_daily', mchId: 'M', day: '2026-11-21', amount: 0n, max: null }]);
    const other = { write: 'add_daily', mchId: 'M', day: '2026-11-21', amount: 1n, max: null } as const;
    const { schema } = direct.database;
    const lock = (which: string) => ({
      text: `SELECT FROM ${schema}.daily_withdrawals WHERE day = '${which}' FOR UPDATE`,
    });
    await direct.commit([{ ...other, day, amount: 0n }]);
    const told = Promise.withResolvers<unknown>();
    await direct.database.use(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query(lock('2026-11-21'));
      told.resolve(store.commit([...counted, other]));
      await untilWaiting(1);
      // Two transactions that lock rows in opposite order cause a deadlock.
      await connection.query(lock(day)).catch(() => undefined);
      await connection.query({ text: 'ROLLBACK' });
    });
    expect(await told.promise).toEqual(committed);
    expect(await timesStored()).toBe(1n);
  });
});
