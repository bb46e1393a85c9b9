import { copyFileSync } from 'node:fs';
import { httpSender } from '@inrgate/conformance/internal';
import { describe, expect, it } from 'vitest';
import { afterStart, minute, Orders, openGateway, reopenGateway, start, temporaryFile } from './harness.ts';
import { accept, hang, Receiver, reject } from './receiver.ts';
import { patient, rejecting, ScriptedNetwork } from './sender.ts';

const callbackUrl = 'http://merchant.example/callbacks';

describe('restart with a file', () => {
  it('retries continue on schedule after a restart, with the same bytes and attempt numbers [reading:callbacks.fixed-body] [invariant:6] [invariant:7]', async () => {
    const db = temporaryFile();
    const network = new ScriptedNetwork(rejecting);
    const first = await openGateway({ db, sender: network.send });
    const keys = await first.createMerchant({ callbackUrl });
    const orderNo = await new Orders(first, keys).payin();
    await first.payins.pay(orderNo);
    await first.clock.advance('2m');
    expect(network.sent).toHaveLength(2);
    await first.close();

    const second = await reopenGateway(db, { sender: network.send });
    const [callback] = (await second.callbacks.list({ orderNo })).items;
    expect(callback).toMatchObject({ state: 'pending', nextAttemptAt: afterStart(6 * minute) });
    await second.clock.advance('3m');
    expect(network.sent).toHaveLength(2);
    network.script = () => ({});
    await second.clock.advance('1m');
    expect(network.sent).toHaveLength(3);
    expect(new Set(network.sent.map(({ body }) => body)).size).toBe(1);
    expect((await second.callbacks.list({ orderNo })).items).toMatchObject([
      { state: 'delivered', attempts: [{ number: 1 }, { number: 2 }, { number: 3, ok: true }] },
    ]);
  });

  it('after a restart, the gateway repeats a delivery that its close aborted and does not count the aborted attempt', async () => {
    const db = temporaryFile();
    const first = await openGateway({ db, sender: patient });
    const receiver = await Receiver.open(hang);
    const keys = await first.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(first, keys).payin();
    await first.payins.pay(orderNo);
    await receiver.arrived(1);
    await first.close();

    receiver.reply = accept;
    const second = await reopenGateway(db);
    await second.callbacks.settle();
    expect((await second.callbacks.list({ orderNo })).items).toMatchObject([
      { state: 'delivered', attempts: [{ number: 1, ok: true }] },
    ]);
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });

  it('the gateway immediately repeats a delivery that a crash interrupts, with the same bytes [invariant:7] [invariant:8]', async () => {
    const db = temporaryFile();
    const crashed = await openGateway({ db, sender: patient });
    const receiver = await Receiver.open(hang);
    const keys = await crashed.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(crashed, keys).payin();
    await crashed.payins.pay(orderNo);
    await receiver.arrived(1);
    // Copy the file, because the copy is the state that a kill would leave.
    const left = temporaryFile('left.db');
    for (const part of ['', '-wal']) copyFileSync(db + part, left + part);

    receiver.reply = accept;
    const second = await reopenGateway(left);
    await second.callbacks.settle();
    expect((await second.callbacks.list({ orderNo })).items).toMatchObject([
      { state: 'delivered', attempts: [{ number: 1, ok: true }] },
    ]);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  });

  it('the gateway still sends the callback of an order that was committed just before a crash [invariant:7]', async () => {
    const db = temporaryFile();
    const lost = new ScriptedNetwork(() => ({ failure: 'aborted' }));
    const first = await openGateway({ db, sender: lost.send });
    const keys = await first.createMerchant({ callbackUrl });
    const orderNo = await new Orders(first, keys).payin();
    await first.payins.pay(orderNo);
    await first.close();

    const network = new ScriptedNetwork();
    const second = await reopenGateway(db, { sender: network.send });
    await second.callbacks.settle();
    expect(network.sent).toHaveLength(1);
    expect((await second.callbacks.list({ orderNo })).items).toMatchObject([{ state: 'delivered' }]);
  });

  it('a restart immediately runs the work that was due during the downtime', async () => {
    const db = temporaryFile();
    const network = new ScriptedNetwork(rejecting);
    const first = await openGateway({ db, sender: network.send });
    const keys = await first.createMerchant({ callbackUrl });
    const orders = new Orders(first, keys);
    const orderNo = await orders.payin();
    const unpaid = await orders.payin();
    await first.payins.pay(orderNo);
    await first.callbacks.settle();
    await first.close();

    network.script = () => ({});
    const second = await reopenGateway(db, {
      sender: network.send,
      clock: { now: afterStart(45 * minute), mode: 'frozen' },
    });
    await second.callbacks.settle();
    expect(network.sent).toHaveLength(2);
    expect(await second.payins.get(unpaid)).toMatchObject({ status: 'expired' });
  });
});

describe('receiver that hangs [invariant:9] [reading:callbacks.receivers-apart]', () => {
  it('a receiver that hangs delays no other receiver, however many callbacks are waiting', async () => {
    const gateway = await openGateway({ sender: patient });
    const hung = await Receiver.open(hang);
    const well = await Receiver.open();
    const toHung = new Orders(gateway, await gateway.createMerchant({ callbackUrl: hung.url }));
    const toWell = new Orders(gateway, await gateway.createMerchant({ callbackUrl: well.url }));
    for (let order = 0; order < 40; order++) await gateway.payins.pay(await toHung.payin());
    await hung.arrived(4);
    const orderNo = await toWell.payin();
    await gateway.payins.pay(orderNo);
    await well.arrived(1);
    expect(hung.received.length).toBeLessThan(40);
    expect((await gateway.callbacks.list({ state: 'delivering' })).items.length).toBeGreaterThanOrEqual(4);
    // The delivery must not have waited for the end of a hung delivery.
    const { items: waiting } = await gateway.callbacks.list({ state: 'pending' });
    expect(waiting.flatMap(({ attempts }) => attempts)).toEqual([]);
    expect(await gateway.callbacks.settle({ timeoutMs: 0 })).toMatchObject({ settled: false });
  });

  it('a receiver that hangs delays only its own host and port', async () => {
    const gateway = await openGateway({ sender: patient });
    const receivers = await Promise.all(Array.from({ length: 9 }, () => Receiver.open(hang)));
    const well = await Receiver.open();
    for (const receiver of receivers) {
      const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: receiver.url }));
      await gateway.payins.pay(await orders.payin());
    }
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: well.url }));
    await gateway.payins.pay(await orders.payin());
    await Promise.all(receivers.map((receiver) => receiver.arrived(1)));
    await well.arrived(1);
  });

  it('a receiver that hangs never stops the clock [contract:control.clock]', async () => {
    const gateway = await openGateway({ sender: httpSender({ timeoutMs: 50 }) });
    const hung = await Receiver.open(hang);
    const keys = await gateway.createMerchant({ callbackUrl: hung.url });
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    await gateway.clock.advance('8h');
    const [callback] = (await gateway.callbacks.list({ orderNo })).items;
    expect(callback?.state).toBe('failed');
    const reasons = callback?.attempts.map(({ reason }) => reason);
    expect(reasons).toEqual(new Array(6).fill(expect.stringMatching(/^no response within/)));
    // On a busy machine, an attempt can time out before it sends a byte.
    expect(hung.received.length).toBeLessThanOrEqual(6);
  });

  it('a receiver that hangs delays the close of the gateway only for a bounded time', async () => {
    // With this sender, the deliveries end only long after the test.
    const gateway = await openGateway({ sender: patient });
    const hung = await Receiver.open(hang);
    const keys = await gateway.createMerchant({ callbackUrl: hung.url });
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await hung.arrived(1);
    const started = performance.now();
    await gateway.close();
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('settle [contract:control.settle]', () => {
  it('settle returns the number of remaining retries when no delivery is running or due', async () => {
    const gateway = await openGateway();
    const receiver = await Receiver.open(reject);
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: receiver.url }));
    await gateway.payins.pay(await orders.payin());
    await gateway.payins.pay(await orders.payin());
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 2 });
    expect(receiver.received).toHaveLength(2);
    receiver.reply = accept;
    await gateway.clock.advance('1m');
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
  });

  it('settle returns `settled: false` after its timeout', async () => {
    const gateway = await openGateway({ sender: patient });
    const hung = await Receiver.open(hang);
    const orders = new Orders(gateway, await gateway.createMerchant({ callbackUrl: hung.url }));
    await gateway.payins.pay(await orders.payin());
    expect(await gateway.callbacks.settle({ timeoutMs: 20 })).toEqual({ settled: false, pending: 1 });
  });

  it('settle returns immediately if no delivery is running or due', async () => {
    const gateway = await openGateway();
    expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
    expect(gateway.clock.get()).toEqual({ now: start, mode: 'frozen' });
  });
});
