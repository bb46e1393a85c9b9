import { expect, it } from 'vitest';
import { postgresForTests } from '../../../test/postgres.ts';
import type { Database } from '../connection/database.ts';
import { migrate } from '../schema/migrations.ts';
import { ClusterPoller, type ClusterUpdate } from './cluster-poller.ts';
import { SharedClock } from './shared-clock.ts';

const postgres = postgresForTests();
const minute = 60_000;

function pollerOn(database: Database, owner = 'one') {
  const updates: ClusterUpdate[] = [];
  const poller = new ClusterPoller({ database, owner, update: (update) => updates.push(update) });
  return { poller, updates };
}

/** A gateway's clock, with a poller that follows the clocks of other instances. */
function clockOn(database: Database, owner: string) {
  const shared = new SharedClock({ database, owner, failed: () => {} });
  const generations: number[] = [];
  const update = (update: ClusterUpdate) => {
    shared.take(update, generations.at(-1) !== update.known.generation);
    generations.push(update.known.generation);
  };
  return { shared, poller: new ClusterPoller({ database, owner, update }) };
}

async function openMigrated() {
  const database = await postgres.open({ schema: postgres.schema() });
  await migrate(database);
  const { schema } = database;
  const write = (text: string) => database.write({ text: text.replaceAll('$$', schema) });
  return { database, write };
}

const merchant = (mchId: string) => `INSERT INTO $$.merchants
  (mch_id, mch_key, mch_secret, callback_format, ip_allow_list, inr_enabled, usdt_enabled, suspended, payin_min,
    payin_max, payout_min, payout_max, payout_daily, version)
  VALUES ('${mchId}', 'key-${mchId}', 'secret-${mchId}', 'json', '[]', true, true, false, 1, 2, 1, 2, 3, 1)`;

it('a call during a query of the poller waits for the next query, which returns all earlier changes', async () => {
  const { database, write } = await openMigrated();
  const { poller, updates } = pollerOn(database);
  const first = poller.synchronize();
  await write(merchant('A'));
  await Promise.all([first, poller.synchronize(), poller.synchronize(), poller.synchronize()]);
  expect(updates.length).toBeLessThanOrEqual(2);
  expect(updates.at(-1)?.known.merchantsVersion).toBe(1);
});

it('a poller returns each key only once, until a new generation begins', async () => {
  const { database, write } = await openMigrated();
  const { poller, updates } = pollerOn(database);
  const keysOfNext = async () => {
    await poller.synchronize();
    return updates.at(-1)?.keys.map(({ mchKey }) => mchKey);
  };
  expect(await keysOfNext()).toEqual([]);
  await write(merchant('A'));
  await write(merchant('B'));
  expect(await keysOfNext()).toEqual(['key-A', 'key-B']);
  await write(`UPDATE $$.merchants SET mch_key = 'another' WHERE mch_id = 'A'`);
  expect(await keysOfNext()).toEqual(['another']);
  expect(await keysOfNext()).toEqual([]);
  await write('UPDATE $$.gateway SET era = era + 1');
  expect(await keysOfNext()).toEqual(['key-A', 'key-B', 'another']);
});

it('a poller reconnects automatically after an outage of the database', async () => {
  const database = await postgres.open({ schema: postgres.schema() });
  await migrate(database);
  const { poller } = pollerOn(database);
  await poller.synchronize();
  await database.close();
  await expect(poller.synchronize()).rejects.toMatchObject({ code: 'store_closed' });
  expect(poller.isReached).toBe(true);
  const nobody = await postgres.open({ url: 'postgres://127.0.0.1:1/nothing', patience: 100 });
  const lost = pollerOn(nobody).poller;
  await expect(lost.synchronize()).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(lost.isReached).toBe(false);
});

it('a caller that waits for a running query stops waiting when the database is unreachable', async () => {
  const nobody = await postgres.open({ url: 'postgres://127.0.0.1:1/nothing', patience: 3_000 });
  const lost = pollerOn(nobody).poller;
  const began = performance.now();
  const afterMs = (asked: Promise<void>) => asked.catch(() => performance.now() - began);
  const first = afterMs(lost.synchronize());
  // After this turn of the event loop, the query has been sent.
  await new Promise((resolve) => setImmediate(resolve));
  const next = afterMs(lost.synchronize());
  expect(await next).toBeLessThan(1.5 * Number(await first));
});

it('the clocks of other instances do not run while one instance steps its clock [contract:several.clock]', async () => {
  const { database, write } = await openMigrated();
  const ends = ['one', 'other'].map((owner) => clockOn(database, owner));
  const [one, other] = ends;
  if (one === undefined || other === undefined) throw new Error('there are two');
  for (const { poller } of ends) await poller.synchronize();
  const before = one.shared.clock.now();
  await one.shared.stand(before + minute);
  await write(`INSERT INTO $$.clock VALUES (true, ${10 * minute}, NULL, 1)`);
  for (const { poller } of ends) await poller.synchronize();
  expect([other.shared.clock.now(), other.shared.clock.isTicking]).toEqual([before + minute, false]);
  expect(one.shared.clock.isTicking).toBe(true);
  await one.shared.stand(before + 2 * minute);
  await other.poller.synchronize();
  expect(other.shared.clock.now()).toBe(before + 2 * minute);
  // The stepping instance dies, so no lease is renewed.
  one.shared.end();
  await write(`UPDATE $$.standing SET until = clock_timestamp()`);
  await other.poller.synchronize();
  expect(other.shared.clock.isTicking).toBe(true);
  expect(other.shared.clock.now()).toBeGreaterThanOrEqual(before + 10 * minute);
});

it('an instance stops stepping the clock after a long silence or a change by another instance [contract:several.clock]', async () => {
  const { database, write } = await openMigrated();
  const stopped = { name: 'ClockError', code: 'clock_stopped' };
  const ends = ['one', 'other'].map((owner) => clockOn(database, owner));
  for (const { poller } of ends) await poller.synchronize();
  const [one, other] = ends.map(({ shared }) => shared);
  if (one === undefined || other === undefined) throw new Error('there are two');
  await one.stand(1);
  await expect(other.stand(2)).rejects.toMatchObject(stopped);
  await write('INSERT INTO $$.clock VALUES (true, 0, NULL, 1)');
  await one.stand(3);
  // Another instance moves the clock.
  await write('UPDATE $$.clock SET version = 2');
  await expect(one.stand(4)).rejects.toMatchObject(stopped);
  await write('UPDATE $$.clock SET version = 1');
  // After a reset, the clock can have the same version again.
  await write('UPDATE $$.gateway SET era = era + 1');
  await expect(one.stand(4)).rejects.toMatchObject(stopped);
  await write('UPDATE $$.gateway SET era = era - 1');
  await write(`UPDATE $$.standing SET until = clock_timestamp()`);
  await expect(one.stand(4)).rejects.toMatchObject(stopped);
  const [{ at } = { at: 0n }] = await database.read<{ at: bigint }>({
    text: `SELECT at FROM ${database.schema}.standing`,
  });
  expect(at).toBe(3n);
  one.end();
  other.end();
});

it('an instance that was silent too long never shows an earlier time than other instances [contract:several.clock]', async () => {
  const { database, write } = await openMigrated();
  const { shared, poller } = clockOn(database, 'one');
  await poller.synchronize();
  const held = shared.clock.hold();
  const before = shared.clock.now();
  await shared.stand(before);
  await write(`INSERT INTO $$.clock VALUES (true, ${10 * minute}, NULL, 1)`);
  await poller.synchronize();
  expect(shared.clock.now()).toBe(before);
  await write(`UPDATE $$.standing SET until = clock_timestamp()`);
  await poller.synchronize();
  expect(shared.clock.now()).toBeGreaterThanOrEqual(before + 10 * minute);
  expect(() => held.moveTo(before + 20 * minute)).toThrow(expect.objectContaining({ code: 'clock_stopped' }));
  expect(held.release()).toBe(false);
});

it('an instance that receives earlier clock moves late shows no earlier time than the stopped instances [contract:several.clock]', async () => {
  const { database, write } = await openMigrated();
  const asked = Promise.withResolvers<void>();
  const late: Database = {
    ...database,
    write: async (statement) => {
      await asked.promise;
      return database.write(statement);
    },
  };
  const { shared, poller } = clockOn(late, 'one');
  await poller.synchronize();
  const held = shared.clock.hold();
  const before = shared.clock.now();
  const standing = shared.stand(before);
  await write(`INSERT INTO $$.clock VALUES (true, ${10 * minute}, NULL, 1)`);
  await poller.synchronize();
  expect(shared.clock.now()).toBeGreaterThanOrEqual(before + 10 * minute);
  asked.resolve();
  await expect(standing).rejects.toMatchObject({ code: 'clock_stopped' });
  expect(held.release()).toBe(false);
});

it('a query that started before the other clocks stopped does not release those clocks [contract:several.clock]', async () => {
  const { database } = await openMigrated();
  const shared = new SharedClock({ database, owner: 'one', failed: () => {} });
  const { poller, updates } = pollerOn(database);
  await poller.synchronize();
  const [before] = updates;
  if (before === undefined) throw new Error('there is one');
  shared.take(before, true);
  const held = shared.clock.hold();
  await shared.stand(shared.clock.now());
  shared.take(before, false);
  expect(shared.clock.isTicking).toBe(false);
  const clock = { version: 2, value: { offset: 10 * minute, frozenAt: null } };
  shared.take({ ...before, known: { ...before.known, clock } }, false);
  expect(shared.clock.now()).toBeGreaterThan(Date.now() + 9 * minute);
  expect(held.release()).toBe(false);
});

it('an instance stops stepping the clock if it learns of the stopped clocks only after a reset [contract:several.clock]', async () => {
  const { database, write } = await openMigrated();
  const [stood, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late: Database = {
    ...database,
    write: async (statement) => {
      const rows = await database.write(statement);
      stood.resolve();
      await heard.promise;
      return rows as never;
    },
  };
  const { shared, poller } = clockOn(late, 'one');
  await poller.synchronize();
  const standing = shared.stand(1);
  await stood.promise;
  await write('UPDATE $$.gateway SET era = era + 1');
  await poller.synchronize();
  heard.resolve();
  await expect(standing).rejects.toMatchObject({ name: 'ClockError', code: 'clock_stopped' });
  shared.end();
});

it('an instance notices a reset while it steps the clock', async () => {
  const { database, write } = await openMigrated();
  const { shared, poller } = clockOn(database, 'one');
  await write(`INSERT INTO $$.clock VALUES (true, ${10 * minute}, NULL, 1)`);
  await poller.synchronize();
  const held = shared.clock.hold();
  await shared.stand(shared.clock.now());
  await write('DELETE FROM $$.clock');
  await write('DELETE FROM $$.standing');
  await write('UPDATE $$.gateway SET era = era + 1');
  await poller.synchronize();
  expect(shared.clock.now()).toBeLessThan(Date.now() + minute);
  expect(held.release()).toBe(false);
});

it('an instance on a machine with a wrong clock uses the time of the database', async () => {
  const { database } = await openMigrated();
  const shared = new SharedClock({ database, owner: 'one', failed: () => {} });
  const { poller, updates } = pollerOn(database);
  await poller.synchronize();
  const [update] = updates;
  if (update === undefined) throw new Error('there is one');
  shared.take({ ...update, databaseTime: Date.now() + minute }, true);
  expect(shared.clock.now() - Date.now()).toBeGreaterThan(minute - 1_000);
  const { clock } = new SharedClock({ database, owner: 'two', failed: () => {} });
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(100);
});
