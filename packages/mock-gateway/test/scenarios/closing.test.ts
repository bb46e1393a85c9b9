import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { gatewayExpress } from '../../src/express.ts';
import { callerOf, openGateway, reopenGateway, temporaryFile } from './harness.ts';

const rejected = {
  name: 'TypeError',
  message: 'fetch failed',
  cause: { code: 'ECONNREFUSED', message: 'the gateway is closed' },
};

describe('close of a gateway [contract:serve.end]', () => {
  it('a closing gateway stores the results of earlier in-process calls', async () => {
    const db = temporaryFile();
    const gateway = await openGateway({ db });
    await gateway.faults.add({ endpoint: 'payin', phase: 'before', action: { kind: 'delay', ms: 100 } });
    const asked = callerOf(gateway).payin();
    const changed = gateway.settings.update({ orderValidityMinutes: 7 });
    const closed = gateway.close();
    const late = callerOf(gateway).payin({ mchOrderNo: 'LATE' });
    await expect(late).rejects.toMatchObject(rejected);
    const [answer] = await Promise.all([asked, closed, gateway.close()]);
    expect(answer.status).toBe(200);
    expect(await changed).toMatchObject({ orderValidityMinutes: 7 });
    const again = await reopenGateway(db);
    expect((await again.payins.list()).items).toMatchObject([{ orderNo: answer.data['orderNo'] }]);
    expect((await again.settings.get()).orderValidityMinutes).toBe(7);
  });

  it('a request that does not end delays the close of the gateway only for the announced time', async () => {
    const gateway = await openGateway();
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const stuck = gateway.fetch(`${gateway.baseUrl}/payin`, init).catch((error: unknown) => error);
    const started = performance.now();
    await gateway.close();
    // If the gateway did not close, the request would never end.
    expect(performance.now() - started).toBeLessThan(30_000);
    void stuck;
  });

  it('a closed gateway rejects fetch, listen, requests to its Express app and every call', async () => {
    const gateway = await openGateway();
    const server = createServer(gatewayExpress(gateway)).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    await gateway.close();
    await expect(gateway.fetch(`${gateway.controlUrl}/health`)).rejects.toMatchObject(rejected);
    await expect(gateway.listen()).rejects.toThrow('the gateway is closed');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/v3/payin`, { method: 'POST' });
    expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
    expect(await answer.json()).toEqual({ error: 'closed', message: 'The gateway is closed.' });
    const closed = { name: 'StoreError', code: 'store_closed' };
    for (const call of [
      () => gateway.merchants.list(),
      () => gateway.createMerchant(),
      () => gateway.payins.list(),
      () => gateway.payins.pay('PI1'),
      () => gateway.payouts.approve('WD1'),
      () => gateway.settings.update({ maintenance: true }),
      () => gateway.callbacks.settle(),
      () => gateway.ledger.check(),
      () => gateway.overview(),
      () => gateway.reset(),
    ]) {
      await expect(call()).rejects.toMatchObject(closed);
    }
    for (const move of [() => gateway.clock.advance('1m'), () => gateway.clock.freeze()]) {
      await expect(move()).rejects.toMatchObject({ code: 'illegal_transition' });
    }
    await gateway.close();
  });
});
