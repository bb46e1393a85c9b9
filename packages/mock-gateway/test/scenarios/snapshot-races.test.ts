import type { Sender } from '@inrgate/conformance/internal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openGateway as openGatewayOn } from '../../src/gateway.ts';
import type { MockGateway } from '../../src/index.ts';
import { openFile } from '../../src/store/sqlite/database.ts';
import { SearchIndex } from '../../src/store/sqlite/search-index.ts';
import { storeOver } from '../../src/store/sqlite/sqlite-store.ts';
import { callerOf, Orders, openGateway, start, temporaryFile } from './harness.ts';
import { answered, ScriptedNetwork } from './sender.ts';

const mchId = 'DEMO1001';
const early = 30;
const ledgerPath = `/merchants/${mchId}/ledger?limit=1000`;

async function read(gateway: MockGateway, path: string) {
  const response = await gateway.fetch(gateway.controlUrl + path);
  return { status: response.status, body: await response.json() };
}

/**
 * Saves a snapshot that contains thirty open pay-ins. Later, these and thirty further pay-ins are paid, and the money
 * is paid out.
 */
async function stage(db: string | undefined) {
  const network = new ScriptedNetwork();
  const gateway = await openGateway({ sender: network.send, ...(db !== undefined && { db }) });
  await gateway.merchants.update(mchId, { callbackUrl: 'http://merchant.example/callbacks' });
  const orders = new Orders(gateway);
  const open: string[] = [];
  for (let made = 0; made < early; made++) open.push(await orders.payin({ amount: '600.00' }));
  await gateway.snapshots.save({ name: 'early' });
  const later = async () => {
    for (const orderNo of open) await gateway.payins.pay(orderNo);
    for (let made = 0; made < early; made++)
      await gateway.payins.pay(await orders.payin({ amount: '700.00' }));
    await gateway.callbacks.settle();
  };
  return { gateway, later, open };
}

it('a text search after a restore that interrupts a clock move finds exactly the orders of the snapshot', async () => {
  const file = temporaryFile();
  const db = openFile(file);
  const index = new SearchIndex(db, 0);
  let isMoving = false;
  let restored: Promise<void> | undefined;
  const sender: Sender = async () => {
    if (isMoving) restored ??= gateway.snapshots.restore('early');
    return { ...answered, status: 500 };
  };
  const clock = { now: start, mode: 'frozen' } as const;
  const gateway: MockGateway = await openGatewayOn({ sender, clock }, () =>
    storeOver(db, file, Date.now, index),
  );
  onTestFinished(() => gateway.close());
  const orders = new Orders(gateway);
  const search = async (text: string) => {
    const found = async () => (await gateway.payins.list({ text })).items.length;
    await found();
    await vi.waitUntil(() => !index.isFed, { timeout: 30_000, interval: 1 });
    return found();
  };
  for (const extra of ['a fan', 'a lamp']) await orders.payin({ extra });
  await gateway.snapshots.save({ name: 'early' });
  const later = await orders.payin({ extra: 'another fan' });
  expect(await search('fan')).toBe(2);
  await gateway.merchants.update(mchId, { callbackUrl: 'http://merchant.example/callbacks' });
  await gateway.payins.pay(later);
  await gateway.callbacks.settle();
  isMoving = true;
  await expect(gateway.clock.advance('24h')).rejects.toMatchObject({ code: 'illegal_transition' });
  await restored;
  expect(await search('fan')).toBe(1);
  // This order has the sequence number of a deleted order that the index contained.
  await orders.payin({ extra: 'another lamp' });
  expect(await search('lamp')).toBe(2);
});

/**
 * Reads the state in each response. It must be the state before or after the restore. Any other state is a mixture of
 * both.
 */
const looks: Readonly<Record<string, (body: never) => string>> = {
  '/payins?limit=200': ({ items }: { items: { status: string }[] }) =>
    `${items.length} ${[...new Set(items.map(({ status }) => status))].join()}`,
  '/overview': ({ payins }: { payins: object }) => JSON.stringify(payins),
  [ledgerPath]: ({ accounts, entries }: { accounts: { balance: string }[]; entries: [] }) =>
    `${accounts.map(({ balance }) => balance).join()} ${entries.length}`,
  '/ledger/check': ({ balanced, problems }: { balanced: boolean; problems: string[] }) =>
    `${balanced} ${problems.join()}`,
  '/callbacks?limit=200': ({ items }: { items: { state: string; attempts: unknown[] }[] }) =>
    `${items.length} ${items.filter(({ state, attempts }) => state !== 'delivered' || attempts.length !== 1).length}`,
};

describe.each([
  ['in memory', () => undefined, Object.keys(looks)],
  // Calls on a file use the same code as calls in memory, but wait for the disk.
  ['in a file', temporaryFile, [ledgerPath]],
])('restore %s', (_where, file, paths) => {
  it.each(paths)('a request for %s sees a restore completely or not at all', async (path) => {
    const { gateway, later } = await stage(file());
    const look = async () => {
      const { status, body } = await read(gateway, path);
      return `${status} ${looks[path]?.(body as never)}`;
    };
    const after = await look();
    await later();
    const before = await look();
    const seen: Promise<string>[] = [];
    let isDone = false;
    const restored = gateway.snapshots.restore('early').then(() => {
      isDone = true;
    });
    // Make one call in each microtask and each turn of the event loop, so a call begins at every step of the restore.
    for (let turn = 0; !isDone; turn++) {
      seen.push(look());
      await (turn % 3 === 0 ? new Promise(setImmediate) : Promise.resolve());
    }
    await restored;
    expect([...new Set(await Promise.all(seen))].filter((one) => one !== before && one !== after)).toEqual(
      [],
    );
    expect(await look()).toBe(after);
  });

  it('creates, payments and deliveries that a restore interrupts are either complete or deleted', async () => {
    const { gateway, later, open } = await stage(file());
    await later();
    const caller = callerOf(gateway);
    const sent = Array.from({ length: 40 }, (_, at) =>
      caller
        .payin({ mchOrderNo: `NEW-${at}`, amount: '600.00' })
        .then((answer) => String(answer.data['orderNo'])),
    );
    const paid = open.map((orderNo) =>
      gateway.payins.pay(orderNo).catch((error: { code: string }) => error.code),
    );
    const resent = open.map((orderNo) => gateway.payins.resend(orderNo).catch(() => null));
    const restored = gateway.snapshots.restore('early');
    const again = open.map((orderNo) =>
      gateway.payins.pay(orderNo).catch((error: { code: string }) => error.code),
    );
    await Promise.all([restored, ...sent, ...paid, ...resent, ...again]);
    await gateway.callbacks.settle();
    expect(await gateway.ledger.check()).toMatchObject({ balanced: true, problems: [] });
    const { items } = await gateway.payins.list({ limit: 200 });
    // Every order must be from the snapshot, or created after the restore. Every order number in a response must exist.
    expect(new Set(items.map(({ mchOrderNo }) => mchOrderNo.replace(/\d+$/, '')))).toEqual(
      new Set(['P-', 'NEW-']),
    );
    expect(items.filter(({ amount }) => amount === '700.00')).toEqual([]);
    const { entries } = await gateway.merchants.ledger(mchId, { limit: 1000 });
    const successes = items.filter(({ status }) => status === 'success').map(({ orderNo }) => orderNo);
    const credits = entries
      .filter(({ kind, account }) => kind === 'payin' && account === `merchant:${mchId}:available`)
      .map(({ orderNo }) => orderNo);
    expect(credits.toSorted()).toEqual(successes.toSorted());
    const callbacks = (await gateway.callbacks.list({ limit: 200 })).items;
    expect(callbacks.map(({ orderNo }) => orderNo).toSorted()).toEqual(successes.toSorted());
  });
});
