import type { Statement } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdPayout, topUp } from '../../domain/ledger.ts';
import {
  claimOne,
  sampleAttempt,
  sampleCallback,
  sampleMerchant,
  samplePayin,
  samplePayout,
  t0,
  unique,
} from '../samples.contract.ts';
import type { Change, Store } from '../store.ts';
import { type Db, openMemory } from './database.ts';
import { statementsFor } from './prepared.ts';
import { storeOver } from './sqlite-store.ts';

let db: Db;
let store: Store;
beforeEach(() => {
  db = openMemory();
});
afterEach(() => {
  db.close();
});

const stamp = () => ({ id: unique('tx_'), at: t0 });
const merchant = sampleMerchant({ mchId: 'M' });

async function openFilled(): Promise<void> {
  store = storeOver(db, 'a test');
  await store.commit([
    { write: 'insert_merchant', merchant },
    { write: 'post', transaction: topUp('M', 500_000n, stamp()) },
  ]);
}

function everyWrite(): Change {
  const payout = samplePayout('M');
  const callback = sampleCallback('M', { orderNo: payout.orderNo });
  return [
    { write: 'insert_payout', payout },
    { write: 'add_daily', mchId: 'M', day: '2026-11-20', amount: payout.amount, max: null },
    { write: 'post', transaction: holdPayout(payout, stamp()) },
    {
      write: 'record',
      move: { orderNo: payout.orderNo, at: t0, from: 'pending', to: 'processing', by: 'operator' },
    },
    { write: 'insert_deposit', deposit: samplePayin('M') },
    { write: 'enqueue', callback },
    { write: 'update_merchant', merchant: { ...merchant, suspended: true, version: 2 } },
    { write: 'put_clock', clock: { offset: 1, frozenAt: null }, version: 1 },
  ];
}

function dump(): unknown {
  const names = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  return names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
}

describe('statement errors in SQLite', () => {
  /** Calls `ask` before each execution of a statement that is prepared later. */
  function beforeEachStatement(ask: () => void): void {
    const prepare = db.prepare.bind(db);
    const watched = <T extends object>(statement: T): T =>
      new Proxy(statement, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...parameters: unknown[]) => {
            const runs = name === 'run' || name === 'get' || name === 'all';
            if (runs) ask();
            const answer = value.apply(target, parameters);
            return answer === target ? watched(target) : answer;
          };
        },
      });
    Object.assign(db, { prepare: (sql: string) => watched(prepare(sql) as Statement) });
  }

  it('an error at any statement rolls back the complete change', async () => {
    let left = Number.POSITIVE_INFINITY;
    beforeEachStatement(() => {
      left -= 1;
      if (left < 0) throw new Error('disk error');
    });
    await openFilled();
    const before = dump();
    for (let statements = 0; ; statements++) {
      left = statements;
      const outcome = await store.commit(everyWrite()).catch((error: Error) => error.message);
      left = Number.POSITIVE_INFINITY;
      if (outcome !== 'disk error') {
        expect(outcome).toEqual({ committed: true });
        // The change consists of this many statements, and each statement has failed once.
        expect(statements).toBeGreaterThan(10);
        return;
      }
      expect(dump()).toEqual(before);
    }
  });
});

describe('journal in SQLite', () => {
  beforeEach(openFilled);

  it.each(['entries', 'transactions'])('the journal is append-only: %s', (table) => {
    expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('append-only');
    const column = table === 'entries' ? 'amount' : 'at';
    expect(() => db.exec(`UPDATE ${table} SET ${column} = ${column} + 1`)).toThrow('append-only');
  });

  it('the ledger check finds a cached balance that differs from its entries [contract:control.ledger-check]', async () => {
    expect(await store.ledger.check()).toEqual({ balanced: true, accounts: 6, entries: 2, problems: [] });
    db.exec(`UPDATE accounts SET balance = balance + 1 WHERE name = 'merchant:M:available'`);
    expect(await store.ledger.check()).toMatchObject({
      balanced: false,
      problems: ['account merchant:M:available: the cached balance differs from the sum of its entries'],
    });
  });

  it('the ledger check finds a journal that does not sum to zero [contract:control.ledger-check]', async () => {
    const last = db.prepare('SELECT max(seq) FROM transactions').pluck().get();
    db.prepare(`INSERT INTO entries SELECT ?, seq, 1, 9 FROM accounts WHERE name = 'gateway:fees'`).run(last);
    db.exec(`UPDATE accounts SET balance = balance + 1 WHERE name = 'gateway:fees'`);
    const { problems } = await store.ledger.check();
    expect(problems).toEqual([
      expect.stringMatching(/^the entries of transaction tx_\d+ do not sum to zero$/),
    ]);
  });

  it('the ledger check finds a journal with a held amount that differs from the open payouts [contract:control.ledger-check]', async () => {
    const payout = samplePayout('M');
    await store.commit([
      { write: 'insert_payout', payout },
      { write: 'post', transaction: holdPayout(payout, stamp()) },
    ]);
    expect((await store.ledger.check()).balanced).toBe(true);
    db.exec(`UPDATE payouts SET status = 'failed', state_at = 1, message = ''`);
    expect((await store.ledger.check()).problems).toEqual([
      'account merchant:M:held: the balance differs from the sum of the open payouts',
    ]);
  });

  describe('journal of 20,000 transactions', () => {
    beforeEach(() => {
      db.exec(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO transactions (id, kind, mch_id, order_no, at) SELECT 'many_' || i, 'credit', 'M', NULL, 1 FROM n;
        INSERT INTO entries SELECT t.seq, a.seq, 7, 0 FROM transactions t, accounts a
          WHERE t.id LIKE 'many%' AND a.name = 'merchant:M:available';
        INSERT INTO entries SELECT t.seq, a.seq, -7, 1 FROM transactions t, accounts a
          WHERE t.id LIKE 'many%' AND a.name = 'gateway:fees';
        UPDATE accounts SET balance = balance + 140000 WHERE name = 'merchant:M:available';
        UPDATE accounts SET balance = balance - 140000 WHERE name = 'gateway:fees';`);
    });

    it('the ledger check reads a large journal over several turns of the event loop while the journal grows [contract:control.ledger-check]', async () => {
      const checking = store.ledger.check();
      let turns = 0;
      const count = () => {
        turns += 1;
        ended ||= turns > 1_000_000;
        if (!ended) setImmediate(count);
      };
      let ended = false;
      setImmediate(count);
      await new Promise((resolve) => setImmediate(resolve));
      await store.commit([{ write: 'post', transaction: topUp('M', 500n, stamp()) }]);
      const check = await checking;
      ended = true;
      expect(check).toEqual({ balanced: true, accounts: 6, entries: 40_004, problems: [] });
      expect(turns).toBeGreaterThan(2);
    });

    it('the ledger check starts again if a reset interrupts the check [contract:control.ledger-check]', async () => {
      const checking = store.ledger.check();
      await new Promise((resolve) => setImmediate(resolve));
      await store.startOver([{ write: 'insert_merchant', merchant }]);
      expect(await checking).toMatchObject({ balanced: true, entries: 0, problems: [] });
    });

    it('the ledger check ends when the store closes', async () => {
      const checking = store.ledger.check();
      checking.catch(() => {});
      await new Promise((resolve) => setImmediate(resolve));
      await store.close();
      await expect(checking).rejects.toMatchObject({ code: 'store_closed' });
    });

    it('the ledger check finds a mistake anywhere in the journal [contract:control.ledger-check]', async () => {
      const first = db.prepare("SELECT seq FROM transactions WHERE id = 'many_1'").pluck().get();
      db.prepare(`INSERT INTO entries SELECT ?, seq, 1, 9 FROM accounts WHERE name = 'merchant:M:held'`).run(
        first,
      );
      expect((await store.ledger.check()).problems).toEqual([
        'the entries of transaction many_1 do not sum to zero',
        'account merchant:M:held: the cached balance differs from the sum of its entries',
      ]);
    });
  });

  it('the store never lets a wallet become negative, whichever program writes to the wallet', () => {
    expect(() => db.exec(`UPDATE accounts SET balance = -1 WHERE name = 'merchant:M:held'`)).toThrow('CHECK');
  });
});

it('if the transaction of a claim fails, the repeated claim contains no trace of the first attempt', async () => {
  await openFilled();
  const callbacks = Array.from({ length: 3 }, () => sampleCallback('M'));
  await store.commit(callbacks.map((callback) => ({ write: 'enqueue', callback })));
  const claim = () => claimOne(store, { now: t0, lease: { owner: 'a gateway', ms: 60_000 } });
  await claim();
  const twice = sampleCallback('M', { id: callbacks[0]?.id ?? '' });
  const [claimed, refused] = await Promise.allSettled([
    claim(),
    store.commit([{ write: 'enqueue', callback: twice }]),
  ]);
  expect(refused.status).toBe('rejected');
  expect(claimed).toMatchObject({ value: { callback: { id: callbacks[1]?.id } } });
  expect((await claim())?.callback.id).toBe(callbacks[2]?.id);
  expect(await store.callbacks.counts()).toEqual({ pending: 0, delivering: 3 });
});

it('a claim from before a restore cannot store a result after the restore', async () => {
  await openFilled();
  const lease = { owner: 'a gateway', ms: 60_000 };
  const enqueue = () =>
    store.commit([{ write: 'enqueue', callback: sampleCallback('M', { createdAt: t0 }) }]);
  await enqueue();
  await store.snapshots?.save('before', t0, { offset: 0, frozenAt: null });
  const old = await claimOne(store, { now: t0, lease });
  await store.snapshots?.restore('before');
  const again = await claimOne(store, { now: t0, lease });
  expect(again?.seq).toBe(old?.seq);
  const next = { state: 'delivered', nextAttemptAt: null, notification: null } as const;
  if (old === null || again === null) throw new Error('one was due');
  expect(await store.callbacks.finish(old, sampleAttempt(), next)).toBe(false);
  await store.startOver([{ write: 'insert_merchant', merchant }]);
  expect(await store.callbacks.counts()).toEqual({ pending: 0, delivering: 0 });
  expect(await claimOne(store, { now: t0, lease })).toBeNull();
  await enqueue();
  expect(await store.callbacks.finish(again, sampleAttempt(), next)).toBe(false);
  expect((await claimOne(store, { now: t0, lease }))?.seq).toBe(again.seq);
});

describe('query plans', () => {
  /**
   * Matches queries that may read whole tables: lists without a filter, tables of one row, and the check of the ledger.
   */
  const wholeTables =
    /^SELECT (?:\* FROM (?:merchants|settings|clock|config)\b|(?:name AS account|seq, name), balance FROM accounts ORDER|count|'|t\.id, .*JOIN accounts a ON a\.seq = e\.account_seq\s+ORDER)/s;

  it('every query uses an index', async () => {
    const seen = await statementsOf(listEverything);
    const plans = [...seen]
      .filter((sql) => !wholeTables.test(sql))
      .map((sql) => ({ sql, plan: planOf(sql).join('; ') }));
    expect(plans.length).toBeGreaterThan(50);
    // Matches allowed scans: a named partial index, the query's short list `receivers`, an index for counts by state,
    // and the claims of running deliveries.
    const scan =
      /\bSCAN (?!\w+ USING COVERING INDEX (?:deposits_to_expire|\w+_by_(?:status|state))|receivers|json_each|claims\b|CONSTANT ROW)/;
    expect(plans.filter(({ plan }) => scan.test(plan))).toEqual([]);
  });

  it('a list query uses the most selective filter', async () => {
    const seen = await statementsOf(listEverything);
    const lists = [...seen].filter((sql) => sql.includes('ORDER BY seq DESC LIMIT ?'));
    expect(lists).toHaveLength(8 + 8 + 8 + 1);
    for (const sql of lists) {
      const plan = planOf(sql).join('; ');
      expect(plan).toContain(bestIndex(sql));
      if (!/(?:reference|order_no) = /.test(sql)) expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it('a query of the journal or of the merchants needs no sort', async () => {
    const seen = await statementsOf(listEverything);
    const pages = [...seen].filter((sql) => /ORDER BY (?:seq|t\.seq, e\.position) LIMIT/.test(sql));
    expect(pages.length).toBeGreaterThanOrEqual(2);
    for (const sql of pages) expect(planOf(sql).join('; ')).not.toContain('TEMP B-TREE');
  });

  function bestIndex(sql: string): string {
    if (/(?:reference|mch_order_no) = /.test(sql)) return '_by_reference';
    if (/order_no = /.test(sql)) return '_by_order';
    if (/mch_id = /.test(sql)) return '_by_merchant';
    if (/(?:status|state) = /.test(sql)) return sql.includes('state = ') ? '_by_state' : '_by_status';
    return sql.includes('kind = ') ? 'deposits_by_kind' : 'INTEGER PRIMARY KEY (rowid<?)';
  }

  /** Returns the statements that the store and `use` prepare. */
  async function statementsOf(use: () => Promise<void>): Promise<ReadonlySet<string>> {
    const seen = new Set<string>();
    const prepare = db.prepare.bind(db);
    Object.assign(db, {
      prepare(sql: string) {
        seen.add(sql);
        return prepare(sql);
      },
    });
    await openFilled();
    await use();
    return new Set([...seen, ...statementsFor(db)]);
  }

  function planOf(sql: string): string[] {
    const parameters = (sql.match(/\?/g) ?? []).map(() => null);
    return db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);
  }

  async function listEverything(): Promise<void> {
    const page = { limit: 5 };
    for (const mchId of [undefined, 'M']) {
      for (const reference of [undefined, 'r']) {
        for (const status of [undefined, 'pending'] as const) {
          await store.deposits.list({ kind: 'payin', mchId, status, reference }, page);
          await store.payouts.list({ mchId, status, reference }, page);
          await store.callbacks.list({ mchId, state: status, orderNo: reference }, page);
        }
      }
    }
    await store.notifications('M', page);
    await store.ledger.statement('M', page);
    await store.merchants.list(page);
  }
});
