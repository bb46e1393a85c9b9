import { beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresForTests, type TestStore } from '../../../test/postgres.ts';
import { postgresProxy } from '../../../test/postgres-proxy.ts';
import { creditDeposit, holdPayout, topUp } from '../../domain/ledger.ts';
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

const postgres = postgresForTests();
const stamp = () => ({ id: unique('tx_'), at: t0 });
const merchant = sampleMerchant({ mchId: 'M' });
const committed = { committed: true };

let store: TestStore;
beforeEach(async () => {
  store = await postgres.store();
  await store.commit([
    { write: 'insert_merchant', merchant },
    { write: 'post', transaction: topUp('M', 500_000n, stamp()) },
  ]);
});

/** Runs SQL outside the store. Square brackets mark the names of tables. */
const sql = (text: string) =>
  store.database.write({ text: text.replaceAll(/\[(\w+)\]/g, `${store.database.schema}.$1`) });

describe('journal in PostgreSQL', () => {
  it.each(['entries', 'transactions'])(
    'no role, not even the table owner, can change or delete a row of the journal table %s',
    async (table) => {
      const changes = [
        `DELETE FROM [${table}]`,
        `UPDATE [${table}] SET position = 1`,
        `UPDATE [${table}] SET at = 1`,
      ];
      for (const change of changes.filter(
        (each) => !each.includes(table === 'entries' ? 'at =' : 'position'),
      )) {
        await expect(sql(change)).rejects.toThrow(
          /does not grant this user the required privileges|append-only/,
        );
        await sql(`GRANT UPDATE, DELETE ON [${table}] TO CURRENT_USER`);
        await expect(sql(change)).rejects.toThrow('append-only');
        await sql(`REVOKE UPDATE, DELETE ON [${table}] FROM CURRENT_USER`);
      }
    },
  );

  it('the ledger check finds a cached balance that differs from its entries [contract:control.ledger-check]', async () => {
    expect(await store.ledger.check()).toEqual({ balanced: true, accounts: 6, entries: 2, problems: [] });
    await sql(`UPDATE [accounts] SET balance = balance + 1 WHERE name = 'merchant:M:available'`);
    await sql(`UPDATE [slots] SET balance = balance - 1 WHERE slot = 7
      AND account_seq = (SELECT seq FROM [accounts] WHERE name = 'gateway:fees')`);
    const { balanced, problems } = await store.ledger.check();
    expect(balanced).toBe(false);
    expect([...problems].sort()).toEqual([
      'account gateway:fees: the cached balance differs from the sum of its entries',
      'account merchant:M:available: the cached balance differs from the sum of its entries',
    ]);
  });

  it('the ledger check finds a journal that does not sum to zero [contract:control.ledger-check]', async () => {
    await sql(`INSERT INTO [entries] SELECT (SELECT max(seq) FROM [transactions]), seq, 1, 9
      FROM [accounts] WHERE name = 'gateway:fees'`);
    await sql(`UPDATE [slots] SET balance = balance + 1 WHERE slot = 0
      AND account_seq = (SELECT seq FROM [accounts] WHERE name = 'gateway:fees')`);
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
    await sql(`UPDATE [payouts] SET status = 'failed', state_at = 1, message = ''`);
    expect((await store.ledger.check()).problems).toEqual([
      'account merchant:M:held: the balance differs from the sum of the open payouts',
    ]);
  });
});

describe('tables in PostgreSQL', () => {
  it.each([
    `UPDATE [accounts] SET balance = -1 WHERE name = 'merchant:M:held'`,
    'UPDATE [deposits] SET fee = fee + 1',
    'UPDATE [deposits] SET amount = 0, fee = 0, net_amount = 0',
    `UPDATE [deposits] SET status = 'success', state_at = 1`,
    `UPDATE [deposits] SET status = 'failed'`,
    'UPDATE [deposits] SET reference = NULL',
    'UPDATE [deposits] SET usdt_amount = 1',
    'UPDATE [payouts] SET total_debit = 1',
    `UPDATE [payouts] SET pay_type = 'bank'`,
    `UPDATE [payouts] SET status = 'failed', state_at = 1`,
    `UPDATE [callbacks] SET state = 'delivering'`,
    'UPDATE [callbacks] SET url = NULL',
    'UPDATE [callbacks] SET next_attempt_at = NULL',
    `UPDATE [callbacks] SET resend_state = 'failed'`,
    'UPDATE [settings] SET lock_seconds = NULL',
    'UPDATE [settings] SET version = 0',
    `UPDATE [merchants] SET callback_format = 'xml'`,
    'INSERT INTO [settings] SELECT (jsonb_populate_record(s, \'{"one":false}\')).* FROM [settings] s',
    'UPDATE [gateway] SET era = 0',
  ])('the tables reject impossible values, whichever program writes them: %s', async (statement) => {
    await store.commit([
      { write: 'insert_deposit', deposit: samplePayin('M') },
      { write: 'insert_payout', payout: samplePayout('M') },
      { write: 'enqueue', callback: sampleCallback('M') },
      { write: 'put_settings', settings: sampleSettings, version: 1 },
    ]);
    await expect(sql(statement)).rejects.toThrow('violates check constraint');
  });

  it.each([`UPDATE [merchants] SET ip_allow_list = 'x'`, `INSERT INTO [config] VALUES (true, '{', 1)`])(
    'the tables reject invalid JSON: %s',
    async (statement) => {
      await expect(sql(statement)).rejects.toThrow('the database rejected a value (22P02)');
    },
  );
});

describe('strings that PostgreSQL cannot store', () => {
  const hostile = 'a\0b\uE000\uE001\\ 🎉 "quoted" %_';

  it('PostgreSQL returns a string with NUL unchanged from every column [contract:several.texts]', async () => {
    const payin = samplePayin('M', { extra: hostile, mchOrderNo: `r\0${hostile}` });
    const callback = sampleCallback('M', { orderNo: payin.orderNo, body: hostile });
    expect(
      await store.commit([
        { write: 'insert_deposit', deposit: payin },
        { write: 'enqueue', callback },
      ]),
    ).toEqual(committed);
    expect(await store.deposits.get(payin.orderNo)).toEqual(payin);
    expect(await store.deposits.byReference('M', 'payin', payin.mchOrderNo)).toEqual(payin);
    for (const text of ['A\0B', '\0b\uE000', '\uE001\\ 🎉', '%_']) {
      expect((await store.deposits.list({ kind: 'payin', text }, { limit: 5 })).items, text).toEqual([payin]);
    }
    expect((await store.deposits.list({ kind: 'payin', text: '\0\0' }, { limit: 5 })).items).toEqual([]);
    const claim = await claimOne(store, { now: t0, lease: { owner: 'a gateway', ms: 60_000 } });
    expect(claim?.callback.body).toBe(hostile);
    if (claim === null) throw new Error('one is due');
    const fault = { id: 'fault_1', kind: 'tamper', sent: 1, sentBody: hostile } as const;
    const attempt = sampleAttempt({
      responseBody: hostile,
      responseHeaders: [['x', hostile]],
      reason: hostile,
      fault,
    });
    const next = { state: 'delivered', nextAttemptAt: null, notification: null } as const;
    expect(await store.callbacks.finish(claim, attempt, next)).toBe(true);
    expect((await store.callbacks.get(callback.id))?.attempts).toEqual([attempt]);
    const history = await store.deposits.history(payin.orderNo);
    expect(history?.order).toEqual(payin);
    expect(history?.callbacks[0]?.attempts).toEqual([attempt]);
  });

  it('PostgreSQL stores an unpaired surrogate as U+FFFD, as SQLite does', async () => {
    const payin = samplePayin('M', { extra: 'a\uD800b' });
    await store.commit([{ write: 'insert_deposit', deposit: payin }]);
    expect((await store.deposits.get(payin.orderNo))?.kind === 'payin').toBe(true);
    expect(await store.deposits.get(payin.orderNo)).toMatchObject({ extra: 'a\uFFFDb' });
  });

  it('a string search ignores the case of ASCII letters only [contract:several.texts]', async () => {
    const payin = samplePayin('M', { extra: 'Straße ÄRGER' });
    await store.commit([{ write: 'insert_deposit', deposit: payin }]);
    const found = async (text: string) =>
      (await store.deposits.list({ kind: 'payin', text }, { limit: 5 })).items.length;
    expect([await found('sTRAße'), await found('Ärger'), await found('ärger')]).toEqual([1, 1, 0]);
  });
});

describe('round trip to the database', () => {
  it('all changes of one event loop turn share one round trip', async () => {
    const proxy = await postgresProxy(postgres.url());
    const near = await postgres.beside(store, { url: proxy.url });
    const create = () => {
      const deposit = samplePayin('M');
      return near.commit([
        { write: 'insert_deposit', deposit },
        {
          write: 'record',
          move: { orderNo: deposit.orderNo, at: t0, from: 'pending', to: 'success', by: 'clock' },
        },
        { write: 'post', transaction: creditDeposit(deposit, stamp()) },
        { write: 'enqueue', callback: sampleCallback('M', { orderNo: deposit.orderNo }) },
      ]);
    };
    await create();
    await near.merchants.get('M');
    proxy.passed();
    expect(await create()).toEqual(committed);
    const passed = proxy.passed();
    expect(passed.roundTrips).toBe(1);
    // The store sends a prepared statement without its SQL.
    expect(passed.sent).toBeLessThan(2_500);
    expect(passed.received).toBeLessThan(200);
    // Repeat the check, because a busy machine can add a round trip.
    const together = async () => {
      proxy.passed();
      await Promise.all(Array.from({ length: 20 }, create));
      expect(proxy.passed().roundTrips).toBe(1);
    };
    await vi.waitFor(together, { timeout: 120_000, interval: 1 });
    await near.merchants.get('M');
    expect(proxy.passed().roundTrips).toBe(1);
  });
});
