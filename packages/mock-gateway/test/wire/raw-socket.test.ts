import { sign } from '@inrgate/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import { booksOf } from './expect.ts';
import { gatewayPerTest } from './gateway-per-test.ts';
import { chunk, head, lastChunk, RawSocket } from './raw-socket.ts';

/** Errors that only a socket can cause. */
const at = gatewayPerTest(async (options) => {
  const gateway = await createMockGateway(options);
  const { url } = await gateway.listen();
  return { gateway, send: (path, init) => fetch(url + path, init), close: () => gateway.close() };
});

let socket: RawSocket;
beforeEach(async () => {
  socket = await RawSocket.to(at.gateway.url);
});
afterEach(() => socket.destroy());

const json = 'Content-Type: application/json';
const chunked = 'Transfer-Encoding: chunked';

function order(mchOrderNo = 'A', bytes?: number): string {
  const params = { mchId: 'DEMO1001', mchOrderNo, amount: '500.00', padding: '' };
  const text = (padding: string) =>
    JSON.stringify({ ...params, padding, sign: sign({ ...params, padding }, 'demo-mch-key') });
  return bytes === undefined ? text('x') : text('x'.repeat(bytes - text('').length));
}

async function ordersMade(): Promise<readonly unknown[]> {
  return (await at.gateway.payins.list()).items.map(({ mchOrderNo }) => mchOrderNo).sort();
}

it.each(['/v3/payin', '/_mock/health'])(
  'the gateway rejects a request for %s with a second Host header',
  async (path) => {
    socket.write(head(path, json, 'Host: 127.0.0.1', 'Content-Length: 2'), '{}');
    expect(await socket.until((text) => text.includes('Host'))).toMatch(
      /^HTTP\/1\.1 400 [\s\S]*several Host headers/,
    );
  },
);

describe('chunked body', () => {
  it.each([65_535, 65_536])(
    'the gateway accepts a chunked body of %d bytes [spec:limits.body] [reading:order.3]',
    async (bytes) => {
      const body = Buffer.from(order('A', bytes));
      expect(body.byteLength).toBe(bytes);
      socket.write(
        head('/v3/payin', json, chunked),
        chunk(body.subarray(0, 40_000)),
        chunk(body.subarray(40_000)),
        lastChunk,
      );
      expect(await socket.until((text) => text.includes('"success":true'))).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('the gateway rejects a chunked body of 65,537 bytes [spec:limits.body] [spec:errors.payload_too_large]', async () => {
    socket.write(head('/v3/payin', json, chunked), chunk(order('A', 65_537)), lastChunk);
    expect(await socket.until((text) => text.includes('payload_too_large'))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await ordersMade()).toEqual([]);
  });

  it('the gateway rejects a chunked body without an end when the body exceeds the limit [reading:order.3]', async () => {
    socket.write(head('/v3/payin', json, chunked), chunk('x'.repeat(65_536)));
    socket.write(chunk('x'));
    expect(await socket.until((text) => text.includes('payload_too_large'))).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/i,
    );
    while (!socket.isClosed) {
      socket.write(chunk('x'.repeat(65_536)));
      await socket.drained();
      await new Promise(setImmediate);
    }
    expect(socket.isClosed).toBe(true);
  });

  it('the gateway reads a chunked body in pieces of one byte as one body [reading:order.3]', async () => {
    socket.write(head('/v3/payin', json, chunked));
    for (const byte of Buffer.from(order())) socket.write(chunk(Buffer.of(byte)));
    socket.write(lastChunk);
    expect(await socket.until((text) => text.includes('"success":true'))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('the gateway rejects a malformed chunked body as an invalid request [reading:order.5]', async () => {
    socket.write(head('/v3/payin', json, chunked), 'zz\r\n', order(), '\r\n', lastChunk);
    expect(await socket.rest()).not.toMatch(/^HTTP\/1\.1 (2|5)/);
    expect(await ordersMade()).toEqual([]);
  });
});

describe('Content-Length', () => {
  it('a request with a Content-Length longer than its body creates no order and does not count as a failure [reading:order.5]', async () => {
    const before = await booksOf(at.gateway);
    socket.write(head('/v3/payin', json, `Content-Length: ${order().length + 10}`), order()).end();
    expect(await socket.rest()).not.toMatch(/HTTP\/1\.1 (2|5)/);
    expect(await booksOf(at.gateway)).toEqual(before);
    expect((await at.gateway.requests.list()).items.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await at.caller.payin()).status).toBe(200);
  });

  it('the gateway rejects a body that is longer than its Content-Length [reading:order.5]', async () => {
    socket.write(head('/v3/payin', json, `Content-Length: ${order().length - 5}`), order());
    const text = await socket.rest();
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).not.toMatch(/HTTP\/1\.1 (2|5)/);
    expect(await ordersMade()).toEqual([]);
  });

  it('the gateway rejects a body over the limit while it reads the body, whatever its Content-Length [spec:limits.body]', async () => {
    socket.write(head('/v3/payin', json, 'Content-Length: 1000000000'), 'x'.repeat(65_537));
    expect(await socket.until((text) => text.includes('payload_too_large'))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['that is negative', ['Content-Length: -1']],
    ['that is not a number', ['Content-Length: ten']],
    ['that is hexadecimal', ['Content-Length: 0x10']],
    ['that is repeated with another value', ['Content-Length: 10', 'Content-Length: 20']],
    ['and a chunked body', ['Content-Length: 10', chunked]],
  ])(
    'a request with a Content-Length %s is invalid and creates no order [reading:order.5]',
    async (_what, headers) => {
      socket.write(head('/v3/payin', json, ...headers), chunk(order()), lastChunk);
      expect(await socket.rest()).toMatch(/^HTTP\/1\.1 400 /);
      expect(await ordersMade()).toEqual([]);
    },
  );
});

describe('connection', () => {
  it('the gateway returns the responses to pipelined requests in order [spec:conventions.bodies]', async () => {
    for (const number of ['A', 'B', 'C']) {
      socket.write(head('/v3/payin', json, `Content-Length: ${order(number).length}`), order(number));
    }
    const text = await socket.until((received) => received.split('"success":true').length === 4);
    expect([...text.matchAll(/"mchOrderNo":"(.)"/g)].map(([, number]) => number)).toEqual(['A', 'B', 'C']);
  });

  it('the gateway reuses a connection after a rejection [reading:order.5]', async () => {
    socket.write(head('/v3/payin', json, 'Content-Length: 1'), '{');
    await socket.until((text) => text.includes('invalid_request'));
    socket.write(head('/v3/payin', json, `Content-Length: ${order().length}`), order());
    expect(await socket.until((text) => text.includes('"success":true'))).toContain('"mchOrderNo":"A"');
  });

  it('a connection that breaks during a body creates no order [reading:order.5]', async () => {
    socket.write(head('/v3/payin', json, `Content-Length: ${order().length}`), order().slice(0, 40));
    await socket.drained();
    socket.destroy();
    expect((await at.caller.payin({ mchOrderNo: 'B' })).status).toBe(200);
    expect(await ordersMade()).toEqual(['B']);
    expect((await at.gateway.requests.list()).items.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('a connection that breaks before the response leaves an order that the repeated request finds [spec:payin.retry] [spec:payin.idempotent]', async () => {
    const committed = new Promise<void>((resolve) => {
      const stop = at.gateway.events.subscribe(({ type }) => {
        if (type !== 'order') return;
        stop();
        resolve();
      });
    });
    socket.write(head('/v3/payin', json, `Content-Length: ${order().length}`), order());
    await socket.drained();
    await committed;
    socket.destroy();
    expect((await at.caller.payin({ mchOrderNo: 'A', padding: 'x' })).data).toMatchObject({
      duplicate: true,
    });
    expect(await ordersMade()).toEqual(['A']);
  });
});

describe('request path', () => {
  it.each(['//v3/payin', '/v3/../v3/payin', '/v3/./payin', '/v3/payin;x=1', '/v3/payin%00', '/v3/payin\\'])(
    'the path %s does not belong to an endpoint',
    async (path) => {
      socket.write(head(path, json, `Content-Length: ${order().length}`), order());
      expect(await socket.until((text) => text.includes('not_found'))).toMatch(/^HTTP\/1\.1 404 /);
      expect(await ordersMade()).toEqual([]);
    },
  );
});

describe('request target in absolute form', () => {
  const get = (target: string, host = '127.0.0.1') =>
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`).rest();

  it('the gateway uses the path and query of a request target in absolute form', async () => {
    const body = order('A');
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    socket.write(head('http://gateway.example/v3/payin?a=http://b/', json, length), body);
    expect(await socket.until((text) => text.includes('"success":true'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ordersMade()).toEqual(['A']);
  });

  it.each(['http://127.0.0.1', 'HTTP://127.0.0.1:80/', 'http://localhost/openapi.json'])(
    'the gateway accepts the request target %s in absolute form',
    async (target) => {
      expect(await get(target)).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('the host of an absolute request target replaces the Host header [contract:control.rebinding]', async () => {
    expect(await get('http://attacker.example/_mock/health')).toMatch(/^HTTP\/1\.1 403 /);
    socket = await RawSocket.to(at.gateway.url);
    expect(await get('http://127.0.0.1/_mock/health', 'attacker.example')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
