import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, GatewayClient } from '../src/index.ts';
import { type Arrived, type Responder, startServer } from './support/server.ts';
import { payoutData } from './support/stub-fetch.ts';

// Tests with real sockets, mostly in real time. No test depends on an exact limit.

const answer = JSON.stringify({ code: 200, success: true, message: 'Success', data: payoutData });
const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };

const ok: Responder = (_request, response) => {
  response.setHeader('content-type', 'application/json').end(answer);
};
const stall: Responder = () => {};
const reset: Responder = (request) => void request.socket.resetAndDestroy();
const stallBody: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  response.write(answer.slice(0, 20));
};
const halfABody: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
  response.write(answer.slice(0, 20), () => response.socket?.destroy());
};
const drip: Responder = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(timer));
};

function clientOf(origin: string, options: Partial<ClientOptions> = {}): GatewayClient {
  return new GatewayClient({
    baseUrl: `${origin}/v3`,
    mchId: 'DEMO1001',
    mchSecret: 'demo-mch-secret',
    ...options,
  });
}

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('the call was to fail'),
    (error: unknown) => error,
  );
}

/** Advances time by 400 ms when a request has arrived. On a busy machine, a real timeout could fire earlier. */
async function timedOut<T>(work: Promise<T>, arrived: readonly unknown[]): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  for (let seen = 0; !isOver; ) {
    await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(arrived.length > seen ? 400 : 0);
    seen = arrived.length;
  }
  vi.useRealTimers();
  return ended;
}

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void vi.restoreAllMocks());

describe('a call over real sockets', () => {
  it.each([
    ['stalls before the headers', stall],
    ['stalls in the body', stallBody],
    ['never ends its body', drip],
  ])(
    'a call to a server that %s throws a TimeoutError and closes the connection',
    async (_name, responder) => {
      const { origin, arrived } = await startServer(responder);
      const client = clientOf(origin, { timeout: 400, maxRetries: 1 });
      expect(await timedOut(errorOf(client.payouts.create(payout)), arrived)).toMatchObject({
        name: 'TimeoutError',
        outcome: 'unknown',
        attempts: 2,
      });
      expect(arrived).toHaveLength(2);
      expect(arrived[1]?.body).toEqual(arrived[0]?.body);
      await vi.waitFor(() => expect(open(arrived)).toHaveLength(0), 60_000);
    },
  );

  it.each([
    ['resets the connection', reset],
    ['breaks off in the middle of the body', halfABody],
  ])('the client retries with the same bytes if the server %s', async (_name, responder) => {
    const { origin, arrived } = await startServer(responder, ok);
    const result = await clientOf(origin).payouts.create(payout);
    expect(result.orderNo).toBe(payoutData.orderNo);
    expect(arrived).toHaveLength(2);
    expect(arrived[1]?.body).toEqual(arrived[0]?.body);
  });

  it('a call to a server that always resets the connection throws a ConnectionError with an unknown outcome', async () => {
    const { origin, arrived } = await startServer(reset);
    expect(await errorOf(clientOf(origin).payouts.create(payout))).toMatchObject({
      name: 'ConnectionError',
      outcome: 'unknown',
      attempts: 3,
    });
    expect(arrived).toHaveLength(3);
  });

  it('a call to a port without a listener has the outcome not_sent', async () => {
    const { origin, server } = await startServer(ok);
    await new Promise((resolve) => server.close(resolve));
    const error = await errorOf(clientOf(origin).payouts.create(payout));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 3 });
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it.each([301, 302, 303, 307, 308])(
    'the client neither follows nor retries a redirect with status %i',
    async (status) => {
      const target = await startServer(ok);
      const { origin, arrived } = await startServer((_request, response) => {
        response.writeHead(status, { location: `${target.origin}/v3/payout` }).end('moved');
      });
      expect(await errorOf(clientOf(origin).payouts.create(payout))).toMatchObject({
        name: 'ResponseError',
        status,
        body: 'moved',
        outcome: 'unknown',
        attempts: 1,
      });
      expect(arrived).toHaveLength(1);
      expect(target.arrived).toHaveLength(0);
    },
  );

  it('the client cuts off an endless body', async () => {
    const { origin, arrived } = await startServer((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const error = await errorOf(clientOf(origin).payouts.create(payout));
    expect(error).toMatchObject({ name: 'ResponseError', status: 200, outcome: 'unknown', attempts: 1 });
    expect(String(error)).toContain('over 1048576 bytes');
    expect(arrived).toHaveLength(1);
    await vi.waitFor(() => expect(open(arrived)).toHaveLength(0), 60_000);
  });

  it('the client cuts off a decompression bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const { origin } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await errorOf(clientOf(origin).payouts.create(payout))).toMatchObject({
      name: 'ResponseError',
      attempts: 1,
    });
  });

  it('an abort closes the connection', async () => {
    const abort = new AbortController();
    const { origin, arrived } = await startServer(() => abort.abort(new Error('enough')));
    const error = await errorOf(clientOf(origin).payouts.create(payout, { signal: abort.signal }));
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'unknown', cause: abort.signal.reason });
    await vi.waitFor(() => expect(open(arrived)).toHaveLength(0), 60_000);
  });

  it('the client reuses a connection for the next call', async () => {
    const { origin, arrived, server } = await startServer(ok);
    let opened = 0;
    server.on('connection', () => {
      opened += 1;
    });
    const client = clientOf(origin);
    for (let count = 0; count < 5; count += 1) await client.payouts.create(payout);
    expect(arrived).toHaveLength(5);
    // undici may open a second connection before the first connection is free.
    expect(opened).toBeLessThanOrEqual(2);
  });

  it('a keep-alive connection that the server has closed does not fail a call', async () => {
    const { origin, arrived, server } = await startServer(ok);
    const client = clientOf(origin);
    await client.payouts.create(payout);
    server.closeIdleConnections();
    const result = await client.payouts.create(payout);
    expect(result.orderNo).toBe(payoutData.orderNo);
    expect(arrived).toHaveLength(2);
  });

  it('a keep-alive connection that ends during the next request leads to one more attempt', async () => {
    const { origin, arrived } = await startServer(ok, reset, ok);
    const client = clientOf(origin);
    await client.payouts.create(payout);
    const { response } = await client.payouts.create(payout).withResponse();
    expect(response.attempts.map(({ outcome }) => outcome)).toEqual(['unknown', 'ok']);
    expect(arrived).toHaveLength(3);
    expect(arrived[2]?.body).toEqual(arrived[1]?.body);
  });

  it('the client queries a payout after a lost response and sends no second payout request', async () => {
    const found = JSON.stringify({
      code: 200,
      success: true,
      message: 'Success',
      data: { ...payoutData, type: 'payout' },
    });
    const { origin, arrived } = await startServer(halfABody, (_request, response) => {
      response.setHeader('content-type', 'application/json').end(found);
    });
    const result = await clientOf(origin).payouts.create(payout, { onUnknown: 'query' });
    expect(result).toMatchObject({ orderNo: payoutData.orderNo, duplicate: true });
    expect(arrived.map(({ url }) => url)).toEqual(['/v3/payout', '/v3/check-order-status']);
  });
});

/**
 * Returns the open connections that carried a request. After an abort, fetch of Node 22 and 26 opens a spare
 * connection.
 */
function open(arrived: readonly Arrived[]) {
  return arrived.filter(({ socket }) => !socket.destroyed);
}
