import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { responses } from '../../src/control/responses/responses.ts';
import type { MockGateway } from '../../src/index.ts';
import { Store } from '../../src/store/store.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { callerOf, Orders, openGateway, reopenGateway, temporaryFile } from './harness.ts';
import { accept, Receiver } from './receiver.ts';
import { patient, rejecting, ScriptedNetwork } from './sender.ts';
import { connectionOf } from './statements.ts';

const callbackUrl = 'http://merchant.example/callbacks';
const ending = {
  ready: false,
  error: 'not_ready',
  message: 'The gateway is shutting down. It still responds to requests.',
};

async function readinessOf(gateway: MockGateway) {
  const response = await gateway.fetch(`${gateway.controlUrl}/ready`);
  const overHttp = await response.json();
  const shape = response.ok ? responses.Ready : responses.NotReady;
  expect(shape.safeParse(overHttp)).toMatchObject({ success: true });
  expect(await gateway.ready()).toEqual(overHttp);
  return [response.status, overHttp];
}

describe('readiness of a gateway [contract:control.ready]', () => {
  it('a gateway is ready after its start', async () => {
    expect(await readinessOf(await openGateway())).toEqual([200, { ready: true }]);
  });

  it('a gateway is not ready while the store is unavailable', async () => {
    const gateway = await openGateway();
    const error = new StoreError('store_unreadable', '/home/asha/shop.db cannot be read or written');
    const write = vi.spyOn(Store.prototype, 'tryToWrite').mockRejectedValue(error);
    onTestFinished(() => write.mockRestore());
    const message = 'The gateway’s store accepts no writes: store_unreadable.';
    expect(await readinessOf(gateway)).toEqual([503, { ready: false, error: 'not_ready', message }]);
    write.mockRestore();
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
  });

  it('a gateway is not ready while the disk is full', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const connection = await connectionOf(gateway);
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
    const before = await gateway.ledger.check();
    // Remove free pages of replaced tables, because they would leave space for writes.
    connection.exec('VACUUM');
    connection.exec('PRAGMA max_page_count = 1');
    const message = 'The gateway’s store accepts no writes: store_full.';
    expect(await readinessOf(gateway)).toEqual([503, { ready: false, error: 'not_ready', message }]);
    connection.exec('PRAGMA max_page_count = 1000000');
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
    expect(await gateway.ledger.check()).toEqual(before);
    await gateway.close();
    await reopenGateway(db);
  });

  it('a gateway is not ready after it closes', async () => {
    const gateway = await openGateway();
    const closed = gateway.close();
    expect(await gateway.ready()).toEqual(ending);
    await closed;
    expect(await gateway.ready()).toEqual(ending);
  });
});

describe('gateway that drains [contract:serve.drain]', () => {
  it('a gateway that drains reports immediately that it is not ready, but still serves requests', async () => {
    const gateway = await openGateway();
    const drained = gateway.drain();
    expect(await readinessOf(gateway)).toEqual([503, ending]);
    await drained;
    expect((await callerOf(gateway).payin()).status).toBe(200);
    expect((await gateway.clock.advance('1m')).mode).toBe('frozen');
    await gateway.reset();
    expect(await readinessOf(gateway)).toEqual([503, ending]);
  });

  it('a gateway that drains closes each connection after the next response', async () => {
    const gateway = await openGateway();
    await gateway.listen();
    const connectionAfter = (path: string, body?: string) =>
      new Promise<unknown>((resolve, reject) => {
        const options = {
          method: body === undefined ? 'GET' : 'POST',
          headers: { connection: 'keep-alive' },
        };
        request(`${gateway.url}${path}`, options, (response) => {
          text(response).then(() => resolve(response.headers.connection), reject);
        })
          .on('error', reject)
          .end(body);
      });
    expect(await connectionAfter('/_mock/health')).toBe('keep-alive');
    await gateway.faults.add({
      endpoint: 'payin',
      phase: 'before',
      times: 1,
      action: { kind: 'delay', ms: 300 },
    });
    const created = connectionAfter('/_mock/merchants/DEMO1001/payins', '{"amount":"500.00"}');
    await vi.waitUntil(async () => (await gateway.faults.list()).items.length === 0);
    await gateway.drain();
    expect(await created).toBe('close');
    expect(await connectionAfter('/_mock/health')).toBe('close');
    expect((await gateway.payins.list()).items).toHaveLength(1);
  });

  it('a gateway that drains starts no more deliveries', async () => {
    const db = temporaryFile();
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ db, sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    await gateway.drain();
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(network.sent).toHaveLength(0);
    await gateway.close();
    const next = await reopenGateway(db, { sender: network.send });
    await next.callbacks.settle();
    expect(network.sent).toHaveLength(1);
  });

  it('a gateway that drains lets a running delivery end and stores the result', async () => {
    const gateway = await openGateway({ sender: patient });
    let answer = () => {};
    const receiver = await Receiver.open((response, received) => {
      answer = () => accept(response, received);
    });
    const keys = await gateway.createMerchant({ callbackUrl: receiver.url });
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    await receiver.arrived(1);
    await gateway.drain();
    expect((await gateway.callbacks.list({ orderNo })).items).toMatchObject([{ state: 'delivering' }]);
    answer();
    await gateway.callbacks.settle();
    expect((await gateway.callbacks.list({ orderNo })).items).toMatchObject([{ state: 'delivered' }]);
  });

  it('a gateway that drains serves re-sends and clock moves of the control API', async () => {
    const network = new ScriptedNetwork(rejecting);
    const gateway = await openGateway({ sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    const orderNo = await new Orders(gateway, keys).payin();
    await gateway.payins.pay(orderNo);
    await gateway.callbacks.settle();
    await gateway.drain();
    await gateway.clock.advance('2m');
    expect(network.sent).toHaveLength(2);
    await gateway.payins.resend(orderNo);
    expect(network.sent).toHaveLength(3);
  });
});
