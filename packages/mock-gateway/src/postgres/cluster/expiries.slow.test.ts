import { expect, it, onTestFinished } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import { callerOf } from '../../../test/scenarios/harness.ts';
import { createMockGateway } from '../../gateway.ts';
import type { Database } from '../connection/database.ts';

const postgres = postgresForTests();
const count = 1_000;

/** Copies the order. Each copy is expired. */
async function expireAsMany({ read, write, schema }: Database): Promise<void> {
  const [row] = await read<{ readonly names: string }>({
    text: `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
      WHERE attrelid = ($1 || '.deposits')::regclass AND attnum > 0 AND NOT attisdropped
        AND attname NOT IN ('seq', 'order_no', 'reference', 'pay_token', 'expires_at')`,
    values: [schema],
  });
  await write({
    text: `INSERT INTO ${schema}.deposits (order_no, reference, pay_token, expires_at, ${row?.names})
      SELECT order_no || n, reference || n, pay_token || n, 1, ${row?.names}
      FROM ${schema}.deposits, generate_series(1, ${count}) AS n`,
  });
}

it('orders that expire together share transactions, even with two instances [contract:serve.expiry]', async () => {
  const schema = postgres.schema();
  const open = () => createMockGateway({ db: postgres.url(), schema });
  const first = await open();
  expect((await callerOf(first).payin({ mchOrderNo: 'A' })).status).toBe(200);
  await first.close();
  const database = await postgres.open({ schema });
  await expireAsMany(database);
  const one = async (text: string): Promise<number> =>
    (
      await database.read<{ readonly count: number }>({ text: `SELECT count(*)::int AS count FROM ${text}` })
    )[0]?.count ?? 0;
  const before = await one(`${schema}.groups`);
  const gateways = await Promise.all([open(), open()]);
  onTestFinished(async () => void (await Promise.all(gateways.map((gateway) => gateway.close()))));
  await expect
    .poll(() => one(`${schema}.deposits WHERE status = 'expired'`), { timeout: 120_000 })
    .toBe(count);
  // Each batch is one transaction. At each instance, a query of due deliveries precedes each batch.
  expect((await one(`${schema}.groups`)) - before).toBeLessThan(count / 5);
  expect(await one(`${schema}.moves WHERE to_state = 'expired'`)).toBe(count);
});
