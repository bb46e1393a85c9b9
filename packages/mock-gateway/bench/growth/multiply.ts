import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startServer } from '../../../../scripts/bench/start-server.ts';
import { signedPayin } from '../load.ts';

const servers = new URL('../servers.ts', import.meta.url);
const merchant = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

/** Order numbers of the orders to multiply. */
interface Examples {
  readonly expired: string;
  readonly paid: string;
  readonly pending: string;
}

/** An SQL database. */
interface SqlTarget {
  run(sql: string): Promise<unknown>;
  columnsOf(table: string): Promise<readonly string[]>;
  /** SELECT of `n` from 1, with seven random `digits` and a random `token`. */
  numbers(upTo: number): string;
  /** Clause of an INSERT into an identity column. */
  readonly overriding: string;
}

/**
 * Makes a file with this number of orders. The gateway creates one that is paid and notified, one that expires and one
 * that is pending. Their rows are multiplied with new numbers. Creating a million over HTTP would take an hour.
 */
export async function multiplyInFile(file: string, orders: number): Promise<void> {
  const examples = await madeByGateway(file);
  const db = new Database(file);
  for (const pragma of [
    'journal_mode = DELETE',
    'journal_mode = OFF',
    'synchronous = OFF',
    'cache_size = -500000',
    'temp_store = MEMORY',
  ])
    db.pragma(pragma);
  const target: SqlTarget = {
    run: async (sql) => void db.exec(sql),
    columnsOf: async (table) => {
      const columns = db.pragma(`table_info(${table})`) as readonly { readonly name: string }[];
      return columns.map(({ name }) => name);
    },
    numbers: (upTo) => `WITH RECURSIVE counted (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${upTo})
      SELECT n, printf('%07d', abs(random()) % 10000000) AS digits, lower(hex(randomblob(16))) AS token FROM counted`,
    overriding: '',
  };
  await target.run('BEGIN');
  await multiply(target, orders, examples);
  await target.run(
    'UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM entries WHERE account_seq = accounts.seq)',
  );
  await target.run('COMMIT');
  db.close();
}

/** The same in a database. The tables of the gateway are in the schema `inrgate`. */
export async function multiplyOnPostgres(url: string, orders: number): Promise<void> {
  const examples = await madeByGateway(url);
  const client = new pg.Client(url);
  await client.connect();
  const target: SqlTarget = {
    run: (sql) => client.query(sql),
    columnsOf: async (table) => {
      const sql =
        'SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum';
      const { rows } = await client.query<{ readonly attname: string }>(sql, [table]);
      return rows.map(({ attname }) => attname);
    },
    numbers: (
      upTo,
    ) => `SELECT n, lpad(floor(random() * 1e7)::text, 7, '0') AS digits, md5(random()::text || n) AS token
      FROM generate_series(1, ${upTo}) AS n`,
    overriding: 'OVERRIDING SYSTEM VALUE',
  };
  await target.run("SET search_path TO inrgate; SET work_mem TO '256MB'; BEGIN");
  await multiply(target, orders, examples);
  const sum = 'SELECT coalesce(sum(amount), 0) FROM entries WHERE entries.account_seq =';
  const further = [
    `UPDATE accounts SET balance = (${sum} accounts.seq) WHERE mch_id IS NOT NULL`,
    `UPDATE slots SET balance = CASE slot WHEN 0 THEN (${sum} slots.account_seq) ELSE 0 END`,
    ...['deposits', 'transactions', 'moves', 'callbacks'].map(
      (table) => `SELECT setval(pg_get_serial_sequence('${table}', 'seq'), (SELECT max(seq) FROM ${table}))`,
    ),
    'COMMIT',
    'VACUUM ANALYZE',
  ];
  for (const sql of further) await target.run(sql);
  await client.end();
}

async function madeByGateway(db: string): Promise<Examples> {
  const receiver = await startServer(servers, 'receiver');
  const gateway = await createMockGateway({ db, merchants: [{ ...merchant, callbackUrl: receiver.url }] });
  const expired = await created(gateway);
  await gateway.clock.advance('31m');
  const [paid, pending] = [await created(gateway), await created(gateway)];
  await gateway.payins.pay(paid);
  await gateway.callbacks.settle();
  await gateway.close();
  await receiver.stop();
  return { expired, paid, pending };
}

async function created(gateway: MockGateway): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await gateway.fetch(`${gateway.baseUrl}/payin`, {
    method: 'POST',
    headers,
    body: signedPayin(),
  });
  return ((await answer.json()) as { readonly data: { readonly orderNo: string } }).data.orderNo;
}

/** Conditions for the rows of an order, and the columns that differ; `n` counts the orders. */
const tables: Readonly<
  Record<string, { readonly of: string; readonly own: Readonly<Record<string, string>> }>
> = {
  deposits: {
    of: 'order_no',
    own: { seq: '1000 + n', order_no: 'own', reference: `'F-' || n`, pay_token: 'token' },
  },
  transactions: {
    of: 'order_no',
    own: { seq: '1000 + n', id: `'tx_' || token`, order_no: 'own' },
  },
  entries: {
    of: '(SELECT order_no FROM transactions WHERE seq = transaction_seq)',
    own: { transaction_seq: '1000 + n' },
  },
  moves: { of: 'order_no', own: { seq: '1000 + n', order_no: 'own' } },
  callbacks: {
    of: 'order_no',
    own: {
      seq: '1000 + n',
      id: `'cb_' || token`,
      order_no: 'own',
      mch_order_no: `'F-' || n`,
      body: 'replace(body, example, own)',
    },
  },
  attempts: {
    of: '(SELECT order_no FROM callbacks WHERE seq = callback_seq)',
    own: { callback_seq: '1000 + n' },
  },
};

/** Of a hundred, two are pending and twenty-eight have expired. */
async function multiply(
  { run, columnsOf, numbers, overriding }: SqlTarget,
  orders: number,
  { expired, paid, pending }: Examples,
): Promise<void> {
  await run('CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY, own TEXT, token TEXT, example TEXT)');
  await run(
    `INSERT INTO numbers SELECT n, 'PI' || (20260101000000 + n / 9) || digits || (n % 9), token,
       CASE WHEN n % 100 < 2 THEN '${pending}' WHEN n % 100 < 30 THEN '${expired}' ELSE '${paid}' END
     FROM (${numbers(orders)}) AS counted`,
  );
  for (const [table, { of, own }] of Object.entries(tables)) {
    const names = await columnsOf(table);
    await run(`CREATE TEMP TABLE examples_of_${table} AS SELECT *, ${of} AS example_of FROM ${table}`);
    await run(
      `INSERT INTO ${table} (${names.join(', ')}) ${overriding} SELECT ${names.map((name) => own[name] ?? name).join(', ')}
       FROM numbers JOIN examples_of_${table} ON example_of = example ORDER BY n`,
    );
  }
}
