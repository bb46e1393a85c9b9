import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { httpSender } from '@inrgate/conformance/internal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeepAlivePool, type KeepAlivePoolOptions } from './keep-alive-pool.ts';
import { bodyOf, delivery, never, receiversPerTest } from './receiver-rig.contract.ts';

const { listenHttp, listenSockets } = receiversPerTest();

const answer = (body = 'success', headers = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`;

/** Longer than a receiver needs to respond on a busy machine. */
const timeoutMs = 600_000;

/** A sender with a connection pool. */
function keeping(options: Partial<KeepAlivePoolOptions> = {}) {
  // No connection is idle for too long, unless the test sets `idleMs`.
  const connections = new KeepAlivePool({ maxPerReceiver: 4, maxIdle: 32, idleMs: 600_000, ...options });
  onTestFinished(() => connections.close());
  const send = httpSender({ connections, timeoutMs });
  return { connections, send: (url: string) => send(delivery(url), never()) };
}

/**
 * A receiver with one response for each request on a connection. It repeats the last response, and counts the requests
 * of each connection.
 */
async function receiver(...answers: readonly ((socket: Socket) => void)[]) {
  const requests: number[] = [];
  const ended: boolean[] = [];
  const url = await listenSockets((socket) => {
    const place = requests.push(0) - 1;
    socket.on('close', () => {
      ended[place] = true;
    });
    socket.on('data', () => {
      const made = requests[place] ?? 0;
      requests[place] = made + 1;
      (answers[made] ?? answers.at(-1))?.(socket);
    });
  });
  return { url, requests, ended };
}

const well = (socket: Socket) => void socket.write(answer());

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('keep-alive connection [contract:callbacks.connections]', () => {
  it('a keep-alive connection carries the next callback to the same receiver', async () => {
    const ports = new Set<number | undefined>();
    const url = await listenHttp((request, response) => {
      expect(request.headers.connection).toBe('keep-alive');
      ports.add(request.socket.remotePort);
      response.end('success');
    });
    const { send, connections } = keeping();
    const listeners = new Set<number | undefined>();
    for (let i = 0; i < 3; i++) {
      expect(bodyOf(await send(url))).toBe('success');
      const [[kept] = []] = Object.values(connections.agentFor({ protocol: 'http:' }).freeSockets);
      listeners.add(kept?.listenerCount('close'));
    }
    expect([ports.size, listeners.size]).toEqual([1, 1]);
  });

  it('a keep-alive connection is reused only for its own receiver, even on the same machine', async () => {
    const [one, other] = [await receiver(well), await receiver(well)];
    const { send } = keeping();
    for (const { url } of [one, other, one, other]) await send(url);
    expect([one.requests, other.requests]).toEqual([[2], [2]]);
  });

  const unfinished: readonly (readonly [string, (socket: Socket) => void])[] = [
    ['exceeds the read limit', (socket) => socket.write(answer('success '.repeat(10_000)))],
    [
      'announces the end of the connection',
      (socket) => socket.write(answer('success', 'connection: close\r\n')),
    ],
    [
      'keeps the connection for only a second',
      (socket) => socket.write(answer('success', 'keep-alive: timeout=1\r\n')),
    ],
    ['contains a second response', (socket) => socket.write(answer() + answer())],
    ['ends in invalid HTTP', (socket) => socket.write(`${answer()}garbage`)],
  ];
  it.each(unfinished)('a connection is not reused after a response that %s', async (_what, first) => {
    const { url, requests } = await receiver(first);
    const { send } = keeping();
    await send(url);
    await send(url);
    expect(requests).toEqual([1, 1]);
  });

  it('a connection is not reused after a response that does not end in time', async () => {
    const { url, requests } = await receiver((socket) => void socket.write(answer().slice(0, -1)));
    const { send } = keeping();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const count of [1, 2]) {
      const sent = send(url);
      // Do not use `expect.poll`, because it would move the clock.
      while (requests.reduce((sum, made) => sum + made, 0) < count) await turn();
      vi.advanceTimersByTime(timeoutMs);
      expect(await sent).toMatchObject({ failure: 'timeout' });
    }
    expect(requests).toEqual([1, 1]);
  });

  it('a connection is not reused after an aborted delivery', async () => {
    const { url, requests } = await receiver(() => {}, well);
    const { connections } = keeping();
    const send = httpSender({ connections });
    const controller = new AbortController();
    const brokenOff = send(delivery(url), controller.signal);
    await expect.poll(() => requests).toEqual([1]);
    controller.abort();
    expect(await brokenOff).toMatchObject({ failure: 'aborted' });
    void send(delivery(url), never());
    await expect.poll(() => requests).toEqual([1, 1]);
  });

  it('the gateway closes a keep-alive connection that receives unrequested bytes', async () => {
    const sockets: Socket[] = [];
    const { url, requests, ended } = await receiver((socket) => {
      sockets.push(socket);
      well(socket);
    });
    const { send } = keeping();
    await send(url);
    sockets[0]?.write(answer('forged'));
    await expect.poll(() => ended).toEqual([true]);
    expect(bodyOf(await send(url))).toBe('success');
    expect(requests).toEqual([1, 1]);
  });

  it('a keep-alive connection closes in real time, even if a test freezes the clocks of its process', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, ended } = await receiver(well);
    const { send } = keeping({ idleMs: 20 });
    await send(url);
    // Do not use `expect.poll`, because it would move the clock.
    while (ended[0] !== true) await turn();
  });

  it('a keep-alive connection closes after its idle time', async () => {
    const { url, ended } = await receiver(well);
    const { send } = keeping({ idleMs: 20 });
    await send(url);
    await expect.poll(() => ended).toEqual([true]);
  });

  it('the pool closes its keep-alive connections when the gateway closes', async () => {
    const { url, ended } = await receiver(well);
    const { send, connections } = keeping();
    await send(url);
    connections.close();
    await expect.poll(() => ended).toEqual([true]);
  });

  it('the number of keep-alive connections is limited, both for each receiver and in total', async () => {
    const { url, ended } = await receiver(well);
    const few = keeping({ maxPerReceiver: 2 });
    await Promise.all([1, 2, 3, 4, 5].map(() => few.send(url)));
    await expect.poll(() => ended.filter(Boolean)).toHaveLength(3);
    const receivers = await Promise.all([receiver(well), receiver(well), receiver(well)]);
    const bounded = keeping({ maxIdle: 2 });
    for (const one of receivers) await bounded.send(one.url);
    await expect.poll(() => receivers.map((one) => one.ended)).toEqual([[true], [], []]);
    const crowd = await Promise.all(Array.from({ length: 12 }, () => receiver(well)));
    const crowded = keeping({ maxIdle: 2 });
    await Promise.all(crowd.map((one) => crowded.send(one.url)));
    await expect.poll(() => crowd.filter((one) => one.ended[0])).toHaveLength(10);
  });
});

describe('keep-alive connection closed by its receiver [contract:callbacks.connections]', () => {
  it('the gateway replaces a connection that its receiver closes between two callbacks', async () => {
    const { url, requests, ended } = await receiver((socket) => {
      well(socket);
      socket.end();
    });
    const { send } = keeping();
    expect(bodyOf(await send(url))).toBe('success');
    await expect.poll(() => ended).toEqual([true]);
    expect(bodyOf(await send(url))).toBe('success');
    expect(requests).toEqual([1, 1]);
  });

  it.each([
    // The gateway delivers after a commit, at the end of a turn of the event loop.
    ['at the end of the turn', turn],
    ['immediately', async () => {}],
  ])(
    'an attempt made %s succeeds even if the receiver has silently closed the connection',
    async (_when, pause) => {
      const { url, requests } = await receiver((socket) => void socket.end(answer()));
      const { send } = keeping();
      for (let i = 0; i < 10; i++) {
        expect(bodyOf(await send(url))).toBe('success');
        await pause();
      }
      expect(requests).toEqual(new Array(10).fill(1));
    },
  );

  it('the gateway replaces a connection that closed while idle before it sends the next callback', async () => {
    const { url, requests } = await receiver(well);
    const { send, connections } = keeping();
    await send(url);
    const [kept = []] = Object.values(connections.agentFor({ protocol: 'http:' }).freeSockets);
    kept[0]?.end();
    expect(bodyOf(await send(url))).toBe('success');
    expect(requests).toEqual([1, 1]);
  });

  it('an attempt fails without an immediate repeat if its receiver closes the connection after the callback', async () => {
    for (const end of ['resetAndDestroy', 'destroy', 'end'] as const) {
      const { url, requests } = await receiver(well, (socket) => void socket[end]());
      const { send } = keeping();
      await send(url);
      expect(await send(url)).toMatchObject({ status: null, failure: 'connection' });
      expect(requests).toEqual([2]);
    }
  });

  it('an attempt fails if its receiver closes the connection during the response', async () => {
    const { url, requests } = await receiver(well, (socket) => {
      socket.write(answer().slice(0, -1), () => socket.resetAndDestroy());
    });
    const { send } = keeping();
    await send(url);
    expect(await send(url)).toMatchObject({ status: 200, failure: 'connection' });
    expect(requests).toEqual([2]);
  });
});

it('a new TLS connection checks the certificate, because it resumes no session [contract:callbacks.connections]', async () => {
  // Ciphers that need no certificate, because session resumption needs none.
  const anonymous = { ciphers: 'aNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const;
  const resumed: boolean[] = [];
  const server = createTlsServer(anonymous, (_request, response) => {
    response.writeHead(200, { connection: 'close' }).end('success');
  });
  server.on('secureConnection', (socket: TLSSocket) => resumed.push(socket.isSessionReused()));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  const { connections, send } = keeping();
  const agent = connections.agentFor({ protocol: 'https:' });
  Object.assign(Reflect.get(agent, 'options'), anonymous, { rejectUnauthorized: false });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
  for (let i = 0; i < 3; i++) expect(bodyOf(await send(url))).toBe('success');
  expect(resumed).toEqual([false, false, false]);
});
