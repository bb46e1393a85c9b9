import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openGateway as open } from '../../src/gateway.ts';
import { backendOver } from '../../src/open-backend.ts';
import { commit, type Ports } from '../../src/operations/ports.ts';
import { createClaims } from '../../src/store/sqlite/claims-table.ts';
import { openMemory } from '../../src/store/sqlite/database.ts';
import { openStore, storeOver } from '../../src/store/sqlite/sqlite-store.ts';
import type { Change } from '../../src/store/store.ts';
import { aMerchant } from '../builders.ts';
import { Orders, start } from './harness.ts';
import { ScriptedNetwork } from './sender.ts';

/** Rows that several transactions lock, in lock order. */
const shared: readonly (readonly [kind: string, statement: RegExp])[] = [
  ['0 configuration', /^(?:INSERT INTO|UPDATE) config\b/],
  ['1 settings', /^(?:INSERT INTO|UPDATE) settings\b/],
  ['2 clock', /^(?:INSERT INTO|UPDATE) clock\b/],
  ['3 merchant', /^(?:INSERT INTO|UPDATE) merchants\b/],
  ['4 order', /^(?:INSERT INTO|UPDATE) (?:deposits|payouts)\b/],
  ['5 account', /^UPDATE accounts SET .* WHERE name = '([^']+)'/s],
  ['6 day', /^(?:INSERT INTO|UPDATE) daily_withdrawals\b/],
];

/** Returns the rows that each transaction locks, in order. Omits accounts that the transaction created. */
function takenBy(statements: readonly string[]): readonly (readonly string[])[] {
  const transactions: Set<string>[] = [];
  let made = new Set<string>();
  for (const statement of statements) {
    if (/^(?:BEGIN|SAVEPOINT)/.test(statement)) {
      transactions.push(new Set());
      made = new Set();
    }
    const [, own] = /^INSERT INTO accounts .* VALUES \('([^']+)'/.exec(statement) ?? [];
    if (own !== undefined) made.add(own);
    for (const [kind, pattern] of shared) {
      const found = pattern.exec(statement);
      if (found !== null && !made.has(found[1] ?? '')) transactions.at(-1)?.add(`${kind} ${found[1] ?? ''}`);
    }
  }
  return transactions.map((taken) => [...taken]);
}

it('every transaction locks shared rows in the same order', async () => {
  const statements: string[] = [];
  const db = new Database(openMemory().serialize(), {
    verbose: (statement) => statements.push(String(statement)),
  });
  db.exec(createClaims);
  const shop = { mchId: 'SHOP', mchKey: 'key-of-shop', mchSecret: 'secret-of-shop', balance: '5000.00' };
  const gateway = await open(
    {
      merchants: [shop, { ...shop, mchId: 'ANOTHER', mchKey: 'key-of-another' }],
      clock: { now: start, mode: 'frozen' },
      sender: new ScriptedNetwork().send,
    },
    ({ clock = {} }) => backendOver(storeOver(db, 'a test'), clock),
  );
  onTestFinished(() => gateway.close());
  await gateway.merchants.update('SHOP', { callbackUrl: 'http://shop.example/callbacks' });
  await gateway.merchants.credit('SHOP', { amount: '9000.00' });
  await gateway.createMerchant();
  await gateway.settings.update({ latePayments: 'credit' });
  await gateway.merchants.testCallback('SHOP');
  const orders = new Orders(gateway);
  await gateway.payins.pay(await orders.payin());
  await gateway.payins.fail(await orders.payin());
  await gateway.links.pay(await orders.link());
  const [paid, rejected, cancelled] = [await orders.payout(), await orders.payout(), await orders.payout()];
  await gateway.payouts.approve(paid);
  await gateway.payouts.complete(paid);
  await gateway.payouts.reject(rejected);
  await gateway.payouts.approve(cancelled);
  await gateway.payouts.cancel(cancelled);
  await orders.payin();
  await gateway.clock.advance('1h');
  await gateway.reset();
  await orders.payout();

  const taken = takenBy(statements);
  for (const rows of taken) expect(rows).toEqual(rows.toSorted());
  // The test must have seen the locks of each kind of operation.
  expect(taken).toContainEqual([
    '4 order ',
    '5 account merchant:SHOP:available',
    '5 account merchant:SHOP:held',
    '6 day ',
  ]);
  expect(taken).toContainEqual([
    '4 order ',
    '5 account gateway:fees',
    '5 account gateway:paid_out',
    '5 account merchant:SHOP:held',
  ]);
  expect(taken).toContainEqual([
    '4 order ',
    '5 account gateway:collected',
    '5 account gateway:fees',
    '5 account merchant:SHOP:available',
  ]);
  expect(taken).toContainEqual(['5 account gateway:topups', '5 account merchant:SHOP:available']);
  expect(new Set(taken.flat()).size).toBeGreaterThan(9);
});

it('the parts of a change reach the store in the order of their locks', async () => {
  const store = openStore(null);
  onTestFinished(() => store.close());
  const asked: Change[] = [];
  const watched = {
    ...store,
    commit: (change: Change) => store.commit(change).finally(() => asked.push(change)),
  };
  const day = { write: 'add_daily', mchId: 'M', day: '2026-11-20', amount: 1n, max: null } as const;
  const merchant = { write: 'insert_merchant', merchant: aMerchant({ mchId: 'M' }) } as const;
  const ports = { store: watched, isPresent: () => true, committed: () => {} } as unknown as Ports;
  expect(await commit(ports, [day, merchant])).toEqual({ committed: true });
  expect(asked).toEqual([[merchant, day]]);
});
