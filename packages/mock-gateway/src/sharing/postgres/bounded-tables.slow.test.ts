import { expect, it } from 'vitest';
import { openPostgresProxy } from '../../../test/open-postgres-proxy.ts';
import { postgresForTests } from '../../../test/postgres.ts';
import { callerOf } from '../../../test/scenarios/harness.ts';
import { openGateway } from '../../gateway.ts';
import type { Database } from '../../store/postgres/database.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();

/** What a reset alone empties: orders, money, merchants and the keys that they have had. */
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
/** What holds a row for each merchant at most, one for each era, or one in all. */
const onePerOwner = ['checks', 'clock', 'config', 'faults', 'gateway', 'inrgate', 'settings', 'standing'];
/** What is bounded by a number; the second test fills them. */
const numbered = ['failures', 'rates', 'requests'];
/** What an instance leaves behind when it dies, and how many rows of it one round may leave. */
const ofInstances: Readonly<Record<string, number>> = {
  events: 20,
  groups: 20,
  instances: 1,
  tickets: 1,
  watchers: 1,
};

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

/** Two hours pass for everything that ends in real time. */
async function age({ read, write, schema }: Database): Promise<void> {
  const columns = await read<{ readonly of: string; readonly name: string }>({
    text: `SELECT c.relname::text AS of, a.attname::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND a.atttypid = 'timestamptz'::regtype`,
    values: [schema],
  });
  for (const { of, name } of columns)
    await write({ text: `UPDATE ${schema}.${of} SET ${name} = ${name} - interval '2 hours'` });
}

/** A gateway that does something of every kind, and dies. */
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

it('instances that lived and died leave a bounded number of rows, in each table there is', async () => {
  const schema = postgres.schema();
  const database = await postgres.open({ schema });
  for (let round = 0; round < 4; round++) {
    await liveAndDie(schema, round);
    await age(database);
  }
  // One more sees to what the last has left.
  await liveAndDie(schema, 4);
  const named = [...keptUntilReset, ...onePerOwner, ...numbered, ...Object.keys(ofInstances)];
  expect(await tablesOf(database), 'each table is bounded by something').toEqual(named.toSorted());
  const counts = await countsOf(database, [...onePerOwner, ...Object.keys(ofInstances)]);
  for (const name of onePerOwner)
    expect([name, counts[name]]).toEqual([name, Math.min(counts[name] ?? 0, 1)]);
  for (const [name, most] of Object.entries(ofInstances))
    expect([name, counts[name]]).toEqual([name, Math.min(counts[name] ?? 0, most)]);
});

it('callers, addresses and requests are forgotten when there are more than are kept', async () => {
  const { database } = await postgres.store();
  const { schema, read, write } = database;
  const most = 5;
  for (let round = 0; round < 20; round++) {
    const names = [`${round}-a`, `${round}-b`];
    const of = (value: bigint) => names.map(() => value);
    await write({
      text: `SELECT ${schema}.admit(1, $1, $2, $3, 60000, ${most})`,
      values: [names, of(9n), of(1n)],
    });
    await write({
      text: `SELECT ${schema}.record_failures(1, $1, $2, $3, $4, $5, ${most})`,
      values: [names, of(9n), of(60_000n), of(60_000n), of(1n)],
    });
    await write({
      text: `SELECT ${schema}.record_requests($1, $2, $3, $4, ${most}, 1000000)`,
      values: [of(1n), of(200n), names, of(10n)],
    });
  }
  const counts = await countsOf({ ...database, read }, numbered);
  expect(counts).toEqual({ rates: most, failures: most, requests: expect.any(Number) });
  // The oldest go when there are twice as many as are kept.
  expect(counts['requests']).toBeLessThan(2 * most);
});
