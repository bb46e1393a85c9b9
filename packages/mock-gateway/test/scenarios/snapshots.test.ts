import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Delivery, Sender } from '@inrgate/conformance/internal';
import { describe, expect, it, vi } from 'vitest';
import {
  afterStart,
  callerOf,
  minute,
  Orders,
  openGateway,
  orderNoOf,
  reopenGateway,
  start,
  temporaryFile,
} from './harness.ts';
import { answered, rejecting, ScriptedNetwork } from './sender.ts';
import { aWhile } from './statements.ts';

type Gateway = Awaited<ReturnType<typeof openGateway>>;

/** Returns the state that a restore replaces. */
async function stateOf(gateway: Gateway) {
  const [payins, payouts, links, callbacks, merchants, ledger, settings, clock] = await Promise.all([
    gateway.payins.list(),
    gateway.payouts.list(),
    gateway.links.list(),
    gateway.callbacks.list(),
    gateway.merchants.list(),
    gateway.merchants.ledger('DEMO1001'),
    gateway.settings.get(),
    gateway.clock.get(),
  ]);
  return { payins, payouts, links, callbacks, merchants, ledger, settings, clock };
}

async function populate(gateway: Gateway) {
  const orders = new Orders(gateway);
  await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://merchant.example/callbacks' });
  await gateway.payins.pay(await orders.payin());
  await orders.payin();
  await gateway.links.pay(await orders.link());
  await gateway.payouts.approve(await orders.payout({ amount: '500.00', upiId: 'asha@bank' }));
  await gateway.callbacks.settle();
}

async function changeEverything(gateway: Gateway) {
  await gateway.clock.advance('26h');
  await gateway.payins.pay(await new Orders(gateway).payin({ mchOrderNo: 'LATER' }));
  await gateway.createMerchant({ mchId: 'LATER' });
  await gateway.settings.update({ orderValidityMinutes: 5 });
  await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'drop' } });
}

describe.each([
  ['in memory', () => undefined],
  ['in a file', temporaryFile],
])('snapshots %s', (_where, file) => {
  it('a snapshot restores all data, any number of times', async () => {
    const gateway = await openGateway({ sender: new ScriptedNetwork(rejecting).send, db: file() });
    await populate(gateway);
    const before = await stateOf(gateway);
    const saved = await gateway.snapshots.save({ name: 'fixtures' });
    expect(saved).toEqual({ name: 'fixtures', createdAt: before.clock.now, orders: 4 });
    for (let time = 0; time < 3; time++) {
      await changeEverything(gateway);
      await gateway.snapshots.restore('fixtures');
      expect(await stateOf(gateway)).toEqual(before);
      expect((await gateway.faults.list()).items).toEqual([]);
      expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    }
    // Due work continues from the time in the snapshot.
    await gateway.clock.advance('1m');
    const [attempts] = (await gateway.callbacks.list()).items.map((callback) => callback.attempts.length);
    expect(attempts).toBe(2);
    expect(await callerOf(gateway).payin({ mchOrderNo: 'LATER' })).toMatchObject({ status: 200 });
  });

  it.each(['running', 'frozen'] as const)(
    'a snapshot saved during a move of a %s clock restores the instant at which it was saved',
    async (mode) => {
      let isMoving = false;
      const gateway = await openGateway({
        db: file(),
        clock: { now: start, mode },
        sender: async () => {
          if (isMoving) await gateway.snapshots.save({ name: 'during' });
          isMoving = false;
          return { ...answered, status: 500 };
        },
      });
      await gateway.merchants.update('DEMO1001', { callbackUrl: 'http://merchant.example/callbacks' });
      const [paid, open] = [
        await new Orders(gateway).payin(),
        await callerOf(gateway).payin({ mchOrderNo: 'OPEN' }),
      ];
      await gateway.payins.pay(paid);
      await gateway.callbacks.settle();
      isMoving = true;
      await gateway.clock.advance('24h');
      expect(await gateway.payins.get(orderNoOf(open))).toMatchObject({ status: 'expired' });
      await gateway.snapshots.restore('during');
      const { now, mode: restored } = await gateway.clock.get();
      expect([restored, now >= afterStart(minute), now < afterStart(30 * minute)]).toEqual([
        mode,
        true,
        true,
      ]);
      expect(await gateway.payins.get(orderNoOf(open))).toMatchObject({ status: 'pending' });
    },
  );

  it('snapshots can be listed by name, replaced and removed', async () => {
    const gateway = await openGateway({ db: file() });
    for (const name of ['b', 'a', 'b']) {
      await new Orders(gateway).payin({
        mchOrderNo: `${name}-${(await gateway.snapshots.list()).items.length}`,
      });
      await gateway.snapshots.save({ name });
    }
    const named = async () =>
      (await gateway.snapshots.list()).items.map(({ name, orders }) => [name, orders]);
    expect(await named()).toEqual([
      ['a', 2],
      ['b', 3],
    ]);
    await gateway.snapshots.remove('a');
    expect(await named()).toEqual([['b', 3]]);
    for (const call of [gateway.snapshots.remove, gateway.snapshots.restore])
      await expect(call('a')).rejects.toMatchObject({ code: 'not_found', status: 404 });
    await gateway.reset();
    expect(await named()).toEqual([['b', 3]]);
  });

  it.each(['', 'a/b', '../a', 'a b', '.a', 'a'.repeat(65)])(
    'a snapshot cannot use the name %j',
    async (name) => {
      const gateway = await openGateway({ db: file() });
      await expect(gateway.snapshots.save({ name })).rejects.toMatchObject({ code: 'invalid_body' });
    },
  );

  it('a restore is one step, so a request sees only the state before or after the restore', async () => {
    const gateway = await openGateway({ db: file() });
    const caller = callerOf(gateway);
    const early = await new Orders(gateway).payin({ mchOrderNo: 'EARLY' });
    await gateway.snapshots.save({ name: 'early' });
    await gateway.payins.pay(early);
    await new Orders(gateway).payin({ mchOrderNo: 'LATE' });
    const looks = async () => {
      const { items } = await gateway.payins.list();
      const numbers = items.map(({ mchOrderNo, status }) => `${mchOrderNo} ${status}`);
      return numbers.join(', ');
    };
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, looks),
      gateway.snapshots.restore('early').then(() => 'restored'),
      ...Array.from({ length: 20 }, looks),
      ...Array.from({ length: 20 }, (_, at) =>
        caller.payin({ mchOrderNo: `DURING-${at}` }).then(() => 'sent'),
      ),
    ]);
    const seen = new Set(
      answers
        .filter((answer) => answer.includes('EARLY'))
        .map((answer) => answer.replace(/DURING-\d+ pending, /g, '')),
    );
    const allowed = ['LATE pending, EARLY success', 'EARLY pending'];
    expect([...seen].filter((one) => !allowed.includes(one))).toEqual([]);
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    // If the response to a request follows the restore, the order must exist.
    const after = (await gateway.payins.list({ limit: 100 })).items;
    expect(after.find(({ mchOrderNo }) => mchOrderNo === 'EARLY')?.status).toBe('pending');
    expect(after.some(({ mchOrderNo }) => mchOrderNo === 'LATE')).toBe(false);
  });
});

it('snapshots of a store file survive a restart', async () => {
  const db = temporaryFile();
  const first = await openGateway({ db });
  await new Orders(first).payin({ mchOrderNo: 'EARLY' });
  await first.snapshots.save({ name: 'early' });
  await new Orders(first).payin({ mchOrderNo: 'LATE' });
  await first.close();
  const gateway = await reopenGateway(db);
  const copy = `${db}.snapshots/early.db`;
  const image = readFileSync(copy);
  const other = new DatabaseSync(copy);
  other.exec('PRAGMA user_version = 99');
  other.close();
  const before = await stateOf(gateway);
  await expect(gateway.snapshots.restore('early')).rejects.toMatchObject({
    code: 'not_supported',
    message: expect.stringMatching(/The snapshot early is damaged or from another version/),
  });
  expect(await stateOf(gateway)).toEqual(before);
  writeFileSync(copy, image);
  await gateway.snapshots.restore('early');
  expect((await gateway.payins.list()).items.map(({ mchOrderNo }) => mchOrderNo)).toEqual(['EARLY']);
  await gateway.snapshots.remove('early');
  expect(existsSync(copy)).toBe(false);
});

/** Opens a gateway with a frozen clock, whose advance by five hours waits for a delivery. */
async function duringAnAdvance(prepare: (gateway: Gateway) => Promise<unknown>) {
  const db = temporaryFile();
  const held = Promise.withResolvers<void>();
  const sent: Delivery[] = [];
  const send: Sender = async (delivery) => {
    sent.push(delivery);
    await held.promise;
    return answered;
  };
  const gateway = await openGateway({ db, sender: send });
  await gateway.clock.freeze();
  await prepare(gateway);
  const orders = new Orders(gateway);
  await gateway.payins.pay(await orders.payin({ mchOrderNo: 'PAID', notifyUrl: 'http://merchant.example/' }));
  await orders.payin({ mchOrderNo: 'UNPAID' });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const advance = gateway.clock.advance('5h');
  await aWhile();
  return { db, gateway, sent, advance, release: held.resolve };
}

it('a snapshot that is saved during an advance keeps its time after a restore and a restart', async () => {
  const { db, gateway, advance, release } = await duringAnAdvance(async () => {});
  const { now } = await gateway.clock.get();
  await gateway.snapshots.save({ name: 'during' });
  release();
  await advance;
  await gateway.snapshots.restore('during');
  expect((await gateway.clock.get()).now).toBe(now);
  await gateway.close();
  expect((await (await reopenGateway(db)).clock.get()).now).toBe(now);
});

it('a restore that fails ends neither an advance nor a delivery', async () => {
  const { db, gateway, sent, advance, release } = await duringAnAdvance((one) =>
    one.snapshots.save({ name: 'broken' }),
  );
  truncateSync(`${db}.snapshots/broken.db`, 20_000);
  await expect(gateway.snapshots.restore('broken')).rejects.toMatchObject({ code: 'not_supported' });
  release();
  await advance;
  expect(sent).toHaveLength(1);
  const list = (await gateway.payins.list()).items.map(({ status }) => status);
  expect(list).toEqual(['expired', 'success']);
});

it('an overview beside restores counts the orders of one snapshot', async () => {
  const gateway = await openGateway();
  await gateway.snapshots.save({ name: 'empty' });
  const orders = new Orders(gateway);
  for (const amount of ['200.00', '300.00']) {
    await orders.payin({ mchOrderNo: amount, amount });
    await orders.link({ client_ref: amount, amount });
  }
  await gateway.snapshots.save({ name: 'full' });
  for (const name of ['empty', 'full', 'empty', 'full']) {
    const overview = gateway.overview();
    await new Promise((resolve) => setImmediate(resolve));
    await gateway.snapshots.restore(name);
    const { payins, links } = await overview;
    expect(payins).toEqual(links);
  }
});

/** Changes a copy as another program could. */
function inCopy(sql: string) {
  return (copy: string) => {
    const database = new DatabaseSync(copy);
    database.exec(sql);
    database.close();
  };
}

it.each([
  ['is empty', (copy: string) => truncateSync(copy)],
  ['is cut in the middle', (copy: string) => truncateSync(copy, readFileSync(copy).length >> 1)],
  ['is not a database', (copy: string) => writeFileSync(copy, '{"createdAt":1}')],
  ['has damaged pages', (copy: string) => writeFileSync(copy, readFileSync(copy).fill(0xee, 8_192, 65_536))],
  ['has no description', inCopy('DROP TABLE snapshot')],
  ['has an empty description', inCopy('DELETE FROM snapshot')],
  ['has an impossible time', inCopy('UPDATE snapshot SET created_at = 9000000000000000')],
  ['has no data', inCopy('DROP TABLE entries')],
])('a snapshot that %s is reported at its restore and breaks no other call', async (_, damage) => {
  const db = temporaryFile();
  const gateway = await openGateway({ db });
  const paid = await new Orders(gateway).payin();
  await gateway.payins.pay(paid);
  for (const name of ['broken', 'sound']) await gateway.snapshots.save({ name });
  damage(`${db}.snapshots/broken.db`);
  const names = async () => (await gateway.snapshots.list()).items.map(({ name }) => name);
  expect(await names()).toContain('sound');
  await new Orders(gateway).payin({ mchOrderNo: 'LATER' });
  const before = await stateOf(gateway);
  await expect(gateway.snapshots.restore('broken')).rejects.toMatchObject({
    code: 'not_supported',
    message: 'The snapshot broken is damaged or from another version; save it again.',
  });
  expect(await stateOf(gateway)).toEqual(before);
  await gateway.snapshots.restore('sound');
  expect((await gateway.payins.list()).items.map(({ orderNo }) => orderNo)).toEqual([paid]);
  await gateway.snapshots.save({ name: 'broken' });
  await gateway.snapshots.restore('broken');
  damage(`${db}.snapshots/broken.db`);
  await gateway.snapshots.remove('broken');
  expect(await names()).toEqual(['sound']);
});
