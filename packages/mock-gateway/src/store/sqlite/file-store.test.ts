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
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { topUp } from '../../domain/ledger.ts';
import {
  claimOne,
  sampleCallback,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from '../samples.contract.ts';
import type { Store } from '../store.ts';
import { openFile } from './database.ts';
import { openStore, storeOver } from './sqlite-store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inrgate-file-'));
  file = join(folder, 'store.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const merchant = sampleMerchant({ mchId: 'M' });

async function fill(store: Store, orders: number): Promise<void> {
  await store.commit([{ write: 'insert_merchant', merchant }]);
  const deposit = () => samplePayin('M', { extra: 'x'.repeat(200) });
  // The orders of one turn of the event loop share one wait for the disk.
  await Promise.all(
    Array.from({ length: orders }, () => store.commit([{ write: 'insert_deposit', deposit: deposit() }])),
  );
}

async function written(orders = 100): Promise<Buffer> {
  const store = openStore(file);
  await fill(store, orders);
  await store.close();
  return readFileSync(file);
}

const rejection = (code: string) =>
  expect.objectContaining({ name: 'StoreError', code, message: expect.stringContaining(file) });

describe('store in a file', () => {
  it('a store in a file can be opened again after a close', async () => {
    const store = openStore(file);
    await fill(store, 3);
    await store.commit([{ write: 'put_clock', clock: { offset: 7, frozenAt: null }, version: 1 }]);
    const before = await store.deposits.list({ kind: 'payin' }, { limit: 10 });
    await store.close();
    const again = openStore(file);
    expect(await again.deposits.list({ kind: 'payin' }, { limit: 10 })).toEqual(before);
    expect(await again.merchants.all()).toEqual([merchant]);
    expect(await again.clock()).toEqual({ value: { offset: 7, frozenAt: null }, version: 1 });
    await again.close();
  });

  it('a store in a file immediately releases the claims that a crash left unfinished', async () => {
    const store = openStore(file);
    const callback = sampleCallback('M');
    await store.commit([
      { write: 'insert_merchant', merchant },
      { write: 'enqueue', callback },
    ]);
    const claim = { now: t0, lease: { owner: 'dead', ms: 3_600_000 } };
    await claimOne(store, claim);
    await store.close();
    const again = openStore(file);
    expect(await again.callbacks.get(callback.id)).toMatchObject({ state: 'pending', nextAttemptAt: t0 });
    expect(await claimOne(again, claim)).not.toBeNull();
    await again.close();
  });

  it('a commit of a store in a file is on disk when it returns', () => {
    const db = openFile(file);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
    db.close();
  });

  it('a process can open a store in a file only once', async () => {
    const store = openStore(file);
    expect(() => openStore(file)).toThrow(rejection('store_locked'));
    await fill(store, 1);
    await store.close();
    await openStore(file).close();
  });
});

describe('invalid store file', () => {
  /** Expects one sentence that names the file, and the same bytes of the file and of its neighbours. */
  async function rejectedAsItIs(code: string): Promise<void> {
    const before = hashes();
    expect(() => openStore(file)).toThrow(rejection(code));
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
    const db = new Database(file);
    db.pragma(`locking_mode = ${locks ? 'EXCLUSIVE' : 'NORMAL'}`);
    db.pragma('journal_mode = WAL');
    db.exec(sql);
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
    ip_allow_list, inr_enabled, usdt_enabled, suspended, payin_min, payin_max, payout_min, payout_max, payout_daily, version
    FROM merchants`;

  it.each(['x', 'just a text', `${'a longer text that is no database\n'.repeat(500)}`])(
    'openStore rejects a text file [contract:control.foreign-file]',
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
    'openStore rejects a database of another program: %j, its log remains: %j [contract:control.foreign-file]',
    async (mark, dies) => {
      changed(`${mark} CREATE TABLE theirs (a);`);
      changed('INSERT INTO theirs VALUES (1)', { dies });
      await rejectedAsItIs('store_corrupt');
    },
  );

  it.each([
    ['older', 7, false],
    ['older', 1, true],
    ['newer', 99, false],
    ['newer', 99, true],
  ])(
    'openStore rejects a store file of an %s version: %i, its log remains: %j [contract:control.foreign-file]',
    async (_, version, dies) => {
      await written(1);
      changed(`PRAGMA user_version = ${version}`);
      if (dies) changed(addMerchant, { dies });
      await rejectedAsItIs('store_version');
    },
  );

  it('openStore rejects a damaged store file', async () => {
    const bytes = await written();
    bytes.fill(0xa5, 3 * 4096, 7 * 4096);
    writeFileSync(file, bytes);
    await rejectedAsItIs('store_corrupt');
  });

  it.each([1, 50, 600, 4096, -3 * 4096, -1])(
    'openStore rejects a store file that was truncated to %i bytes [contract:control.foreign-file]',
    async (size) => {
      const bytes = await written();
      truncateSync(file, size > 0 ? size : bytes.length + size);
      await rejectedAsItIs('store_corrupt');
    },
  );

  it('openStore rejects a truncated store file with a log [contract:control.foreign-file]', async () => {
    const bytes = await written();
    changed(addMerchant, { dies: true, locks: true });
    truncateSync(file, bytes.length - 9 * 4096);
    await rejectedAsItIs('store_corrupt');
  });

  it('openStore reads the log that a killed process left', async () => {
    await written();
    changed(addMerchant, { dies: true, locks: true });
    const store = openStore(file);
    expect(await store.merchants.all()).toHaveLength(2);
    await store.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('the store rejects the first use of a damaged table in a very large store file', async () => {
    await written(1);
    const db = new Database(file);
    db.pragma('foreign_keys = OFF');
    db.prepare(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 70)
       INSERT INTO callbacks (id, kind, event, mch_id, format, body, created_at, state)
       SELECT n, 'test', 'x', 'M', 'json', printf('%.*c', 1000000, 'x'), 0, 'undeliverable' FROM counted`,
    ).run();
    const root = db.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck();
    const pageOf = (name: string) => ((root.get(name) ?? 0) - 1) * 4096;
    const [callbacks, merchants] = [pageOf('callbacks'), pageOf('merchants')];
    db.close();
    const damage = (at: number) => {
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, at);
      closeSync(handle);
    };
    damage(callbacks);
    const store = openStore(file);
    expect(await store.merchants.all()).toHaveLength(1);
    await expect(store.callbacks.get('1')).rejects.toMatchObject({ code: 'store_corrupt' });
    await store.close();
    damage(merchants);
    expect(() => openStore(file)).toThrow(rejection('store_corrupt'));
  });

  it('openStore rejects a folder, or a file in a missing folder', () => {
    mkdirSync(file);
    expect(() => openStore(file)).toThrow(rejection('store_unreadable'));
    expect(() => openStore(join(folder, 'none', 'store.db'))).toThrow(
      expect.objectContaining({ code: 'store_unreadable' }),
    );
  });

  it('an empty file becomes a new store [contract:control.foreign-file]', async () => {
    writeFileSync(file, '');
    await openStore(file).close();
    expect(statSync(file).size).toBeGreaterThan(0);
  });
});

describe('full disk', () => {
  it('a store on a full disk rejects a change without losing data', async () => {
    const db = openFile(file);
    const store = storeOver(db, file);
    await store.commit([
      { write: 'insert_merchant', merchant },
      { write: 'post', transaction: topUp('M', 1_000_000n, { id: unique('tx_'), at: t0 }) },
    ]);
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 4}`);
    const { committed, refused: rejected } = await commitUntilRejected(store);
    expect(rejected).toMatchObject({ name: 'StoreError', code: 'store_full' });
    const stored = await store.deposits.list({ kind: 'payin' }, { limit: 1000 });
    expect(stored.items.map(({ orderNo }) => orderNo).reverse()).toEqual(committed);
    expect((await store.ledger.check()).balanced).toBe(true);
    db.pragma('max_page_count = 1000000');
    const deposit = samplePayin('M');
    expect(await store.commit([{ write: 'insert_deposit', deposit }])).toEqual({ committed: true });
    await store.close();
    const again = openStore(file);
    expect(await again.deposits.get(deposit.orderNo)).toEqual(deposit);
    await again.close();
  });

  async function commitUntilRejected(store: Store) {
    const committed: string[] = [];
    for (let i = 0; i < 1_000; i++) {
      const deposit = samplePayin('M', { extra: 'x'.repeat(250) });
      try {
        await store.commit([{ write: 'insert_deposit', deposit }]);
        committed.push(deposit.orderNo);
      } catch (rejected) {
        return { committed, refused: rejected };
      }
    }
    throw new Error('the disk never filled up');
  }
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

  /** Runs JavaScript with `openStore`, the file and `say`, which writes a line immediately. */
  function start(script: string) {
    const storeUrl = new URL('./sqlite-store.ts', import.meta.url).href;
    const head = `
      import { writeSync } from 'node:fs';
      import { openStore } from ${JSON.stringify(storeUrl)};
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
    const { child, lines } = start(`openStore(file); say('open'); process.stdin.resume();`);
    expect(await line(lines)).toBe('open');
    expect(() => openStore(file)).toThrow(rejection('store_locked'));
    await kill(child);
    await openStore(file).close();
  });

  it('a process locks every other process out of its store file', async () => {
    const store = openStore(file);
    const { lines } = start(`try { openStore(file); say('open'); } catch (error) { say(error.code); }`);
    expect(await line(lines)).toBe('store_locked');
    await fill(store, 1);
    await store.close();
  });

  it.each([1, 7, 40])('a process killed with -9 after %i results has stored each result', async (answers) => {
    const prepared = openStore(file);
    await prepared.commit([
      { write: 'insert_merchant', merchant },
      { write: 'post', transaction: topUp('M', 10n ** 12n, { id: 'opening', at: t0 }) },
    ]);
    await prepared.close();
    const payout = JSON.stringify(samplePayout('M'), (_key, value) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    const { child, lines } = start(`
      const { amount, fee, totalDebit, ...rest } = ${payout};
      const money = { amount: BigInt(amount), fee: BigInt(fee), totalDebit: BigInt(totalDebit) };
      const store = openStore(file);
      for (let i = 1; ; i++) {
        const payout = { ...rest, ...money, orderNo: 'WD' + i, mchOrderNo: 'w' + i };
        const postings = [
          { account: 'merchant:M:available', amount: -money.totalDebit },
          { account: 'merchant:M:held', amount: money.totalDebit },
        ];
        const transaction = { id: 'tx' + i, kind: 'hold', mchId: 'M', orderNo: payout.orderNo, at: 1, postings };
        await store.commit([{ write: 'insert_payout', payout }, { write: 'post', transaction }]);
        say(payout.orderNo);
      }`);
    const answered: string[] = [];
    while (answered.length < answers) answered.push(await line(lines));
    await kill(child);
    const store = openStore(file);
    for (const orderNo of answered) expect(await store.payouts.get(orderNo)).not.toBeNull();
    // Each change in progress was stored completely, or not at all.
    const orders = await store.payouts.list({}, { limit: 100_000 });
    const holds = (await store.ledger.transactions({ mchId: 'M' })).filter(({ kind }) => kind === 'hold');
    expect(holds.map(({ orderNo }) => orderNo)).toEqual(orders.items.map(({ orderNo }) => orderNo).reverse());
    expect(await store.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    await store.close();
  });
});
