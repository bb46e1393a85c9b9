import { DatabaseSync } from 'node:sqlite';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
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

/**
 * Makes a file with this number of orders. The gateway creates one that is paid and notified, one that expires and one
 * that is pending. Their rows are multiplied with new numbers. Creating a million over HTTP would take an hour.
 */
export async function multiplyInFile(file: string, orders: number): Promise<void> {
  const examples = await madeByGateway(file);
  const db = new DatabaseSync(file);
  for (const pragma of [
    'journal_mode = DELETE',
    'journal_mode = OFF',
    'synchronous = OFF',
    'cache_size = -500000',
    'temp_store = MEMORY',
  ])
    db.exec(`PRAGMA ${pragma}`);
  db.exec('BEGIN');
  multiply(db, orders, examples);
  db.exec(
    'UPDATE accounts SET balance = (SELECT coalesce(sum(amount), 0) FROM entries WHERE account_seq = accounts.seq)',
  );
  db.exec('COMMIT');
  db.close();
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
function multiply(db: DatabaseSync, orders: number, { expired, paid, pending }: Examples): void {
  db.exec('CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY, own TEXT, token TEXT, example TEXT)');
  db.exec(
    `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${orders})
     INSERT INTO numbers
       SELECT n, 'PI' || (20260101000000 + n / 9) || printf('%07d', abs(random()) % 10000000) || (n % 9),
         lower(hex(randomblob(16))),
         CASE WHEN n % 100 < 2 THEN '${pending}' WHEN n % 100 < 30 THEN '${expired}' ELSE '${paid}' END
       FROM counted`,
  );
  for (const [table, { of, own }] of Object.entries(tables)) {
    const columns = db.prepare(`PRAGMA table_info(${table})`).all() as unknown as readonly {
      readonly name: string;
    }[];
    const names = columns.map(({ name }) => name);
    db.exec(`CREATE TEMP TABLE examples_of_${table} AS SELECT *, ${of} AS example_of FROM ${table}`);
    db.exec(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.map((name) => own[name] ?? name).join(', ')}
       FROM numbers JOIN examples_of_${table} ON example_of = example ORDER BY n`,
    );
  }
}
