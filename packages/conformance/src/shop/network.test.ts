import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryResult } from '../delivery/sender.ts';
import { GatewayProxy } from './gateway-proxy.ts';
import { CallbackQueue, lost, OpenMessages } from './messages.ts';

const order = { orderNo: 'P1', mchOrderNo: 'ORDER-1', pay_url: 'http://gateway/pay/1', status: 'pending' };

async function startedProxy() {
  const received: string[] = [];
  const proxy = await GatewayProxy.start(async (request) => {
    received.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return Response.json({ code: 200, data: order }, { headers: { 'x-own': 'kept' } });
  });
  onTestFinished(() => proxy.close());
  const call = (name: string, body = '{}') =>
    fetch(`${proxy.origin}${name}`, { method: 'POST', body }).then(
      async (response) => ({
        status: response.status,
        own: response.headers.get('x-own'),
        json: await response.json(),
      }),
      () => null,
    );
  return { proxy, received, call };
}

describe('the proxy of a shop', () => {
  it('the shop proxy forwards calls unchanged and remembers the created order', async () => {
    const { proxy, received, call } = await startedProxy();
    expect(await call('/v3/payin', '{"amount":"500.37"}')).toEqual({
      status: 200,
      own: 'kept',
      json: { code: 200, data: order },
    });
    expect(received).toEqual(['POST /v3/payin {"amount":"500.37"}']);
    expect(proxy.created).toEqual([{ orderNo: 'P1', mchOrderNo: 'ORDER-1', payUrl: 'http://gateway/pay/1' }]);
    expect(proxy.takeSeen()).toEqual([{ call: 'create', status: 'pending', httpStatus: 200, fault: null }]);
    proxy.begin();
    expect(proxy.created).toEqual([]);
  });

  it('the shop proxy can drop a request or its response', async () => {
    const { proxy, received, call } = await startedProxy();
    proxy.arm('query', 'lose-request');
    expect(await call('/v3/check-order-status.php')).toBeNull();
    expect(received).toEqual([]);
    proxy.arm('create', 'lose-response');
    expect(await call('/v3/payin')).toBeNull();
    expect(received).toHaveLength(1);
    expect(proxy.created).toHaveLength(1);
    expect(await call('/v3/payin')).not.toBeNull();
  });

  it('the shop proxy holds the response to one query until the check releases it', async () => {
    const { proxy, call } = await startedProxy();
    proxy.arm('query', 'hold');
    const held = proxy.nextHeld();
    const messages = new OpenMessages(proxy);
    messages.add('return', call('/v3/check-order-status'), (response) => String(response?.status));
    await held;
    expect(await messages.untilQuiet()).toEqual({ arrived: [], waiting: ['return'] });
    expect(await call('/v3/check-order-status')).not.toBeNull();
    messages.released();
    proxy.release();
    expect(await messages.untilQuiet()).toEqual({ arrived: [{ kind: 'return', text: '200' }], waiting: [] });
  });

  it('the shop proxy forwards a callback response while it holds a query', async () => {
    const { proxy, call } = await startedProxy();
    proxy.arm('query', 'hold');
    const held = proxy.nextHeld();
    const background = call('/v3/check-order-status');
    await held;
    const messages = new OpenMessages(proxy);
    const response = Promise.withResolvers<string>();
    messages.add('callback', response.promise, (text) => text);
    const quiet = messages.untilQuiet();
    response.resolve('200 success');
    expect(await quiet).toEqual({ arrived: [{ kind: 'callback', text: '200 success' }], waiting: [] });
    proxy.release();
    await background;
  });

  it('the shop proxy blocks calls from the shop to the control API', async () => {
    const { proxy, received } = await startedProxy();
    // Send a raw request, because `fetch` would resolve these paths.
    const statusOf = async (target: string) => {
      const { hostname, port } = new URL(proxy.origin);
      const sent = request({ hostname, port, path: target, method: 'POST' }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    for (const path of ['/_mock/reset', '/v3/../_mock/reset', '/%2e%2e/_mock/reset', 'http://x/_mock/reset'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(received).toEqual([]);
  });
});

describe('the callback queue', () => {
  const delivery = (status: string) => ({
    url: 'http://127.0.0.1:1/callbacks',
    format: 'json' as const,
    body: JSON.stringify({ status, ...(status === 'success' ? { paidAmount: '400.00' } : {}) }),
  });
  const { signal } = new AbortController();
  const success: DeliveryResult = {
    ...lost,
    status: 200,
    body: Buffer.from('success'),
    failure: null,
    detail: null,
  };

  it('the callback queue keeps a copy of each callback that it holds', async () => {
    const queue = new CallbackQueue();
    const result = queue.sender(delivery('success'), signal);
    expect(await queue.arrived('success', 10_000)).toBe(true);
    const callback = queue.of('success');
    if (callback === undefined) throw new Error('the callback is lost');
    expect(callback).toMatchObject({ event: 'success', paidAmount: '400.00' });
    expect(queue.isHeld(callback)).toBe(true);
    queue.settle(callback, success);
    expect(await result).toBe(success);
    const copy = queue.of('success');
    expect(copy).toMatchObject({ event: 'success' });
    expect(copy && queue.isHeld(copy)).toBe(false);
    expect(queue.of('failed')).toBeUndefined();
  });

  it('the callback queue drops its callbacks when a story begins', async () => {
    const queue = new CallbackQueue();
    const result = queue.sender(delivery('failed'), signal);
    queue.begin();
    expect(await result).toBe(lost);
    expect(queue.of('failed')).toBeUndefined();
  });

  it('the callback queue forwards callbacks while the clock moves', async () => {
    const queue = new CallbackQueue();
    await queue.passing(
      async () => success,
      async () => {
        expect(await queue.sender(delivery('success'), signal)).toBe(success);
      },
    );
    expect(queue.held).toEqual([]);
  });

  it('the callback queue returns false for a callback that does not arrive', async () => {
    expect(await new CallbackQueue().arrived('success', 1)).toBe(false);
  });
});
