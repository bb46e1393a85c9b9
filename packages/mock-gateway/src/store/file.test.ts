import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCallback, aMerchant, aPayin, aPayout, noon } from '../../test/builders.ts';
import { failStatements } from '../../test/scenarios/statements.ts';
import { topUp } from '../domain/ledger.ts';
import { applicationId } from './schema.ts';
import { Store } from './store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inrgate-file-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const merchant = aMerchant({ mchId: 'M' });

/** Stores a merchant and orders, a few in each turn. */
async function fill(store: Store, orders: number): Promise<void> {
  store.write(() => store.merchants.insert(merchant));
  for (let made = 1; made <= orders; made++) {
    store.write(() => store.deposits.insert(payin(made)));
    if (made % 10 === 0) await store.onDisk();
  }
  await store.onDisk();
}

function payin(number: number) {
  const fields = { orderNo: `PI${number}`, mchOrderNo: `ORDER-${number}`, payToken: `token-${number}` };
  return aPayin({ mchId: 'M', ...fields, extra: 'x'.repeat(200) });
}

async function written(orders = 100): Promise<Buffer> {
  const store = new Store(file);
  await fill(store, orders);
  store.close();
  return readFileSync(file);
}

it('only the owner can read a new file and its log, because they contain keys', async () => {
  const store = new Store(file);
  await fill(store, 1);
  expect(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])).toEqual([
    ['store.db', 0o600],
    ['store.db-wal', 0o600],
  ]);
  store.close();
});

const rejection = (code: string) =>
  expect.objectContaining({ name: 'StoreError', code, message: expect.stringContaining(file) });

describe('store in a file', () => {
  it('a store in a file can be opened again after a close', async () => {
    const store = new Store(file);
    await fill(store, 3);
    store.write(() => store.putClock({ offset: 7, frozenAt: null }));
    const before = store.deposits.list({ kind: 'payin' }, { limit: 10 });
    store.close();
    const again = new Store(file);
    expect(again.deposits.list({ kind: 'payin' }, { limit: 10 })).toEqual(before);
    expect(again.merchants.all()).toEqual([merchant]);
    expect(again.clock()).toEqual({ offset: 7, frozenAt: null });
    again.close();
  });

  it('a callback whose delivery a crash interrupted is due after the next start [invariant:8]', async () => {
    const store = new Store(file);
    await fill(store, 0);
    store.write(() => store.callbacks.enqueue(aCallback({ mchId: 'M', createdAt: noon })));
    const places = { atMost: 1, perReceiver: 1, busy: new Map() };
    store.callbacks.begin(store.callbacks.due(noon, places)[0]?.seq ?? 0);
    expect(store.callbacks.due(noon, places)).toEqual([]);
    store.close();
    const again = new Store(file);
    expect(again.callbacks.due(noon, places)).toMatchObject([{ callback: { state: 'pending' } }]);
    again.close();
  });

  it('a process can open a store in a file only once', async () => {
    const store = new Store(file);
    expect(() => new Store(file)).toThrow(rejection('store_locked'));
    await fill(store, 1);
    store.close();
    new Store(file).close();
  });
});

describe('invalid store file', () => {
  /** Expects one sentence that names the file, and the same bytes of the file and of its neighbours. */
  async function rejectedAsItIs(code: string): Promise<void> {
    const before = hashes();
    expect(() => new Store(file)).toThrow(rejection(code));
    expect(hashes()).toEqual(before);
  }

  const hashes = () =>
    readdirSync(folder)
      .sort()
      .map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]);

  /**
   * Changes the file as another process does. If that process dies, its log remains, and the index of the log if the
   * process did not lock the file, as the gateway does.
   */
  function changed(sql: string, { dies = false, locks = false } = {}): void {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA locking_mode = ${locks ? 'EXCLUSIVE' : 'NORMAL'}; PRAGMA journal_mode = WAL; ${sql}`);
    const neighbours = readdirSync(folder).filter((name) => name !== 'store.db');
    for (const name of neighbours) copyFileSync(join(folder, name), join(folder, `left ${name}`));
    const bytes = readFileSync(file);
    db.close();
    if (dies) writeFileSync(file, bytes);
    for (const name of neighbours) {
      if (dies) renameSync(join(folder, `left ${name}`), join(folder, name));
      else rmSync(join(folder, `left ${name}`));
    }
  }

  const addMerchant = `INSERT INTO merchants SELECT 9, 'N', 'key', 'secret', callback_url, callback_format,
    ip_allow_list, inr_enabled, usdt_enabled, suspended, payin_min, payin_max, payout_min, payout_max, payout_daily
    FROM merchants`;

  it.each(['x', 'just a text', `${'a longer text that is no database\n'.repeat(500)}`])(
    'a store rejects a text file [contract:control.foreign-file]',
    async (text) => {
      writeFileSync(file, text);
      await rejectedAsItIs('store_corrupt');
    },
  );

  it.each([
    ['', false],
    ['PRAGMA application_id = 7;', false],
    ['PRAGMA application_id = 7;', true],
  ])(
    'a store rejects a database of another program: %j, its log remains: %j [contract:control.foreign-file]',
    async (mark, dies) => {
      changed(`${mark} CREATE TABLE theirs (a);`);
      changed('INSERT INTO theirs VALUES (1)', { dies });
      await rejectedAsItIs('store_corrupt');
    },
  );

  it.each([
    ['older', 0, false],
    ['older', 7, false],
    ['older', 1, true],
    ['newer', 99, false],
    ['newer', 99, true],
  ])(
    'a store rejects a store file of an %s version: %i, its log remains: %j [contract:control.foreign-file]',
    async (_, version, dies) => {
      await written(1);
      changed(`PRAGMA user_version = ${version}`);
      if (dies) changed(addMerchant, { dies });
      await rejectedAsItIs('store_version');
    },
  );

  it('a store rejects a damaged store file', async () => {
    const bytes = await written();
    bytes.fill(0xa5, 3 * 4096, 7 * 4096);
    writeFileSync(file, bytes);
    await rejectedAsItIs('store_corrupt');
  });

  it.each([1, 50, 600, 4096, -3 * 4096, -1])(
    'a store rejects a store file that was truncated to %i bytes [contract:control.foreign-file]',
    async (size) => {
      const bytes = await written();
      truncateSync(file, size > 0 ? size : bytes.length + size);
      await rejectedAsItIs('store_corrupt');
    },
  );

  it('a store rejects a truncated store file with a log [contract:control.foreign-file]', async () => {
    const bytes = await written();
    changed(addMerchant, { dies: true, locks: true });
    truncateSync(file, bytes.length - 9 * 4096);
    await rejectedAsItIs('store_corrupt');
  });

  it('a store reads the log that a killed process left', async () => {
    await written();
    changed(addMerchant, { dies: true, locks: true });
    const store = new Store(file);
    expect(store.merchants.all()).toHaveLength(2);
    store.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('the store rejects the first use of a damaged table in a very large store file', async () => {
    await written(1);
    const db = new DatabaseSync(file);
    db.exec('PRAGMA foreign_keys = OFF');
    db.prepare(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 70)
       INSERT INTO callbacks (id, kind, event, mch_id, format, body, created_at, state)
       SELECT n, 'test', 'x', 'M', 'json', printf('%.*c', 1000000, 'x'), 0, 'undeliverable' FROM counted`,
    ).run();
    const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?');
    const pageOf = (name: string) => (Number(root.get(name)?.['rootpage']) - 1) * 4096;
    const [callbacks, merchants] = [pageOf('callbacks'), pageOf('merchants')];
    db.close();
    const damage = (at: number) => {
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, at);
      closeSync(handle);
    };
    damage(callbacks);
    const store = new Store(file);
    expect(store.merchants.all()).toHaveLength(1);
    expect(() => store.callbacks.get('1')).toThrow(expect.objectContaining({ code: 'store_corrupt' }));
    store.close();
    damage(merchants);
    expect(() => new Store(file)).toThrow(rejection('store_corrupt'));
  });

  it('a store rejects a folder, or a file in a missing folder', () => {
    mkdirSync(file);
    expect(() => new Store(file)).toThrow(rejection('store_unreadable'));
    expect(() => new Store(join(folder, 'none', 'store.db'))).toThrow(
      expect.objectContaining({ code: 'store_unreadable' }),
    );
  });

  it.each(['', 'CREATE TABLE merchants (mch_id TEXT);'])(
    'a file whose first start was interrupted becomes a new store, after %j',
    async (rolledBack) => {
      const database = new DatabaseSync(file);
      database.exec(`PRAGMA application_id = ${applicationId}; BEGIN; ${rolledBack} ROLLBACK`);
      database.close();
      expect(statSync(file).size).toBeGreaterThan(0);
      const store = new Store(file);
      await fill(store, 1);
      store.close();
    },
  );

  it('a new file belongs to the gateway from its first page on', () => {
    const heal = failStatements(/CREATE TABLE/);
    expect(() => new Store(file)).toThrow('no space left');
    heal();
    new Store(file).close();
  });

  it('an empty file becomes a new store [contract:control.foreign-file]', async () => {
    writeFileSync(file, '');
    new Store(file).close();
    expect(statSync(file).size).toBeGreaterThan(0);
  });
});

describe('store file of another process', () => {
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await kill(child);
  });

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Runs JavaScript with `Store`, the file and `say`, which writes a line immediately. */
  function start(script: string) {
    const storeUrl = new URL('./store.ts', import.meta.url).href;
    const head = `
      import { writeSync } from 'node:fs';
      import { Store } from ${JSON.stringify(storeUrl)};
      const say = (line) => writeSync(1, line + '\\n');
      const file = ${JSON.stringify(file)};`;
    const flags = ['--conditions=@inrgate/source', '--input-type=module', '--eval', head + script];
    const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
  }

  async function line(lines: AsyncIterator<string>): Promise<string> {
    const next = await lines.next();
    if (next.done === true) throw new Error('the process ended early');
    return next.value;
  }

  it('a process keeps its store file locked until the process is killed', async () => {
    const { child, lines } = start(
      `globalThis.store = new Store(file); say('open'); process.stdin.resume();`,
    );
    expect(await line(lines)).toBe('open');
    expect(() => new Store(file)).toThrow(rejection('store_locked'));
    await kill(child);
    new Store(file).close();
  });

  it('a process locks every other process out of its store file', async () => {
    const store = new Store(file);
    const { lines } = start(`try { new Store(file); say('open'); } catch (error) { say(error.code); }`);
    expect(await line(lines)).toBe('store_locked');
    await fill(store, 1);
    store.close();
  });

  it.each([1, 7, 40])(
    'a process killed with -9 after %i results has stored each result [invariant:6] [invariant:7]',
    async (results) => {
      const prepared = new Store(file);
      await fill(prepared, 0);
      prepared.write(() => prepared.ledger.post(topUp('M', 10n ** 12n, { id: 'opening', at: noon })));
      prepared.close();
      const money = ['amount', 'fee', 'totalDebit'];
      const payout = JSON.stringify(aPayout({ mchId: 'M' }), (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      const { child, lines } = start(`
        const sample = ${payout};
        for (const name of ${JSON.stringify(money)}) sample[name] = BigInt(sample[name]);
        const store = new Store(file);
        for (let i = 1; ; i++) {
          const payout = { ...sample, orderNo: 'WD' + i, mchOrderNo: 'w' + i };
          const postings = [
            { account: 'merchant:M:available', amount: -payout.totalDebit },
            { account: 'merchant:M:held', amount: payout.totalDebit },
          ];
          const transaction = { id: 'tx' + i, kind: 'hold', mchId: 'M', orderNo: payout.orderNo, at: 1, postings };
          store.write(() => {
            store.payouts.insert(payout);
            store.ledger.post(transaction);
          });
          await store.onDisk();
          say(payout.orderNo);
        }`);
      const stored: string[] = [];
      while (stored.length < results) stored.push(await line(lines));
      await kill(child);
      const store = new Store(file);
      for (const orderNo of stored) expect(store.payouts.get(orderNo)).not.toBeNull();
      // Each change in progress was stored completely, or not at all.
      for (const { orderNo } of store.payouts.list({}, { limit: 100_000 }).items)
        expect(store.ledger.ofOrder(orderNo)).toMatchObject([{ kind: 'hold' }]);
      expect(await store.ledger.check()).toMatchObject({ balanced: true, problems: [] });
      store.close();
    },
  );
});
