import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCallback, aMerchant, aPayin, noon } from '../../test/builders.ts';
import { failStatements, inFrontOfStatements } from '../../test/scenarios/statements.ts';
import type { Change } from './change.ts';
import { Store } from './store.ts';

let store: Store;
let changes: Change[];
beforeEach(() => {
  store = new Store(null);
  store.write(() => store.merchants.insert(aMerchant()));
  store.commit();
  changes = [];
  store.committed = (made) => void changes.push(...made);
});
afterEach(() => store.close());

function payin(number: number) {
  return aPayin({ orderNo: `PI${number}`, mchOrderNo: `ORDER-${number}`, payToken: `token-${number}` });
}

function insert(number: number): void {
  store.write(() => store.deposits.insert(payin(number)));
}

/** Counts the statements that match, until the end of the callback. */
async function counted(pattern: RegExp, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const remove = inFrontOfStatements(({ sql }, run) => {
    if (pattern.test(sql)) count += 1;
    return run();
  });
  await work();
  remove();
  return count;
}

describe('turn of the store [invariant:6] [invariant:7]', () => {
  it('all writes of a turn share one transaction, and the store reports them after its commit', async () => {
    const commits = await counted(/^COMMIT/, async () => {
      for (let number = 1; number <= 20; number++) insert(number);
      expect(changes).toEqual([]);
      expect(store.deposits.get('PI20')).not.toBeNull();
      await store.onDisk();
    });
    expect(commits).toBe(1);
    expect(changes.map((change) => change.type === 'deposit' && change.deposit.orderNo)).toEqual(
      Array.from({ length: 20 }, (_, at) => `PI${at + 1}`),
    );
  });

  it('a store without an open transaction is on disk at once', async () => {
    expect(await counted(/./, () => store.onDisk())).toBe(0);
  });

  it('a failed commit stores nothing of its turn, and every waiter gets the error', async () => {
    const heal = failStatements(/^COMMIT/);
    insert(1);
    const first = store.onDisk();
    insert(2);
    const results = await Promise.allSettled([first, store.onDisk()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([store.deposits.get('PI1'), store.deposits.get('PI2'), changes]).toEqual([null, null, []]);
    heal();
    insert(1);
    await store.onDisk();
    expect(store.deposits.get('PI1')).not.toBeNull();
  });

  it('an exception between two writes rolls back the whole turn', async () => {
    insert(1);
    const first = expect(store.onDisk()).rejects.toThrow('half done');
    expect(() =>
      store.write(() => {
        store.deposits.insert(payin(2));
        throw new Error('half done');
      }),
    ).toThrow('half done');
    await first;
    expect([store.deposits.get('PI1'), store.deposits.get('PI2')]).toEqual([null, null]);
    // A later write of the same turn begins a new transaction.
    insert(3);
    await store.onDisk();
    expect(store.deposits.get('PI3')).not.toBeNull();
  });

  it('a failed read rolls back what its turn has written, because its request fails', async () => {
    insert(1);
    const written = expect(store.onDisk()).rejects.toThrow('no space left');
    const heal = failStatements(/^SELECT .* FROM deposits/);
    expect(() => store.deposits.get('PI1')).toThrow('no space left');
    await written;
    heal();
    expect([store.deposits.get('PI1'), changes]).toEqual([null, []]);
  });

  it('settings and merchants that a failed turn changed are read again', async () => {
    const settings = { ...sampleSettings, orderValidityMinutes: 5 };
    store.write(() => store.putSettings(settings));
    await store.onDisk();
    const heal = failStatements(/^COMMIT/);
    store.write(() => {
      store.putSettings({ ...settings, orderValidityMinutes: 9 });
      store.merchants.update(aMerchant({ suspended: true }));
    });
    expect([store.settings.orderValidityMinutes, store.merchants.get('M1')?.suspended]).toEqual([9, true]);
    await expect(store.onDisk()).rejects.toThrow();
    heal();
    expect([store.settings.orderValidityMinutes, store.merchants.get('M1')?.suspended]).toEqual([5, false]);
  });

  it('a reset commits the open turn first, and is on disk when it returns', async () => {
    insert(1);
    const before = store.onDisk();
    store.startOver(() => store.merchants.insert(aMerchant()));
    await before;
    expect(store.deposits.get('PI1')).toBeNull();
    expect(await counted(/./, () => store.onDisk())).toBe(0);
  });

  it('a reset that fails changes nothing', () => {
    insert(1);
    expect(() =>
      store.startOver(() => {
        throw new Error('no configuration');
      }),
    ).toThrow('no configuration');
    expect(store.deposits.get('PI1')).not.toBeNull();
  });
});

describe('outbox of callbacks', () => {
  const places = { atMost: 8, perReceiver: 2, busy: new Map<string, number>() };
  const enqueue = (id: string, url: string, createdAt: number) =>
    store.callbacks.enqueue(aCallback({ id, url, createdAt, orderNo: id }));

  it('the backlog of a busy receiver hides no other receiver [invariant:9]', () => {
    store.write(() => {
      for (let number = 0; number < 500; number++) enqueue(`hung-${number}`, 'http://hung.example/', noon);
      enqueue('late', 'http://shop.example/', noon + 1);
    });
    const busy = new Map([['hung.example:80', 2]]);
    const due = store.callbacks.due(noon + 1, { ...places, busy });
    expect(due.map(({ callback }) => callback.id)).toEqual(['late']);
  });

  it('due callbacks are taken in the order of their due time, and as many as a receiver has places', () => {
    store.write(() => {
      for (const [id, at] of [
        ['c', 3],
        ['a', 1],
        ['b', 2],
      ] as const)
        enqueue(id, 'http://shop.example/', noon + at);
      enqueue('d', 'http://other.example/', noon + 4);
    });
    const ids = () => store.callbacks.due(noon + 9, places).map(({ callback }) => callback.id);
    expect(ids()).toEqual(['a', 'b', 'd']);
    for (const { seq } of store.callbacks.due(noon + 9, places)) store.callbacks.begin(seq);
    expect(store.callbacks.counts()).toEqual({ pending: 1, delivering: 3 });
    expect(store.callbacks.nextDue()).toBe(noon + 3);
    expect(store.callbacks.list({ state: 'delivering' }, { limit: 9 }).items).toHaveLength(3);
  });

  it('with few places, each receiver gets its turn, whatever the others have waiting [invariant:9]', () => {
    store.write(() => {
      for (const name of ['a', 'b', 'c', 'd', 'e'])
        for (let number = 0; number < 9; number++)
          enqueue(`${name}${number}`, `http://${name}.example/`, noon);
    });
    const receivers = new Set<string>();
    for (let time = 0; time < 5; time++)
      for (const { receiver } of store.callbacks.due(noon, { ...places, atMost: 1 })) receivers.add(receiver);
    expect([...receivers].sort()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.example:80`));
  });
});

const sampleSettings = {
  usdtRate: 900_000n,
  orderValidityMinutes: 30,
  latePayments: 'credit',
  failedPayinCallback: true,
  rateLimitPerMinute: 120,
  signatureLock: null,
  maintenance: false,
  providerAvailable: true,
  simulation: null,
} as const;

it('every list of a large table reads an index and sorts nothing', async () => {
  const seen = new Set<string>();
  const remove = inFrontOfStatements(({ sql, database }, run) => {
    if (sql.includes('ORDER BY seq DESC') && !sql.startsWith('EXPLAIN'))
      for (const { detail } of database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nulls(sql)) as {
        detail: string;
      }[])
        seen.add(detail);
    return run();
  });
  const page = { limit: 5 };
  for (const mchId of [undefined, 'M1'])
    for (const reference of [undefined, 'r'])
      for (const status of [undefined, 'pending'] as const) {
        store.deposits.list({ kind: 'payin', mchId, status, reference }, page);
        store.payouts.list({ mchId, status, reference }, page);
        store.callbacks.list({ mchId, state: status }, page);
      }
  store.history.notifications('M1', page);
  remove();
  expect(seen.size).toBeGreaterThan(5);
  const plans = [...seen].filter((detail) => /TEMP B-TREE|SCAN (?!json_each|CONSTANT)/.test(detail));
  // A lookup by an order number finds a handful of rows, which SQLite sorts.
  expect(plans.filter((detail) => !detail.includes('TEMP B-TREE'))).toEqual([]);
});

function nulls(sql: string): readonly null[] {
  return (sql.match(/\?/g) ?? []).map(() => null);
}
