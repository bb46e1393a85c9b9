import { describe, expect, it, onTestFinished } from 'vitest';
import { startOwnPostgres } from '../../../../../test/postgres.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { openGateway } from '../../gateway.ts';
import { sampleMerchant } from '../../store/samples.contract.ts';
import type { Change } from '../../store/store.ts';
import { openPostgresBackend } from '../cluster/backend.ts';
import type { Connection } from './database.ts';

const postgres = postgresForTests({ isOwn: true });
const merchant = sampleMerchant({ mchId: 'M' });
const counted: Change = [{ write: 'add_daily', mchId: 'M', day: '2026-11-20', amount: 1n, max: null }];
const isReadOnly = {
  name: 'StoreError',
  code: 'store_unavailable',
  message: expect.stringContaining('is read-only: the URL must name the primary'),
};
const show = 'SHOW transaction_read_only';

/** Makes every new session of a server read-only. The returned function undoes this. */
async function readOnlySessions(): Promise<() => Promise<void>> {
  const name = new URL(postgres.url()).pathname.slice(1);
  const admin = await postgres.open();
  const keep = async (work: (connection: Connection) => Promise<unknown>) => void (await admin.use(work));
  const set = (value: 'on' | 'off') =>
    keep(async (connection) => {
      await connection.query({ text: 'SET transaction_read_only = off' });
      await connection.query({ text: `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}` });
    });
  // The existing connection stays unchanged.
  await admin.read({ text: 'SELECT 1' });
  await set('on');
  const end = () => set('off');
  onTestFinished(end);
  return end;
}

describe('read-only database [contract:several.failover]', () => {
  it('the gateway uses a read-only database again when the database is writable', async () => {
    const end = await readOnlySessions();
    const database = await postgres.open({ schema: postgres.schema(), patience: 2_000 });
    await expect(database.write({ text: 'SELECT 1' })).rejects.toMatchObject(isReadOnly);
    await expect(database.read({ text: 'SELECT 1' })).rejects.toMatchObject(isReadOnly);
    await end();
    expect(await database.read({ text: show })).toEqual([{ transaction_read_only: 'off' }]);
  });

  it('the gateway retires its read and write connections after a read-only database rejects a write', async () => {
    const database = await postgres.open({ schema: postgres.schema() });
    const table = `${postgres.schema()}_numbers`;
    await database.write({ text: `CREATE TABLE ${table} (n integer)` });
    const all = Array.from({ length: 8 }, () =>
      database.use((own) => own.query({ text: 'SET default_transaction_read_only TO on' })),
    );
    await Promise.all(all);
    const write = () => database.write({ text: `INSERT INTO ${table} VALUES (1)` });
    await expect(write()).rejects.toMatchObject(isReadOnly);
    const shown = await Promise.all(Array.from({ length: 8 }, () => database.read({ text: show })));
    expect(new Set(shown.flat().map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"transaction_read_only":"off"}']),
    );
    await write();
    expect(await database.read({ text: `SELECT n FROM ${table}` })).toEqual([{ n: 1 }]);
  });

  it('if a read-only database rejects a commit, the gateway stores it once over another connection', async () => {
    const store = await postgres.store();
    await store.commit([{ write: 'insert_merchant', merchant }]);
    const { schema } = store.database;
    const write = (text: string) => store.database.write({ text });
    await write(`CREATE SEQUENCE ${schema}.tries`);
    await write(`CREATE FUNCTION ${schema}.refuse_first() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('${schema}.tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '25006'; END IF;
        RETURN NEW;
      END $$`);
    await write(`CREATE TRIGGER refuses BEFORE INSERT ON ${schema}.daily_withdrawals
      FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse_first()`);
    expect(await store.commit(counted)).toEqual({ committed: true });
    expect(await store.payouts.dailyTotal('M', '2026-11-20')).toBe(1n);
  });

  it('a gateway on a read-only database returns 503 until the standby is promoted', async () => {
    const server = await startOwnPostgres();
    onTestFinished(() => server.stop());
    const times = { patience: 2_000, silentAfter: 60_000, answerWithin: 60_000 };
    const gateway = await openGateway({ onError: () => {} }, () =>
      openPostgresBackend({ url: server.url, ...times }),
    );
    onTestFinished(() => gateway.close());
    expect(await gateway.ready()).toEqual({ ready: true });
    await server.halt('orderly');
    await server.resume('standby');
    const message = expect.stringMatching(
      /accepts no writes: store_unavailable|accepted no write within 800 ms/,
    );
    expect(await gateway.ready()).toEqual({ ready: false, error: 'not_ready', message });
    await expect(gateway.merchants.credit(gateway.merchant.mchId, { amount: '1.00' })).rejects.toMatchObject(
      isReadOnly,
    );
    await server.promote();
    await expect.poll(() => gateway.ready()).toEqual({ ready: true });
    const { available } = await gateway.merchants.credit(gateway.merchant.mchId, { amount: '1.00' });
    expect(available).toBe('100001.00');
  });
});
