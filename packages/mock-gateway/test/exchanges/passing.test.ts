import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
} from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawSocket } from '../wire/raw-socket.ts';
import { proxied, type Watched } from './through-proxy.ts';

const known = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

/** A proxy in front of a server with this listener. */
async function before(answer: RequestListener) {
  // Disable the idle timeout, which a busy machine could reach.
  const target = createServer({ keepAliveTimeout: 0 }, answer);
  const sockets: Socket[] = [];
  target.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const proxy = await proxied(`http://127.0.0.1:${(target.address() as AddressInfo).port}`, known);
  onTestFinished(async () => {
    target.closeAllConnections();
    target.close();
    await proxy.close();
  });
  return { target, proxy, sockets };
}

/** A proxy in front of a server that returns these exact bytes. */
async function beforeRaw(answer: Buffer) {
  let asked = '';
  const target = createRawServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', (chunk) => {
        asked += String(chunk);
        socket.write(answer);
      });
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const proxy = await proxied(`http://127.0.0.1:${(target.address() as AddressInfo).port}`, known);
  onTestFinished(async () => {
    target.close();
    await proxy.close();
  });
  return { proxy, asked: () => asked };
}

async function bytesOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Sends a request. Resolves when the response begins. */
function ask(
  proxy: Watched,
  options: RequestOptions = {},
  body: Buffer | string = '',
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(`${proxy.url}/v3/payin`, { method: 'POST', agent: false, ...options }, resolve);
    asked.on('error', reject).end(body);
  });
}

const ended = (proxy: Watched, count = 1) =>
  expect.poll(() => proxy.passed.length, { timeout: 30_000 }).toBe(count);
const reasons = (proxy: Watched) =>
  proxy.findings.filter(({ state }) => state === 'unobservable').map(({ message }) => message);
const megabyte = Buffer.alloc(1_048_576, 'x');

describe('unchanged traffic through the proxy [contract:proxy.unchanged]', () => {
  it('the proxy forwards a redirect without following it', async () => {
    const { proxy } = await before((_request, response) =>
      response.writeHead(307, { location: 'http://elsewhere.example/v3/payin?a=b' }).end('moved'),
    );
    const answer = await ask(proxy, {}, '{}');
    expect([answer.statusCode, answer.headers.location, String(await bytesOf(answer))]).toEqual([
      307,
      'http://elsewhere.example/v3/payin?a=b',
      'moved',
    ]);
    await ended(proxy);
  });

  it('a HEAD response through the proxy keeps its Content-Length', async () => {
    const { proxy } = await before((_request, response) =>
      response.writeHead(405, { 'content-length': 99 }).end(),
    );
    const answer = await ask(proxy, { method: 'HEAD' });
    expect([answer.statusCode, answer.headers['content-length'], (await bytesOf(answer)).length]).toEqual([
      405,
      '99',
      0,
    ]);
  });

  it('the proxy forwards trailers in both directions', async () => {
    let seen = {};
    const { proxy } = await before(async (request, response) => {
      await bytesOf(request);
      seen = request.trailers;
      response.writeHead(200, { trailer: 'x-sum' });
      response.write('a');
      response.addTrailers({ 'x-sum': 'right' });
      response.end();
    });
    const asked = httpRequest(`${proxy.url}/v3/payin`, {
      method: 'POST',
      headers: { trailer: 'x-own' },
      agent: false,
    });
    asked.write('b');
    asked.addTrailers({ 'x-own': 'mine' });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await bytesOf(answer);
    expect([seen, answer.trailers]).toEqual([{ 'x-own': 'mine' }, { 'x-sum': 'right' }]);
  });

  it('repeated headers keep their original case through the proxy', async () => {
    let seen: readonly string[] = [];
    const { proxy } = await before((request, response) => {
      seen = request.rawHeaders;
      response.writeHead(200, ['Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'X-A', '1', 'x-a', '2']).end();
    });
    const answer = await ask(proxy, {
      headers: ['X-Twice', '1', 'x-tWICE', '2', 'Host', 'x', 'Content-Length', '0'],
    } as unknown as RequestOptions);
    expect(seen.slice(0, 4)).toEqual(['X-Twice', '1', 'x-tWICE', '2']);
    expect(answer.rawHeaders.slice(0, 8)).toEqual([
      'Set-Cookie',
      'a=1',
      'set-cookie',
      'b=2',
      'X-A',
      '1',
      'x-a',
      '2',
    ]);
  });

  it('the proxy forwards a compressed response byte by byte but judges its decompressed content', async () => {
    const packed = gzipSync('{"code":200,"success":true,"message":"OK","data":{}}');
    const { proxy } = await before((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(packed),
    );
    const answer = await ask(proxy, {}, '{}');
    expect(digestOf(await bytesOf(answer))).toBe(digestOf(packed));
    await ended(proxy);
    expect(proxy.broken.map(({ message }) => message)).toContain('message is "OK"; expected "Success"');
  });

  it('the proxy forwards a response in an unknown compression without judging the response', async () => {
    const { proxy } = await before((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd', 'content-type': 'application/json' }).end('zzzz'),
    );
    await bytesOf(await ask(proxy, {}, '{}'));
    await ended(proxy);
    expect(proxy.broken.filter(({ about, id }) => about === 'answer' && id.includes('envelope'))).toEqual([]);
    expect(reasons(proxy)).toContain('the response cannot be judged, because it is compressed with "zstd"');
  });

  it('the proxy sends a body with Expect: 100-continue only after the target asks for it', async () => {
    const { target, proxy } = await before((_request, response) => response.end('plain'));
    const heard: string[] = [];
    target.on('checkContinue', async (request, response) => {
      heard.push('asked');
      if (request.url === '/v3/refused') {
        response.writeHead(417, { connection: 'close' }).end('no');
        return;
      }
      response.writeContinue();
      heard.push(String(await bytesOf(request)));
      response.end('taken');
    });
    const socket = await RawSocket.to(proxy.url);
    const head = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n`;
    socket.write(head('/v3/payin'));
    await socket.until((text) => text.includes('100 Continue'));
    expect(heard).toEqual(['asked']);
    socket.write('body');
    await socket.until((text) => text.includes('taken'));
    expect(heard).toEqual(['asked', 'body']);
    const other = await RawSocket.to(proxy.url);
    other.write(head('/v3/refused'));
    expect(await other.until((text) => text.includes('no'))).toMatch(/^HTTP\/1\.1 417 /);
    expect(other.text).not.toContain('100 Continue');
  });

  it('the proxy forwards non-ASCII bytes in headers and in the reason phrase in both directions', async () => {
    const { proxy, asked } = await beforeRaw(
      Buffer.from('HTTP/1.1 200 Ö₹\r\nX-Name: ₹é\r\nContent-Length: 0\r\n\r\n'),
    );
    const socket = await RawSocket.to(proxy.url);
    socket.write('POST /v3/payin HTTP/1.1\r\nHost: x\r\nX-Shop: ₹é\r\nContent-Length: 0\r\n\r\n');
    await expect.poll(() => socket.text).toMatch(/^HTTP\/1\.1 200 Ö₹\r\nX-Name: ₹é\r\n/);
    expect(asked()).toContain('\r\nX-Shop: ₹é\r\n');
    socket.destroy();
  });

  it('the proxy forwards an unknown Expect header, so only the target rejects it', async () => {
    const { proxy } = await before((_request, response) => response.end('taken'));
    const target = await ask(proxy, { headers: { expect: 'a-receipt' } }, '{}');
    expect([target.statusCode, String(await bytesOf(target))]).toEqual([417, '']);
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ answer: { status: 417 } });
  });

  it.each([
    ['an invalid status', 'HTTP/1.1 099 OK\r\nContent-Length: 0\r\n\r\n'],
    ['control characters after the status', 'HTTP/1.1 200 O\x1b[31mK\r\nContent-Length: 0\r\n\r\n'],
    ['control characters in a header', 'HTTP/1.1 200 OK\r\nX-A: \x1b[31m\r\nContent-Length: 0\r\n\r\n'],
    ['an unrequested upgrade', 'HTTP/1.1 101 Other\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n'],
    ['content that is not HTTP', 'hello\r\n\r\n'],
  ])(
    'the proxy resets the client connection after a response with %s and continues to run',
    async (_what, head) => {
      const { proxy } = await beforeRaw(Buffer.from(head, 'latin1'));
      for (const count of [1, 2]) {
        await expect(ask(proxy, {}, '{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
        await ended(proxy, count);
      }
      expect(proxy.passed[0]).toMatchObject({
        failure: expect.stringMatching(/^(?:HPE|ERR)_/),
        answer: null,
      });
    },
  );

  it('the proxy forwards an upgrade request over a separate connection', async () => {
    let seen: IncomingMessage['headers'] = {};
    const { proxy } = await before((request, response) => {
      seen = request.headers;
      response.writeHead(400).end('no');
    });
    const answer = await ask(proxy, {
      method: 'GET',
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
    });
    expect([answer.statusCode, seen.upgrade, seen['sec-websocket-key']]).toEqual([400, undefined, 'x']);
  });

  it('calls on one client connection use one connection to the target', async () => {
    const { proxy, sockets } = await before((_request, response) => response.end('a'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; turn < 5; turn++) await bytesOf(await ask(proxy, { agent }, '{}'));
    agent.destroy();
    expect(sockets.length).toBe(1);
  });

  it('the proxy forwards 20 MB in both directions, at the speed of the reader', async () => {
    const size = 20 * megabyte.length;
    const sent = randomBytes(size);
    let arrived = '';
    let written = 0;
    const { proxy } = await before(async (request, response) => {
      arrived = digestOf(await bytesOf(request));
      for (let at = 0; at < size; at += 65_536) {
        written = at;
        if (!response.write(sent.subarray(at, at + 65_536))) await once(response, 'drain');
      }
      response.end();
    });
    const answer = await ask(proxy, {}, sent);
    // The client reads nothing, so the target can send only as much as the system's buffers contain.
    let last = -1;
    await expect
      .poll(
        () => {
          const isStill = written === last;
          last = written;
          return isStill;
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(true);
    expect(written).toBeLessThan(size - 65_536);
    expect(digestOf(await bytesOf(answer))).toBe(digestOf(sent));
    expect(arrived).toBe(digestOf(sent));
    await ended(proxy);
    const [passed] = proxy.passed;
    expect(passed?.answer).toMatchObject({ length: size, complete: true });
    expect(passed?.answer?.body.byteLength).toBeLessThan(300_000);
    expect(passed?.request.body.byteLength).toBeLessThan(70_000);
  });
});

describe('failure through the proxy [contract:proxy.broken-off]', () => {
  it('the proxy forwards a response above the size limit completely without judging the response', async () => {
    const { proxy } = await before((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"code":200,"padding":"${'x'.repeat(300_000)}"}`);
    });
    expect((await bytesOf(await ask(proxy, {}, '{}'))).length).toBeGreaterThan(300_000);
    await ended(proxy);
    expect(proxy.broken.filter(({ id }) => id === 'spec:conventions.envelope')).toEqual([]);
    expect(reasons(proxy).join()).toMatch(
      /the response cannot be judged, because only the first 262144 of 3000\d\d bytes were stored/,
    );
  });

  it('the proxy forwards an endless response until its client disconnects', async () => {
    let isLeft = false;
    const { proxy } = await before((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on('drain', more).on('close', () => {
        isLeft = true;
      });
      more();
    });
    const answer = await ask(proxy, {}, '{}');
    let got = 0;
    for await (const chunk of answer) {
      got += (chunk as Buffer).length;
      if (got > 30 * megabyte.length) break;
    }
    answer.destroy();
    await expect.poll(() => isLeft).toBe(true);
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ failure: 'gone', answer: { complete: false } });
    expect(proxy.passed[0]?.answer?.body.byteLength).toBe(262_144);
    expect(proxy.broken.filter(({ about, id }) => about === 'answer' && id.includes('envelope'))).toEqual([]);
    expect(reasons(proxy)).toContain('the end of the response is unknown, because the client disconnected');
  });

  it('the proxy forwards the received part of a response that its target resets', async () => {
    const { proxy } = await before((_request, response) => {
      response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' });
      response.write('{"code":', () => response.socket?.resetAndDestroy());
    });
    const answer = await ask(proxy, {}, '{}');
    await expect(bytesOf(answer)).rejects.toThrow('aborted');
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ failure: expect.any(String), answer: { complete: false } });
    expect(proxy.broken.map(({ message }) => message)).toContain('the response ended early');
  });

  it('the proxy resets the client connection if its target resets the connection before the response', async () => {
    const { proxy } = await before((request) => request.socket.resetAndDestroy());
    await expect(ask(proxy, {}, '{}')).rejects.toMatchObject({ code: 'ECONNRESET' });
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ failure: 'ECONNRESET', answer: null });
  });

  it('the proxy reports each interrupted request before it closes', async () => {
    const { proxy, asked } = await beforeRaw(Buffer.from(''));
    const answer = expect(ask(proxy, {}, '{}')).rejects.toThrow();
    await expect.poll(asked).toContain('POST');
    await proxy.close();
    expect(proxy.passed).toMatchObject([{ failure: 'gone', answer: null }]);
    await answer;
  });

  it('the target sees that a client has disconnected during its request', async () => {
    const seen: string[] = [];
    const { proxy } = await before((request) => {
      seen.push('begun');
      request.on('error', ({ message }) => seen.push(message)).resume();
    });
    const socket = await RawSocket.to(proxy.url);
    socket.write('POST /v3/payin HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":');
    await expect.poll(() => seen).toEqual(['begun']);
    socket.destroy();
    await expect.poll(() => seen).toEqual(['begun', 'aborted']);
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ failure: 'gone', request: { complete: false } });
    expect(proxy.findings.map(({ state }) => state)).toEqual(['unobservable']);
  });

  it('a 502 response from the proxy for an unreachable target does not count as a gateway response', async () => {
    const { target, proxy } = await before(() => {});
    await new Promise((resolve) => target.close(resolve));
    const answer = await ask(proxy, {}, '{}');
    expect([answer.statusCode, answer.headers['inrgate-proxy']]).toEqual([502, 'ECONNREFUSED']);
    expect(String(await bytesOf(answer))).toMatch(
      /^the proxy cannot connect to 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\n$/,
    );
    await ended(proxy);
    expect(proxy.passed[0]).toMatchObject({ failure: 'ECONNREFUSED', answer: null });
  });
});
