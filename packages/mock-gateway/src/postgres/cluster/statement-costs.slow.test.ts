import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { callerOf } from '../../../test/scenarios/harness.ts';
import { openGateway } from '../../gateway.ts';
import { openPostgresBackend } from './backend.ts';

const postgres = postgresForTests();

interface Asked {
  readonly text: string;
  readonly values?: unknown[];
}

/** The driver, with a record of the queries. */
function spying(asked: Map<string, Asked>) {
  class Client extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this);
      const spy = (statement: Asked, ...rest: readonly []) => {
        asked.set(statement.text, statement);
        return query(statement, ...rest);
      };
      Object.assign(this, { query: spy });
    }
  }
  return { Client, Pool: pg.Pool };
}

/** Cost above which PostgreSQL compiles a statement each time (jit_above_cost), for up to a second. */
const compiledAbove = 100_000;

it('every statement on new tables stays below the cost at which PostgreSQL compiles statements', async () => {
  const schema = postgres.newSchema();
  const asked = new Map<string, Asked>();
  const database = { url: postgres.url(), schema, driver: spying(asked) };
  const gateway = await openGateway({}, () => openPostgresBackend(database));
  onTestFinished(() => gateway.close());
  expect((await callerOf(gateway).payin({ mchOrderNo: 'A' })).status).toBe(200);
  for (const path of ['ready', 'overview', 'instances', 'payins', 'callbacks', 'requests', 'ledger/check'])
    expect((await gateway.fetch(`${gateway.controlUrl}/${path}`)).status).toBe(200);
  await gateway.clock.advance('31m');

  const client = new pg.Client(postgres.url());
  await client.connect();
  onTestFinished(() => client.end());
  const costs = new Map<string, number>();
  for (const { text, values = [] } of asked.values()) {
    if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text)) continue;
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    costs.set(text, rows[0]['QUERY PLAN'][0].Plan['Total Cost']);
  }
  expect(costs.size).toBeGreaterThan(10);
  expect([...costs].filter(([, cost]) => cost >= compiledAbove)).toEqual([]);
});
