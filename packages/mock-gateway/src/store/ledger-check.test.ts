import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aMerchant, aPayout, noon } from '../../test/builders.ts';
import { inFrontOfStatements } from '../../test/scenarios/statements.ts';
import { holdPayout, topUp } from '../domain/ledger.ts';
import { Store } from './store.ts';

let store: Store;
/** The connection of the store, for changes that no code of the gateway makes. */
let db: DatabaseSync;
beforeEach(() => {
  store = new Store(null);
  const remove = inFrontOfStatements(({ database }, run) => {
    db = database;
    return run();
  });
  store.write(() => {
    store.merchants.insert(aMerchant({ mchId: 'M' }));
    store.ledger.post(topUp('M', 500_000n, { id: 'tx_1', at: noon }));
  });
  store.commit();
  remove();
});
afterEach(() => store.close());

const turn = () => new Promise((resolve) => setImmediate(resolve));

it.each(['entries', 'transactions'])('the journal is append-only: %s [invariant:2]', (table) => {
  expect(() => db.exec(`DELETE FROM ${table}`)).toThrow('append-only');
  const column = table === 'entries' ? 'amount' : 'at';
  expect(() => db.exec(`UPDATE ${table} SET ${column} = ${column} + 1`)).toThrow('append-only');
});

it('the journal stays append-only after a reset [invariant:2]', () => {
  store.startOver(() => {
    store.merchants.insert(aMerchant({ mchId: 'M' }));
    store.ledger.post(topUp('M', 1n, { id: 'tx_2', at: noon }));
  });
  expect(() => db.exec('DELETE FROM entries')).toThrow('append-only');
});

it('the store never lets a wallet become negative, whichever program writes to the wallet', () => {
  expect(() => db.exec(`UPDATE accounts SET balance = -1 WHERE name = 'merchant:M:held'`)).toThrow('CHECK');
});

describe('ledger check [contract:control.ledger-check]', () => {
  it('a check finds a cached balance that differs from its entries', async () => {
    expect(await store.ledger.check()).toEqual({ balanced: true, accounts: 6, entries: 2, problems: [] });
    db.exec(`UPDATE accounts SET balance = balance + 1 WHERE name = 'merchant:M:available'`);
    expect(await store.ledger.check()).toMatchObject({
      balanced: false,
      problems: ['account merchant:M:available: the cached balance differs from the sum of its entries'],
    });
  });

  it('a check finds a transaction that does not sum to zero', async () => {
    db.exec(`INSERT INTO entries SELECT 1, seq, 1, 9 FROM accounts WHERE name = 'gateway:fees'`);
    db.exec(`UPDATE accounts SET balance = balance + 1 WHERE name = 'gateway:fees'`);
    const { problems } = await store.ledger.check();
    expect(problems).toEqual(['the entries of transaction tx_1 do not sum to zero']);
  });

  it('a check finds a held amount that differs from the open payouts', async () => {
    const payout = aPayout({ mchId: 'M' });
    store.write(() => {
      store.payouts.insert(payout);
      store.ledger.post(holdPayout(payout, { id: 'tx_2', at: noon }));
    });
    await store.onDisk();
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

    it('a check reads the journal in several turns while the journal grows', async () => {
      let turns = 0;
      const count = () => {
        turns += 1;
        timer = setImmediate(count);
      };
      let timer = setImmediate(count);
      const checking = store.ledger.check();
      await turn();
      store.write(() => store.ledger.post(topUp('M', 500n, { id: 'tx_2', at: noon })));
      expect(await checking).toEqual({ balanced: true, accounts: 6, entries: 40_004, problems: [] });
      clearImmediate(timer);
      expect(turns).toBeGreaterThan(2);
    });

    it('a check starts again if a reset interrupts it', async () => {
      const checking = store.ledger.check();
      await turn();
      store.startOver(() => store.merchants.insert(aMerchant({ mchId: 'M' })));
      expect(await checking).toMatchObject({ balanced: true, entries: 0, problems: [] });
    });

    it('a check ends when the store closes', async () => {
      const checking = store.ledger.check();
      const ended = expect(checking).rejects.toMatchObject({ code: 'store_closed' });
      await turn();
      store.close();
      await ended;
    });
  });
});
