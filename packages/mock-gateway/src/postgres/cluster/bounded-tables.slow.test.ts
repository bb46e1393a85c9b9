import { expect, it } from 'vitest';
import { openPostgresProxy } from '../../../test/open-postgres-proxy.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { callerOf } from '../../../test/scenarios/harness.ts';
import { openGateway } from '../../gateway.ts';
import type { Database } from '../connection/database.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();

/** Tables that only a reset empties. They contain orders, money, merchants and former keys of merchants. */
const keptUntilReset = [
  'accounts',
  'attempts',
  'callbacks',
  'daily_withdrawals',
  'deposits',
  'entries',
  'keys',
  'merchants',
  'moves',
  'notifications',
  'payouts',
  'slots',
  'transactions',
];
/** Tables with one row per merchant, per generation, or in total. */
const onePerOwner = ['checks', 'clock', 'config', 'faults', 'gateway', 'inrgate', 'settings', 'standing'];
/** Tables with a maximum number of rows. The second test fills them. */
const numbered = ['failures', 'rates', 'requests'];
/** Tables with rows of an instance. After its death, another instance deletes these rows. */
const ofInstances = ['events', 'groups', 'instances', 'tickets', 'watchers'];

async function tablesOf({ read, schema }: Database): Promise<readonly string[]> {
  const rows = await read<{ readonly name: string }>({
    text: `SELECT relname::text AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY 1`,
    values: [schema],
  });
  return rows.map(({ name }) => name);
}

async function countsOf({ read, schema }: Database, tables: readonly string[]) {
  const counts = tables.map(
    (name) => `SELECT '${name}' AS name, count(*)::int AS count FROM ${schema}.${name}`,
  );
  const rows = await read<{ readonly name: string; readonly count: number }>({
    text: counts.join(' UNION ALL '),
  });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Finds every column that contains real time. */
async function timesOf({ read, schema }: Database) {
  return read<{ readonly of: string; readonly name: string }>({
    text: `SELECT c.relname::text AS of, a.attname::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND a.atttypid = 'timestamptz'::regtype`,
    values: [schema],
  });
}

/** Makes every real time two hours older. */
async function age(database: Database): Promise<void> {
  const { write, schema } = database;
  for (const { of, name } of await timesOf(database))
    await write({ text: `UPDATE ${schema}.${of} SET ${name} = ${name} - interval '2 hours'` });
}

/** Finds the tables with rows that are older than two hours. */
async function outdated(database: Database): Promise<readonly string[]> {
  const { read, schema } = database;
  const found: string[] = [];
  for (const { of, name } of await timesOf(database)) {
    const text = `SELECT FROM ${schema}.${of} WHERE ${name} < clock_timestamp() - interval '90 minutes'`;
    if (ofInstances.includes(of) && (await read({ text })).length > 0) found.push(of);
  }
  return found;
}

/** Runs a gateway that uses every table and then dies. */
async function liveAndDie(schema: string, round: number): Promise<void> {
  const proxy = await openPostgresProxy(postgres.url());
  const times = { patience: 3_000, silentAfter: 60_000, answerWithin: 60_000 };
  const options = { url: proxy.url, schema, ...times };
  const gateway = await openGateway({ onError: () => {} }, () => openPostgresBackend(options));
  const end = gateway.events.subscribe(() => {});
  await gateway.events.reached();
  const { mchId } = gateway.merchant;
  expect((await callerOf(gateway).payin({ mchOrderNo: `ROUND-${round}` })).status).toBe(200);
  const wronglySigned = { ...gateway.merchant, mchKey: 'wrong' };
  expect((await callerOf(gateway, wronglySigned).payin({ mchOrderNo: 'WRONG' })).status).toBe(401);
  await gateway.merchants.credit(mchId, { amount: '1.00' });
  await proxy.close();
  end();
  await gateway.close().catch(() => {});
}

it('the number of rows in each table stays bounded while instances start and end [contract:several.bounds]', async () => {
  const schema = postgres.schema();
  const database = await postgres.open({ schema });
  for (let round = 0; round < 2; round++) {
    await liveAndDie(schema, round);
    await age(database);
  }
  // Another instance removes the rows of the dead instance.
  await liveAndDie(schema, 2);
  const named = [...keptUntilReset, ...onePerOwner, ...numbered, ...ofInstances];
  expect(await tablesOf(database), 'each table is bounded by something').toEqual(named.toSorted());
  const counts = await countsOf(database, onePerOwner);
  for (const name of onePerOwner)
    expect([name, counts[name]]).toEqual([name, Math.min(counts[name] ?? 0, 1)]);
  await expect.poll(() => outdated(database)).toEqual([]);
});

it('a table that exceeds its limit deletes the busiest callers and IP addresses last [contract:several.bounds]', async () => {
  const { database } = await postgres.store();
  const { schema, read, write } = database;
  const most = 6;
  for (let round = 0; round < 20; round++) {
    const names = [`${round}-a`, `${round}-b`, 'busy'];
    const of = (value: bigint) => names.map(() => value);
    await write({
      text: `SELECT ${schema}.admit(1, $1, $2, $3, 60000, ${most})`,
      values: [names, of(99n), of(1n)],
    });
    await write({
      text: `SELECT ${schema}.record_failures(1, $1, $2, $3, $4, $5, ${most})`,
      values: [names, of(99n), of(60_000n), of(60_000n), of(1n)],
    });
    await write({
      text: `SELECT ${schema}.record_requests($1, $2, $3, $4, ${most}, 1000000)`,
      values: [of(1n), of(200n), names, of(10n)],
    });
  }
  const counts = await countsOf({ ...database, read }, numbered);
  for (const name of ['rates', 'failures']) {
    expect(counts[name]).toBeLessThanOrEqual(most);
    expect(counts[name]).toBeGreaterThanOrEqual(most / 2);
  }
  // The table drops its oldest rows when it contains twice the number to keep.
  expect(counts['requests']).toBeLessThan(2 * most);
  const busy = {
    text: `SELECT cardinality(calls) AS times FROM ${schema}.rates WHERE caller = 'busy'
    UNION ALL SELECT cardinality(failed) FROM ${schema}.failures WHERE ip = 'busy'`,
  };
  expect(await read(busy)).toEqual([{ times: 20 }, { times: 20 }]);
});
