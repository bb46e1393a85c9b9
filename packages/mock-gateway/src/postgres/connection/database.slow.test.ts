import { describe, expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { migrate } from '../schema/migrations.ts';
import { versions } from '../schema/versions.ts';
import { openDatabase } from './database.ts';
import { loadDriver } from './driver.ts';

const postgres = postgresForTests({ isOwn: true });

describe('database schema', () => {
  it('simultaneous starts create the schema only once', async () => {
    const schema = postgres.newSchema();
    const databases = await Promise.all(Array.from({ length: 10 }, () => postgres.open({ schema })));
    await Promise.all(databases.map(migrate));
    const [database] = databases;
    const found = await database?.read({ text: `SELECT version FROM ${schema}.inrgate` });
    expect(found).toEqual([{ version: versions.length }]);
    const [{ accounts } = { accounts: 0 }] =
      (await database?.read<{ accounts: number }>({
        text: `SELECT count(*)::int AS accounts FROM ${schema}.accounts`,
      })) ?? [];
    expect(accounts).toBe(4);
  });

  it('a schema of each earlier version is upgraded with its data', async () => {
    const schema = postgres.newSchema();
    const database = await postgres.open({ schema });
    const [first = ''] = versions;
    const statements = [
      'BEGIN',
      `CREATE SCHEMA ${schema}`,
      `SET LOCAL search_path TO ${schema}`,
      'CREATE TABLE inrgate (one boolean PRIMARY KEY CHECK (one), version integer NOT NULL)',
      'INSERT INTO inrgate VALUES (true, 1)',
      first,
      'COMMIT',
    ];
    await database.use((connection) => connection.query({ text: statements.join(';\n') }));
    const store = await postgres.store({ schema });
    expect(await database.read({ text: `SELECT version FROM ${schema}.inrgate` })).toEqual([
      { version: versions.length },
    ]);
    expect([await store.commit([]), await store.startOver([])]).toEqual([
      { committed: true },
      { committed: true },
    ]);
  });

  it('the gateway rejects a schema of a newer version', async () => {
    const schema = postgres.newSchema();
    const database = await postgres.open({ schema });
    await migrate(database);
    await database.write({ text: `UPDATE ${schema}.inrgate SET version = ${versions.length + 1}` });
    await expect(migrate(database)).rejects.toMatchObject({ name: 'StoreError', code: 'store_newer' });
  });

  it('the gateway rejects a schema only if another program uses the same table names', async () => {
    const schema = postgres.newSchema();
    const database = await postgres.open({ schema });
    await database.write({ text: `CREATE SCHEMA ${schema}` });
    await database.write({ text: `CREATE TABLE ${schema}.merchants (id integer)` });
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'store_corrupt',
      message: expect.stringContaining('a table merchants of another program'),
    });
    await database.write({ text: `ALTER TABLE ${schema}.merchants RENAME TO users` });
    await migrate(database);
    expect(await database.read({ text: `SELECT * FROM ${schema}.merchants` })).toEqual([]);
  });

  it.each(['Inrgate', '1st', 'a-b', 'a"b', '', 'pg_shop', 'x'.repeat(64)])(
    'a schema cannot use the name %j',
    async (schema) => {
      await expect(openDatabase({ url: postgres.url(), schema })).rejects.toMatchObject({
        code: 'store_unreadable',
        message: expect.stringContaining('is not a valid schema name'),
      });
    },
  );
});

describe('PostgreSQL database', () => {
  it('a database returns integers as bigint and strings unchanged, with any characters', async () => {
    const database = await postgres.open();
    const hostile = 'a\0b\uE000\uE001 🎉';
    const [row] = await database.read({
      text: `SELECT 9007199254740993::bigint AS big, 7::int AS small, $1::text AS text, true AS yes,
        jsonb_build_object('text', $1::text) AS json, null AS nothing`,
      values: [hostile],
    });
    const json = { text: hostile };
    expect(row).toEqual({
      big: 9_007_199_254_740_993n,
      small: 7,
      text: hostile,
      yes: true,
      json,
      nothing: null,
    });
  });

  it('a database prepares its statements by name, unless its URL turns that off', async () => {
    const named = { text: 'SELECT name FROM pg_prepared_statements WHERE name <> $1', values: [''] };
    expect(await (await postgres.open()).read(named)).toHaveLength(1);
    const url = new URL(postgres.url());
    url.searchParams.set('prepare', 'false');
    expect(await (await postgres.open({ url: url.href })).read(named)).toEqual([]);
  });

  it('a statement name belongs to only one statement on every connection, because a pooler shares connections', async () => {
    const namesAfter = async (first: string) => {
      const database = await postgres.open();
      return database.use(async (connection) => {
        await connection.query({ text: first, values: ['a'] });
        const text = 'SELECT name, statement FROM pg_prepared_statements WHERE name <> $1';
        const rows = await connection.query<{ name: string; statement: string }>({ text, values: [''] });
        return new Map(rows.map(({ name, statement }) => [name, statement]));
      });
    };
    const [one, other] = [await namesAfter('SELECT $1::text AS a'), await namesAfter('SELECT $1::text AS b')];
    // Each connection has prepared its own statement and the statement that both use.
    expect([one.size, other.size]).toEqual([2, 2]);
    expect(new Map([...one, ...other]).size).toBe(3);
  });

  it('a database receives notifications over a separate URL, past a pooler without notifications', async () => {
    const pooler = await postgresProxy(postgres.url());
    const url = new URL(pooler.url);
    const { host, searchParams } = new URL(postgres.url());
    url.searchParams.set('listen', searchParams.get('host') ?? host);
    const database = await postgres.open({ url: url.href });
    const [listens, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const listener = database.listen({
      channel: 'past_a_pooler',
      hear: heard.resolve,
      listening: listens.resolve,
      failed: listens.reject,
    });
    onTestFinished(() => listener.stop());
    await listens.promise;
    await pooler.close();
    await (await postgres.open()).write({ text: `SELECT pg_notify('past_a_pooler', 'heard')` });
    expect(await heard.promise).toBe('heard');
  });

  it('the gateway reports a listen URL that delivers no notifications', async () => {
    const url = new URL(postgres.url());
    url.searchParams.set('listen', '127.0.0.1:1');
    const database = await postgres.open({ url: url.href, patience: 3_000 });
    const told = Promise.withResolvers<unknown>();
    const ears = { channel: 'nobody_there', hear: () => {}, listening: () => {} };
    const listener = database.listen({ ...ears, failed: told.resolve });
    onTestFinished(() => listener.stop());
    expect(await told.promise).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringMatching(/does not deliver notifications.*the parameter listen/),
    });
    expect(await database.read({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  });

  it('a call to a database that another session locks waits only a bounded time', async () => {
    const schema = postgres.schema();
    const [holder, database] = [
      await postgres.open({ schema }),
      await postgres.open({ schema, answerWithin: 500 }),
    ];
    await migrate(database);
    await holder.use(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query({ text: `LOCK TABLE ${database.schema}.accounts` });
      let isRejected = false;
      const reading = database.use(
        async (own) => {
          await own.query({ text: `SET lock_timeout TO '50ms'` });
          return own.query({ text: `SELECT * FROM ${database.schema}.accounts` });
        },
        { again: true },
      );
      const rejected = reading.finally(() => {
        isRejected = true;
      });
      rejected.catch(() => undefined);
      while (!isRejected) await database.read({ text: 'SELECT 1' });
      await expect(rejected).rejects.toMatchObject({
        code: 'store_unavailable',
        message: expect.stringContaining('waited too long for a lock of another transaction'),
      });
      await connection.query({ text: 'ROLLBACK' });
    });
  });

  it('the gateway rejects a database whose default isolation level is serializable', async () => {
    const url = new URL(postgres.url());
    const { database } = await postgres.store();
    const name = url.pathname.slice(1);
    const set = (isolation: string) =>
      database.write({ text: `ALTER DATABASE ${name} SET default_transaction_isolation TO '${isolation}'` });
    await set('serializable');
    const strict = await postgres.open({ schema: postgres.newSchema() });
    await expect(migrate(strict)).rejects.toMatchObject({
      code: 'store_unreadable',
      message: expect.stringContaining('has the default isolation level serializable'),
    });
    await set('read committed');
  });

  it.each(['port=99999', 'port=x', 'listen=db.example:99999', 'listen=me:hush@db.example'])(
    'the gateway opens no database at a URL with %s',
    async (options) => {
      const opening = openDatabase({ url: `postgres://user:secret@127.0.0.1/shop?${options}` });
      await expect(opening).rejects.toMatchObject({
        code: 'store_unreadable',
        message: 'the database URL is invalid. Use postgres://USER:PASSWORD@HOST/DATABASE',
      });
    },
  );

  it('the gateway reports an unreachable database as unavailable after a bounded time', async () => {
    const database = await postgres.open({ url: 'postgres://127.0.0.1:1/none', patience: 100 });
    await expect(database.read({ text: 'SELECT 1' })).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  it('the gateway replaces a broken connection to its database', async () => {
    const database = await postgres.open();
    const cut = { text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
    await expect(database.write(cut)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await database.read({ text: 'SELECT 1 AS one' })).toEqual([{ one: 1 }]);
  });

  it('the errors of a database contain neither rows nor passwords', async () => {
    const database = await postgres.open({ schema: postgres.schema() });
    await migrate(database);
    const text = `INSERT INTO ${database.schema}.config VALUES (true, $1, 0)`;
    const rejected = database.write({ text, values: ['{"secret":1}'] });
    await expect(rejected).rejects.toThrow('violates check constraint');
    const error = await rejected.catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
    const { name } = await openDatabase({ url: 'postgres://me:hush@db.example:5432/shop?sslmode=disable' });
    expect(name).toBe('postgres://me@db.example:5432/shop, schema inrgate,');
  });

  it('the gateway restores the connection for notifications when the connection breaks', async () => {
    const database = await postgres.open();
    const heard: string[] = [];
    let restored = Promise.withResolvers<void>();
    let came = Promise.withResolvers<void>();
    const listener = database.listen({
      channel: 'a_channel',
      hear(payload) {
        heard.push(payload);
        came.resolve();
      },
      listening: () => restored.resolve(),
      failed: () => {},
    });
    await restored.promise;
    await database.write({ text: `SELECT pg_notify('a_channel', 'one')` });
    await came.promise;
    [restored, came] = [Promise.withResolvers(), Promise.withResolvers()];
    const listening = `FROM pg_stat_activity WHERE query = 'LISTEN a_channel'`;
    await database.write({ text: `SELECT pg_terminate_backend(pid) ${listening}` });
    await restored.promise;
    await database.write({ text: `SELECT pg_notify('a_channel', 'two')` });
    await came.promise;
    expect(heard).toEqual(['one', 'two']);
    await listener.stop();
  });
});

describe('PostgreSQL driver', () => {
  it('the error of a missing driver names the driver and the fix', async () => {
    const missing = Promise.reject(new Error("Cannot find package 'pg'"));
    await expect(loadDriver(() => missing)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'store_driver_missing',
      message: expect.stringContaining('npm install pg'),
    });
  });
});
