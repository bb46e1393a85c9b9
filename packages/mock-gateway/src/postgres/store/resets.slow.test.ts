import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresForTests, type TestStore } from '../../../test/postgres.ts';
import { openGateway } from '../../gateway.ts';
import { sampleMerchant, samplePayin } from '../../store/samples.contract.ts';
import { openPostgresBackend } from '../cluster/backend.ts';
import { writingLock } from '../schema/run.ts';

const postgres = postgresForTests();
const merchant = sampleMerchant({ mchId: 'M' });
const committed = { committed: true };

/** A session that has read the orders in a transaction, like pg_dump. The returned function ends the transaction. */
async function readingInTransaction({ database: { schema } }: TestStore): Promise<() => Promise<void>> {
  const url = new URL(postgres.url());
  url.searchParams.set('application_name', 'pg_dump');
  const session = await postgres.open({ url: url.href });
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const over = session.use(
    async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query({ text: `SELECT count(*) FROM ${schema}.deposits` });
      began.resolve();
      await ended.promise;
      await connection.query({ text: 'COMMIT' });
    },
    { answerWithin: 300_000 },
  );
  await began.promise;
  const end = async () => {
    ended.resolve();
    await over;
  };
  onTestFinished(end);
  return end;
}

describe('reset while another session reads in a transaction [contract:several.reset]', () => {
  it('a reset that another session blocks changes nothing, and every instance can still read and write', async () => {
    const one = await postgres.store({ answerWithin: 10_000 });
    const other = await postgres.beside(one);
    await one.commit([{ write: 'insert_merchant', merchant }]);
    await readingInTransaction(one);
    let isOver = false;
    const reset = one.startOver([]).finally(() => {
      isOver = true;
    });
    reset.catch(() => undefined);
    let rounds = 0;
    while (!isOver) {
      for (const store of [one, other]) {
        const deposit = samplePayin('M');
        expect(await store.commit([{ write: 'insert_deposit', deposit }])).toEqual(committed);
        expect(await store.deposits.get(deposit.orderNo)).toEqual(deposit);
      }
      if (!isOver) rounds += 1;
    }
    expect(rounds).toBeGreaterThan(3);
    await expect(reset).rejects.toMatchObject({
      code: 'store_busy',
      message: expect.stringMatching(
        /^Nothing was reset, because process \d+ \(pg_dump\).* uses the tables\. When that transaction has ended, reset the gateway again\.$/,
      ),
    });
    expect(await one.merchants.get('M')).toEqual(merchant);
    expect(one.expected.generation).toBe(1);
  });

  it('POST /_mock/reset returns which session blocks the reset', async () => {
    const schema = postgres.schema();
    const times = { patience: 20_000, silentAfter: 60_000, answerWithin: 4_000 };
    const options = { url: postgres.url(), schema, ...times };
    const gateway = await openGateway({ onError: () => {} }, () => openPostgresBackend(options));
    onTestFinished(() => gateway.close());
    await readingInTransaction(await postgres.store({ schema }));
    const response = await gateway.fetch(`${gateway.controlUrl}/reset`, { method: 'POST' });
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        error: 'store_unavailable',
        message: expect.stringMatching(/^Nothing was reset, because process \d+ /),
      },
    ]);
  });

  it('a create that waits for a reset locks no table that the reset needs', async () => {
    const store = await postgres.store();
    await store.commit([{ write: 'insert_merchant', merchant }]);
    const { database } = store;
    const { schema } = database;
    const resetting = await database.connect(() => {}, { until: Infinity, end: Infinity });
    onTestFinished(() => resetting.end());
    await resetting.query({ text: 'BEGIN' });
    await resetting.query({ text: `SELECT ${writingLock(schema)}` });
    const call = { caller: 'C', limit: 1, now: 0 };
    const counting = { windowMs: 60_000, maxCallers: 9 };
    const known = { owner: 'M', state: 'as before', isKnown: () => true, generation: 1 };
    const create = store.commitIf([{ write: 'insert_deposit', deposit: samplePayin('M') }], {
      ...known,
      counting,
      call,
    });
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(() => database.read({ text: waiting }), { timeout: 60_000 }).toHaveLength(1);
    const held = `SELECT relation::regclass::text FROM pg_locks
      WHERE pid IN (${waiting}) AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace)`;
    expect(await database.read({ text: held, values: [schema] })).toEqual([]);
    await resetting.query({ text: 'COMMIT' });
    await expect(create).rejects.toMatchObject({ name: 'AttemptOutdated' });
  });

  it('a reset succeeds if the transaction of the other session ends in time', async () => {
    const store = await postgres.store();
    await store.commit([{ write: 'insert_merchant', merchant }]);
    const end = await readingInTransaction(store);
    const reset = store.startOver([]);
    for (const _ of Array.from({ length: 3 })) expect(await store.commit([])).toEqual(committed);
    await end();
    expect(await reset).toEqual(committed);
    expect(await store.merchants.all()).toEqual([]);
  });

  it('a reset waits until PostgreSQL cancels an autovacuum of a table', async () => {
    const store = await postgres.store();
    const { database } = store;
    const vacuum = await database.connect(() => {}, { until: Infinity, end: Infinity });
    onTestFinished(() => vacuum.end());
    await vacuum.query({ text: 'BEGIN' });
    // The lock that a vacuum takes.
    const lock = `LOCK TABLE ${database.schema}.moves IN SHARE UPDATE EXCLUSIVE MODE`;
    await vacuum.query({ text: lock });
    const reset = store.startOver([]);
    const waited = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND clock_timestamp() - waitstart > current_setting('deadlock_timeout')::interval`;
    const waiting = async () => (await database.read<{ readonly count: number }>({ text: waited }))[0]?.count;
    await expect.poll(waiting, { interval: 20, timeout: 60_000 }).toBe(1);
    await vacuum.query({ text: 'COMMIT' });
    expect(await reset).toEqual(committed);
  });
});
