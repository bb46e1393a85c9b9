import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { responses } from '../../src/control/responses/responses.ts';
import type { MockGateway } from '../../src/index.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { callerOf, Orders, openGateway, reopenGateway, temporaryFile } from './harness.ts';
import { accept, Receiver } from './receiver.ts';
import { patient, rejecting, ScriptedNetwork } from './sender.ts';
import { aWhile, holding, listenSlowGateway, openSlowGateway, pausing } from './slow-store.ts';
import { connectionTo } from './statements.ts';

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
    const gateway = await openSlowGateway();
    const secret = 'postgres://shop:hush@db.test/mock';
    pausing((name) => {
      if (name === 'commit') throw new StoreError('store_unreadable', `${secret} does not answer`);
    });
    const message = 'The gateway’s store accepts no writes: store_unreadable.';
    expect(await readinessOf(gateway)).toEqual([503, { ready: false, error: 'not_ready', message }]);
    pausing(null);
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
  });

  it('a gateway is not ready while the disk is full', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    const connection = await connectionTo(db, gateway);
    const before = await gateway.ledger.check();
    // Remove free pages of replaced tables, because they would leave space for writes.
    connection.exec('VACUUM');
    connection.pragma('max_page_count = 1');
    const message = 'The gateway’s store accepts no writes: store_full.';
    expect(await readinessOf(gateway)).toEqual([503, { ready: false, error: 'not_ready', message }]);
    connection.pragma('max_page_count = 1000000');
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
    expect(await gateway.ledger.check()).toEqual(before);
    await gateway.close();
    await reopenGateway(db);
  });

  it('a gateway whose store hangs reports within a second that it is not ready', async () => {
    const gateway = await openSlowGateway();
    const held = holding('commit', 'before');
    let commits = 0;
    pausing((name, when) => {
      if (name === 'commit' && when === 'before') commits += 1;
      return held.pause(name, when);
    });
    const message = 'The gateway’s store accepted no write within 800 ms.';
    expect(await readinessOf(gateway)).toEqual([503, { ready: false, error: 'not_ready', message }]);
    expect(commits).toBe(1);
    held.release();
    expect(await readinessOf(gateway)).toEqual([200, { ready: true }]);
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
    const gateway = await listenSlowGateway();
    const connectionOf = (path: string, body?: string) =>
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
    expect(await connectionOf('/_mock/health')).toBe('keep-alive');
    const held = holding('commit', 'before');
    pausing(held.pause);
    const credited = connectionOf('/_mock/merchants/DEMO1001/credit', '{"amount":"1.00"}');
    await held.reached;
    await gateway.drain();
    held.release();
    expect(await credited).toBe('close');
    expect(await connectionOf('/_mock/health')).toBe('close');
    expect((await gateway.merchants.wallet('DEMO1001')).available).toBe('100001.00');
  });

  it('a gateway that drains claims no more callbacks', async () => {
    const db = temporaryFile();
    const network = new ScriptedNetwork();
    const gateway = await openGateway({ db, sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    await gateway.drain();
    await gateway.payins.pay(await new Orders(gateway, keys).payin());
    await aWhile();
    expect(network.sent).toHaveLength(0);
    await gateway.close();
    const next = await reopenGateway(db, { sender: network.send });
    await next.callbacks.settle();
    expect(network.sent).toHaveLength(1);
  });

  it('a gateway that drains releases the claims of unsent callbacks', async () => {
    const network = new ScriptedNetwork();
    const gateway = await openSlowGateway({ sender: network.send });
    const keys = await gateway.createMerchant({ callbackUrl });
    const orderNo = await new Orders(gateway, keys).payin();
    const held = holding('callbacks.claim', 'after');
    pausing(held.pause);
    await gateway.payins.pay(orderNo);
    await held.reached;
    const drained = gateway.drain();
    held.release();
    await drained;
    await aWhile();
    expect(network.sent).toHaveLength(0);
    const callbacks = await gateway.callbacks.list({ orderNo });
    expect(callbacks.items).toMatchObject([{ state: 'pending', attempts: [] }]);
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
