import nodeHttp from 'node:http';
import { verifySignature } from '@inrgate/sdk/protocol';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMockGateway } from '../src/index.ts';
import { gatewayHandlers } from '../src/msw.ts';
import { Caller } from './client.ts';

const network = setupServer();
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

/** Opens a gateway with MSW handlers until the end of the test. */
async function handledGateway() {
  const gateway = await createMockGateway();
  network.use(...gatewayHandlers(gateway));
  const caller = new Caller((path, init) => fetch(gateway.url + path, init), gateway.merchant);
  return { gateway, caller, [Symbol.asyncDispose]: () => gateway.close() };
}

describe('gatewayHandlers', () => {
  it('the MSW handlers serve v3, v1, the checkout and the control API at the origin of the gateway', async () => {
    await using handled = await handledGateway();
    const { gateway, caller } = handled;
    const { data } = await caller.payin();
    expect((await fetch(`${gateway.legacyBaseUrl}/link-status.php`)).status).toBe(401);
    expect((await fetch(String(data['pay_url']))).headers.get('content-type')).toContain('text/html');
    const health = (await (await fetch(`${gateway.controlUrl}/health`)).json()) as {
      readonly status: string;
    };
    expect(health.status).toBe('ok');
    const paid = await fetch(`${gateway.controlUrl}/payins/${data['orderNo']}/pay`, { method: 'POST' });
    expect(paid.status).toBe(200);
    expect((await caller.payin()).data).toMatchObject({ status: 'success', duplicate: true });
  });

  it('the MSW handlers serve both node:http and fetch', async () => {
    // Read the functions from the module, because MSW replaces the functions of the module but not imported names.
    await using handled = await handledGateway();
    const status = await new Promise((resolve, reject) => {
      nodeHttp
        .get(`${handled.gateway.baseUrl}/payin`, (response) => resolve(response.resume().statusCode))
        .on('error', reject);
    });
    expect(status).toBe(405);
  });

  it('the MSW handlers ignore requests to other origins', async () => {
    network.use(http.all('http://127.0.0.1:4301/*', () => HttpResponse.text('another server')));
    await using handled = await handledGateway();
    const answer = await fetch(handled.gateway.baseUrl.replace('gateway.invalid', '127.0.0.1:4301'));
    expect(await answer.text()).toBe('another server');
  });

  it('the MSW handlers use the listening URL of the gateway', async () => {
    network.use(http.all('http://gateway.invalid/*', () => HttpResponse.text('nobody')));
    await using handled = await handledGateway();
    const { gateway } = handled;
    await gateway.listen();
    expect((await fetch(`${gateway.baseUrl}/payin`)).status).toBe(405);
    expect(await (await fetch('http://gateway.invalid/v3/payin')).text()).toBe('nobody');
    expect((await gateway.requests.list()).items).toHaveLength(1);
  });

  it('the MSW handlers drop, truncate and garble responses as on a real network', async () => {
    await using handled = await handledGateway();
    const { gateway, caller } = handled;
    const once = { endpoint: 'check-gateway-balance', phase: 'before', times: 1 } as const;
    gateway.faults.add({ ...once, action: { kind: 'drop' } });
    await expect(caller.balance()).rejects.toThrow(TypeError);
    gateway.faults.add({ ...once, action: { kind: 'truncate' } });
    await expect(caller.balance()).rejects.toThrow();
    gateway.faults.add({ ...once, action: { kind: 'garbage' } });
    expect((await caller.balance()).status).toBe(502);
    expect((await caller.balance()).status).toBe(200);
  });

  it('if the MSW handlers send no response, the client waits until its own timeout', async () => {
    await using handled = await handledGateway();
    const { gateway } = handled;
    gateway.faults.add({ endpoint: '*', phase: 'before', action: { kind: 'hang' } });
    const giveUp = new AbortController();
    const answer = fetch(`${gateway.baseUrl}/payin`, { method: 'POST', body: '{}', signal: giveUp.signal });
    giveUp.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});

describe('callbacks to URLs that MSW handles', () => {
  it.each(['http://shop.example/callbacks', 'https://shop.example/callbacks'])(
    'a callback reaches the MSW handler at %s, whose response decides the delivery',
    async (url) => {
      await using handled = await handledGateway();
      const { gateway, caller } = handled;
      const received: { body: string; type: string | null }[] = [];
      network.use(
        http.post(url, async ({ request }) => {
          received.push({ body: await request.text(), type: request.headers.get('content-type') });
          return HttpResponse.text('success');
        }),
      );
      const { data } = await caller.payin({ notifyUrl: url });
      await gateway.payins.pay(String(data['orderNo']));
      expect(await gateway.callbacks.settle()).toEqual({ settled: true, pending: 0 });
      expect(received).toHaveLength(1);
      const [callback] = received;
      expect(callback?.type).toBe('application/json');
      const fields = JSON.parse(callback?.body ?? '') as Record<string, string>;
      expect(fields).toMatchObject({ mchOrderNo: 'ORDER-1', status: 'success', paidAmount: '500.00' });
      expect(verifySignature(fields, caller.keys.mchKey, fields['sign'] ?? '')).toBe(true);
      const { items } = await gateway.callbacks.list();
      expect(items).toMatchObject([
        { state: 'delivered', attempts: [{ status: 200, responseBody: 'success', ok: true }] },
      ]);
    },
  );

  it('the gateway retries a callback that the MSW handler rejects', async () => {
    await using handled = await handledGateway();
    const { gateway, caller } = handled;
    await gateway.clock.freeze();
    await gateway.merchants.update(caller.keys.mchId, { callbackUrl: 'https://shop.example/saved' });
    let calls = 0;
    network.use(
      http.post('https://shop.example/saved', () => {
        calls += 1;
        return calls < 3 ? HttpResponse.text('busy', { status: 503 }) : HttpResponse.text('success');
      }),
    );
    const { data } = await caller.payout();
    await gateway.payouts.approve(String(data['orderNo']));
    await gateway.clock.advance('6m');
    const { items } = await gateway.callbacks.list();
    expect(items).toMatchObject([{ state: 'delivered', event: 'payout.processing' }]);
    expect(items[0]?.attempts.map(({ status }) => status)).toEqual([503, 503, 200]);
  });

  it('a callback fails if the MSW handler breaks the connection', async () => {
    await using handled = await handledGateway();
    const { gateway, caller } = handled;
    await gateway.clock.freeze();
    network.use(http.post('https://shop.example/cb', () => HttpResponse.error()));
    const { data } = await caller.payin({ notifyUrl: 'https://shop.example/cb' });
    await gateway.payins.pay(String(data['orderNo']));
    await gateway.callbacks.settle();
    const { items } = await gateway.callbacks.list();
    expect(items).toMatchObject([{ state: 'pending', attempts: [{ status: null, ok: false }] }]);
  });
});
