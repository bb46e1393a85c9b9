import { beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresForTests, type TestStore } from '../../../test/postgres.ts';
import {
  capturePayout,
  creditDeposit,
  holdPayout,
  type LedgerTransaction,
  topUp,
} from '../../domain/ledger.ts';
import {
  claimOne,
  sampleAttempt,
  sampleCallback,
  sampleMerchant,
  samplePayin,
  samplePayout,
  sampleSettings,
  t0,
  unique,
} from '../../store/samples.contract.ts';
import type { Change, Claim } from '../../store/store.ts';
import type { RatedCall } from './expectation.ts';

const postgres = postgresForTests();
const merchant = sampleMerchant({ mchId: 'M' });
const stamp = () => ({ id: unique('tx_'), at: t0 });
const committed = { committed: true };

let one: TestStore;
let other: TestStore;
beforeEach(async () => {
  one = await postgres.store();
  other = await postgres.beside(one);
  await one.commit([{ write: 'insert_merchant', merchant }]);
});

const each = (at: number) => (at % 2 === 0 ? one : other);
const many = <T>(times: number, work: (store: TestStore, at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, at) => work(each(at), at)));

describe('two stores on one schema', () => {
  it('two stores create only one order from many requests with one order number', async () => {
    const results = await many(300, (store) =>
      store.commit([{ write: 'insert_deposit', deposit: samplePayin('M', { mchOrderNo: 'same' }) }]),
    );
    expect(results.filter((result) => result.committed)).toHaveLength(1);
    expect(results.filter((result) => !result.committed && result.conflict === 'exists')).toHaveLength(299);
  });

  it('two stores return the results of all creates of one event loop turn in the order of the creates', async () => {
    const [first, second, later] = [samplePayin('M'), samplePayin('M'), samplePayin('M')];
    const failed = { ...later, version: 2, state: { status: 'failed', failedAt: t0 } } as const;
    const changes: readonly Change[] = [
      [{ write: 'insert_deposit', deposit: first }],
      [{ write: 'insert_deposit', deposit: samplePayin('M', { mchOrderNo: first.mchOrderNo }) }],
      [{ write: 'insert_deposit', deposit: samplePayin('M', { orderNo: first.orderNo }) }],
      [{ write: 'insert_deposit', deposit: second }],
      [{ write: 'update_deposit', deposit: failed }],
      [{ write: 'insert_deposit', deposit: later }],
      [{ write: 'update_deposit', deposit: failed }],
      [{ write: 'insert_deposit', deposit: samplePayin('M', { payToken: second.payToken }) }],
    ];
    const results = await Promise.all(changes.map((change) => one.commit(change)));
    const conflicts = results.map((result) => (result.committed ? null : result.conflict));
    expect(conflicts).toEqual([null, 'exists', 'exists', null, 'version', null, null, 'exists']);
    expect(await other.deposits.get(first.orderNo)).toEqual(first);
    expect(await other.deposits.get(later.orderNo)).toEqual(failed);
  });

  it('two stores reject only the creates of an event loop turn that expect an outdated state', async () => {
    const counting = { windowMs: 60_000, maxCallers: 9 };
    const { database } = one;
    const text = `SELECT ${database.schema}.present_state('M') AS state`;
    const [now] = await database.read<{ readonly state: string }>({ text });
    const present = String(now?.state);
    const expected = {
      owner: 'M',
      isKnown: () => true,
      generation: 1,
      counting,
    };
    const create = () => [{ write: 'insert_deposit', deposit: samplePayin('M') }] as const;
    const turn = (state: string, call: RatedCall | null) => [
      one.commitIf(create(), { ...expected, state, call: null }),
      one.commit(create()),
      one.commitIf(create(), { ...expected, state, call }),
    ];
    const outcomes = async (turn: readonly Promise<unknown>[]) =>
      (await Promise.allSettled(turn)).map((end) => (end.status === 'fulfilled' ? end.value : end.reason));
    const call = { caller: 'C', limit: 1, now: t0 };
    const outdated = expect.objectContaining({ name: 'AttemptOutdated' });
    expect(await outcomes(turn(`${present} before`, call))).toEqual([outdated, committed, outdated]);
    expect(await outcomes(turn(present, call))).toEqual([committed, committed, committed]);
    // The caller's second call is over its rate limit.
    expect(await outcomes(turn(present, call))).toEqual([outdated, committed, outdated]);
    const { items } = await other.deposits.list({ kind: 'payin' }, { limit: 9 });
    expect(items).toHaveLength(5);
  });

  it('two stores lock the references of simultaneous creates in the same order', async () => {
    const references = Array.from({ length: 20 }, () => unique('mixed-'));
    const results = await many(40, (store, at) => {
      const mine = at % 2 === 0 ? references : references.toReversed();
      const deposit = samplePayin('M', { mchOrderNo: mine[Math.floor(at / 2)] ?? '' });
      return store.commit([{ write: 'insert_deposit', deposit }]);
    });
    expect(results.filter((result) => result.committed)).toHaveLength(20);
  });

  it('two stores accept only the simultaneous payouts that the balance covers', async () => {
    await one.commit([{ write: 'post', transaction: topUp('M', 500_000n, stamp()) }]);
    const results = await many(100, (store) => {
      const payout = samplePayout('M', { amount: 10_000n, fee: 0n, totalDebit: 10_000n });
      const hold = { write: 'post', transaction: holdPayout(payout, stamp()) } as const;
      return store.commit([{ write: 'insert_payout', payout }, hold]);
    });
    expect(results.filter((result) => result.committed)).toHaveLength(50);
    expect(await other.ledger.wallet('M')).toEqual({ available: 0n, held: 500_000n });
    expect(await one.ledger.check()).toMatchObject({ balanced: true, problems: [] });
  });

  it('two stores accept only the simultaneous payouts within one daily limit', async () => {
    const add = { write: 'add_daily', mchId: 'M', day: '2026-11-20', amount: 10n, max: 250n } as const;
    const results = await many(100, (store) => store.commit([add]));
    expect(results.filter((result) => result.committed)).toHaveLength(25);
    expect(await other.payouts.dailyTotal('M', '2026-11-20')).toBe(250n);
  });

  it('two stores accept only one of several simultaneous changes to one row', async () => {
    const results = await many(20, (store) =>
      store.commit([{ write: 'put_settings', settings: sampleSettings, version: 1 }]),
    );
    expect(results.filter((result) => result.committed)).toHaveLength(1);
    const changed = await many(20, (store) =>
      store.commit([{ write: 'update_merchant', merchant: { ...merchant, suspended: true, version: 2 } }]),
    );
    expect(changed.filter((result) => result.committed)).toHaveLength(1);
    const [row] = await one.database.read({
      text: `SELECT merchants_version FROM ${one.database.schema}.gateway`,
    });
    // A rejected change does not increase the version.
    expect(row).toEqual({ merchants_version: 2n });
  });

  it("two stores keep correct sums for the gateway's own accounts", async () => {
    const merchants = Array.from({ length: 8 }, () => sampleMerchant());
    await one.commit(merchants.map((fresh) => ({ write: 'insert_merchant', merchant: fresh })));
    await many(80, (store, at) => {
      const deposit = samplePayin(merchants[at % 8]?.mchId ?? '');
      const transaction = creditDeposit(deposit, stamp());
      return store.commit([
        { write: 'insert_deposit', deposit },
        { write: 'post', transaction },
      ]);
    });
    expect((await one.ledger.check()).problems).toEqual([]);
    const { schema } = one.database;
    const used = await one.database.read({
      text: `SELECT DISTINCT slot FROM ${schema}.slots WHERE balance <> 0`,
    });
    // The id of the database process selects the slot, so in one of sixteen cases both instances use the same slot.
    expect([1, 2]).toContain(used.length);
    const { accounts } = await other.ledger.statement(merchants[0]?.mchId ?? '', { limit: 1 });
    expect(accounts[0]).toEqual({ account: 'gateway:collected', balance: -80n * 50_000n });
  });
});

describe('journal of two stores', () => {
  it('a client that follows the journal pages of two stores misses no entry [contract:several.pages]', async () => {
    const seen: string[] = [];
    let isOver = false;
    async function follow(): Promise<void> {
      for (let cursor: string | undefined; ; ) {
        const last = isOver;
        const { items, nextCursor } = await one.ledger.statement('M', { limit: 1, cursor });
        if (nextCursor !== null) seen.push(...items.map(({ transactionId }) => transactionId));
        else if (last) return void seen.push(...items.map(({ transactionId }) => transactionId));
        cursor = nextCursor ?? cursor;
      }
    }
    const following = follow();
    await many(120, (store) => store.commit([{ write: 'post', transaction: topUp('M', 1n, stamp()) }]));
    isOver = true;
    await following;
    const journal = await one.ledger.transactions({ mchId: 'M' });
    expect(seen).toEqual(journal.flatMap(({ id }) => [id, id]));
    expect(journal).toHaveLength(120);
  });

  it('the journal assigns its numbers while all accounts of a transaction are locked [contract:several.pages]', async () => {
    const payout = samplePayout('M', { amount: 100n, fee: 0n, totalDebit: 100n });
    const post = (transaction: LedgerTransaction) => ({ write: 'post', transaction }) as const;
    await one.commit([
      { write: 'insert_payout', payout },
      post(topUp('M', 100n, stamp())),
      post(holdPayout(payout, stamp())),
    ]);
    const { schema } = one.database;
    const lock = `SELECT FROM ${schema}.accounts WHERE name = 'merchant:M:held' FOR UPDATE`;
    const numbers = { text: `SELECT last_value FROM ${schema}.transactions_seq_seq` };
    const before = await one.database.read(numbers);
    let told: Promise<unknown> | undefined;
    await one.database.use(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      await connection.query({ text: lock });
      // This change locks one account, and the credit below locks the other.
      told = one.commit([post(capturePayout(payout, stamp()))]);
      const credit = other.commit([post(topUp('M', 1n, stamp()))]);
      expect(await Promise.race([credit, waited(one)])).toBe('waits');
      expect(await one.database.read(numbers)).toEqual(before);
      await connection.query({ text: 'ROLLBACK' });
      expect(await credit).toEqual(committed);
    });
    expect(await told).toEqual(committed);
  });
});

/** Returns the time at which two writers wait for a lock. */
async function waited({ database }: TestStore): Promise<string> {
  const text = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%.run(%'`;
  for (;;) if ((await database.read({ text })).length === 2) return 'waits';
}

describe('pages of a list', () => {
  it('a list page never omits an insert that was in progress during the read [contract:several.pages]', async () => {
    const { schema } = one.database;
    const insert = (deposit: ReturnType<typeof samplePayin>): Change => [
      { write: 'insert_deposit', deposit },
    ];
    const [early, late, last] = [samplePayin('M'), samplePayin('M'), samplePayin('M')];
    await one.commit(insert(early));
    let page: Promise<unknown> | undefined;
    await one.database.use(async (connection) => {
      await connection.query({ text: 'BEGIN' });
      const row = `SELECT nextval('${schema}.deposits_seq_seq') AS seq, pg_advisory_xact_lock_shared(1, hashtext('${schema.replaceAll('"', '')}'))`;
      const [{ seq } = { seq: 0n }] = await connection.query<{ seq: bigint }>({ text: row });
      await connection.query({
        text: `INSERT INTO ${schema}.deposits OVERRIDING SYSTEM VALUE
          SELECT (jsonb_populate_record(d, jsonb_build_object('seq', $1::bigint, 'order_no', $2::text,
            'reference', $3::text, 'pay_token', $4::text))).* FROM ${schema}.deposits d`,
        values: [seq, late.orderNo, late.mchOrderNo, late.payToken],
      });
      expect(await other.commit(insert(last))).toEqual(committed);
      page = other.deposits.list({ kind: 'payin' }, { limit: 1 });
      expect(await Promise.race([page, listed(one)])).toBe('waits');
      await connection.query({ text: 'COMMIT' });
    });
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, nextCursor } = await other.deposits.list({ kind: 'payin' }, { limit: 1, cursor });
      seen.push(...items.map(({ orderNo }) => orderNo));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(seen).toEqual([last.orderNo, late.orderNo, early.orderNo]);
    expect(await page).toMatchObject({ items: [{ orderNo: last.orderNo }] });
  });
});

/** Returns the time at which a list waits for writers. */
async function listed({ database }: TestStore): Promise<string> {
  const text = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%pg_advisory_xact_lock(1%'`;
  for (;;) if ((await database.read({ text })).length > 0) return 'waits';
}

describe('claims of two stores', () => {
  const lease = (owner: string) => ({ owner, ms: 60_000 });
  const enqueue = (fields: Parameters<typeof sampleCallback>[1]): Change[number] => ({
    write: 'enqueue',
    callback: sampleCallback('M', fields),
  });
  const claim = (store: TestStore, atMost: number, perReceiver: number, busy = 0) =>
    store.callbacks.claim({
      now: t0,
      lease: lease(store === one ? 'one' : 'other'),
      atMost,
      perReceiver,
      busy: new Map([['shop.example:3000', busy]]),
    });

  it('two stores never claim the same callback [contract:several.claims]', async () => {
    const callbacks = Array.from({ length: 200 }, (_, at) => enqueue({ url: `http://shop${at}.example/` }));
    await one.commit(callbacks);
    const claims = (await many(60, (store) => claim(store, 5, 1))).flat();
    const seqs = claims.map(({ seq }) => seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect(claims).toHaveLength(200);
  });

  it('two stores together never exceed the claim limit of a receiver [contract:several.claims]', async () => {
    await one.commit(Array.from({ length: 30 }, () => enqueue({})));
    const held: Claim[] = (await Promise.all([claim(one, 9, 4), claim(other, 9, 4)])).flat();
    expect(held).toHaveLength(4);
    const [first] = held;
    if (first === undefined) throw new Error('four are held');
    const after = { state: 'delivered', nextAttemptAt: null, notification: null } as const;
    expect(await one.callbacks.finish(first, sampleAttempt(), after)).toBe(true);
    const ones = await own('one');
    const others = await own('other');
    expect(ones + others).toBe(3);
    expect((await Promise.all([claim(one, 9, 4, ones), claim(other, 9, 4, others)])).flat()).toHaveLength(1);
    expect(
      await Promise.all([claim(one, 9, 4, await own('one')), claim(other, 9, 4, await own('other'))]),
    ).toEqual([[], []]);
  });

  it.each(['pending', 'taken over'])(
    'a claim immediately skips a (%s) callback that another store has locked [contract:several.claims]',
    async (which) => {
      const [first, second] = [enqueue({}), enqueue({ url: 'http://another.example/' })];
      await one.commit([first]);
      if (which === 'taken over') await claimOne(one, { now: t0, lease: { owner: 'one', ms: 1 } });
      await one.commit([second]);
      const { schema } = one.database;
      await one.database.use(async (connection) => {
        await connection.query({ text: 'BEGIN' });
        await connection.query({ text: `SELECT FROM ${schema}.callbacks ORDER BY seq LIMIT 1 FOR UPDATE` });
        const claims = await claim(other, 9, 9);
        expect(claims.map(({ callback }) => callback.url)).toEqual(['http://another.example/']);
        await connection.query({ text: 'COMMIT' });
      });
      await vi.waitUntil(async () => (await claim(other, 9, 9)).length === 1, { timeout: 15_000 });
    },
  );

  const own = async (owner: string) => {
    const text = `SELECT 1 AS held FROM ${one.database.schema}.callbacks WHERE lease_owner = $1`;
    return (await one.database.read({ text, values: [owner] })).length;
  };

  it('the former owner cannot renew, finish or release claims that another store has taken over [contract:several.claims]', async () => {
    await one.commit([enqueue({})]);
    const stale = await claimOne(one, { now: t0, lease: { owner: 'one', ms: 1 } });
    let held: Claim | null = null;
    while (held === null) held = await claimOne(other, { now: t0, lease: lease('other') });
    if (stale === null) throw new Error('one was due');
    const after = { state: 'delivered', nextAttemptAt: null, notification: null } as const;
    expect(await one.callbacks.renew(stale, 60_000)).toBe(false);
    expect(await one.callbacks.finish(stale, sampleAttempt(), after)).toBe(false);
    expect(await one.callbacks.release(stale)).toBe(false);
    await one.callbacks.releaseOwned('one');
    expect(await claimOne(one, { now: t0, lease: lease('one') })).toBeNull();
    expect(await other.callbacks.finish(held, sampleAttempt(), after)).toBe(true);
  });

  it('a claimed re-send counts toward the limit of its target', async () => {
    const elsewhere = sampleCallback('M', { url: 'http://elsewhere.example/' });
    await one.commit([enqueue({}), { write: 'enqueue', callback: { ...elsewhere, createdAt: t0 + 1 } }]);
    const url = 'http://shop.example:3000/again';
    expect(await one.callbacks.claimForResend(elsewhere.id, { url, lease: lease('one') })).not.toBeNull();
    expect(await claim(other, 9, 1)).toEqual([]);
    expect(await claim(other, 9, 2)).toHaveLength(1);
  });

  it('a store with an outdated clock cannot claim a callback [contract:several.claims]', async () => {
    await one.commit([enqueue({})]);
    await one.commit([{ write: 'put_clock', clock: { offset: 5, frozenAt: null }, version: 1 }]);
    expect(await claim(other, 9, 9)).toEqual([]);
    expect(other.expected.outdated).toBe(1);
    other.expected.clockVersion = 1;
    expect(await claim(other, 9, 9)).toHaveLength(1);
  });
});

describe('reset of the shared schema', () => {
  it('another store cannot change an earlier generation after a reset of the shared schema [contract:several.reset]', async () => {
    const held = await one.commit([{ write: 'enqueue', callback: sampleCallback('M') }]);
    expect(held).toEqual(committed);
    const claim = await claimOne(other, { now: t0, lease: { owner: 'other', ms: 60_000 } });
    expect(await one.startOver([{ write: 'insert_merchant', merchant }])).toEqual(committed);
    expect(one.expected.generation).toBe(2);
    const isReset = { name: 'StoreError', code: 'store_reset' };
    const creates = [samplePayin('M'), samplePayin('M')].map((deposit) =>
      other.commit([{ write: 'insert_deposit', deposit }]),
    );
    await Promise.all(creates.map((create) => expect(create).rejects.toMatchObject(isReset)));
    const deposit = samplePayin('M');
    await expect(other.commit([{ write: 'insert_deposit', deposit }])).rejects.toMatchObject(isReset);
    const change = other.commit([{ write: 'enqueue', callback: sampleCallback('M') }]);
    await expect(change).rejects.toMatchObject(isReset);
    await expect(other.startOver([])).rejects.toMatchObject(isReset);
    expect(other.expected.outdated).toBe(5);
    expect(await one.deposits.get(deposit.orderNo)).toBeNull();
    // Numbers are never reused, so no instance can complete a later callback by mistake.
    await one.commit([{ write: 'enqueue', callback: sampleCallback('M') }]);
    const fresh = await claimOne(one, { now: t0, lease: { owner: 'one', ms: 60_000 } });
    expect(fresh?.seq).toBeGreaterThan(claim?.seq ?? Number.POSITIVE_INFINITY);
    if (claim === null) throw new Error('one was due');
    expect(await other.callbacks.release(claim)).toBe(false);
    expect(await claimOne(other, { now: t0, lease: { owner: 'other', ms: 1 } })).toBeNull();
    other.expected.generation = 2;
    expect(await other.commit([{ write: 'insert_deposit', deposit }])).toEqual(committed);
  });

  it('a reset of the shared schema waits for work in progress', async () => {
    const stopped = { done: false };
    const reading = (async () => {
      for (const found = new Set<number>(); ; ) {
        found.add((await other.merchants.all()).length);
        if (stopped.done) return found;
      }
    })();
    for (let times = 0; times < 5; times += 1) {
      const late = many(10, (_, at) =>
        one.commit([{ write: 'insert_deposit', deposit: samplePayin('M') }]).then(() => at),
      );
      expect(await one.startOver([{ write: 'insert_merchant', merchant }])).toEqual(committed);
      await late;
    }
    stopped.done = true;
    expect(await reading).toEqual(new Set([1]));
    expect((await one.ledger.check()).problems).toEqual([]);
  });
});
