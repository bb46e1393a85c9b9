import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { httpSender, type Sender } from '@inrgate/conformance/internal';
import { callbackAnswerLimit } from '@inrgate/sdk/internal';
import { describe, expect, it } from 'vitest';
import { bodyOf, delivery, never, receiversPerTest } from './receiver-rig.contract.ts';

const { listenHttp, listenTcp, closeOne } = receiversPerTest();
/** By default, the timeout is longer than a busy machine needs. */
const make = (timeoutMs = 600_000): Sender => httpSender({ timeoutMs });

describe('HTTP sender', () => {
  it('the HTTP sender posts the exact bytes with its own headers', async () => {
    let seen: { readonly request: IncomingMessage; readonly body: string } | undefined;
    const url = await listenHttp(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      seen = { request, body: Buffer.concat(chunks).toString() };
      response.end('success');
    });
    const body = '{"extra":"ü \\u0041 🎉"}';
    const result = await make()(delivery(url, { body }), never());
    expect(result).toMatchObject({ status: 200, redirectHost: null, failure: null, detail: null });
    expect(bodyOf(result)).toBe('success');
    expect(Number.isInteger(result.durationMs)).toBe(true);
    expect(seen?.body).toBe(body);
    expect(seen?.request).toMatchObject({ method: 'POST', url: '/callbacks?shop=1' });
    expect(seen?.request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'inrgate-mock-gateway',
      'accept-encoding': 'identity',
      'content-length': String(Buffer.byteLength(body)),
    });
  });

  it('the HTTP sender sends a form body with the content type of a form', async () => {
    const url = await listenHttp((request, response) => response.end(request.headers['content-type']));
    const result = await make()(delivery(url, { format: 'form', body: 'a=1' }), never());
    expect(bodyOf(result)).toBe('application/x-www-form-urlencoded');
  });

  it.each([500, 404, 201, 204])('the HTTP sender reports the response status %i', async (status) => {
    const url = await listenHttp((_request, response) => response.writeHead(status).end());
    expect(await make()(delivery(url), never())).toMatchObject({ status, failure: null });
  });

  it('the HTTP sender reports the target host of a redirect, but does not follow the redirect', async () => {
    let calls = 0;
    const url = await listenHttp((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: 'https://login.shop.example:8443/in?token=secret' }).end('success');
    });
    const result = await make()(delivery(url), never());
    expect(result).toMatchObject({ status: 302, redirectHost: 'login.shop.example:8443', failure: null });
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(calls).toBe(1);
  });

  it("the HTTP sender reports the receiver's host for a relative redirect, and no host for an unreadable redirect", async () => {
    const relative = await listenHttp((_request, response) =>
      response.writeHead(301, { location: '/other' }).end(),
    );
    expect((await make()(delivery(relative), never())).redirectHost).toBe(new URL(relative).host);
    const none = await listenHttp((_request, response) => response.writeHead(308).end());
    expect(await make()(delivery(none), never())).toMatchObject({ status: 308, redirectHost: null });
  });

  it.each([
    ['that never responds', () => {}],
    [
      'that hangs after the headers',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nsuccess'),
    ],
    ['that drips headers', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: ')],
    ['that drips a body', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
  ] as const)('the HTTP sender ends a delivery to a receiver %s at the timeout', async (_what, answer) => {
    const url = await listenTcp(answer);
    const result = await make(150)(delivery(url), never());
    expect(result).toMatchObject({ failure: 'timeout', detail: '150 ms' });
    expect(result.durationMs).toBeGreaterThanOrEqual(149);
  });

  it('the HTTP sender closes the connection after it has read 64 KB of an endless response', async () => {
    const { promise: hungUp, resolve } = deferred();
    const url = await listenHttp((_request, response) => {
      response.on('close', resolve);
      const more = () => {
        while (response.writable && response.write('success '.repeat(1_000)));
      };
      response.on('drain', more);
      more();
    });
    const result = await make()(delivery(url), never());
    expect(result).toMatchObject({ status: 200, failure: null });
    expect(result.body).toHaveLength(callbackAnswerLimit);
    await hungUp;
  });

  it('the HTTP sender reports a connection reset, both before and during the response', async () => {
    const before = await listenTcp((socket) => socket.resetAndDestroy());
    expect(await make()(delivery(before), never())).toMatchObject({
      status: null,
      body: null,
      failure: 'connection',
    });
    const within = await listenTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsuccess', () => socket.end());
    });
    expect(await make()(delivery(within), never())).toMatchObject({ status: 200, failure: 'connection' });
  });

  it('the HTTP sender reports a closed port, a server without HTTP and an invalid URL as connection failures', async () => {
    const url = await listenHttp(() => {});
    await closeOne();
    expect(await make()(delivery(url), never())).toMatchObject({
      failure: 'connection',
      detail: 'ECONNREFUSED',
    });
    const noHttp = await listenTcp((socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    expect(await make()(delivery(noHttp), never())).toMatchObject({ status: null, failure: 'connection' });
    expect(await make()(delivery('no url'), never())).toMatchObject({ failure: 'connection' });
    expect(await make()(delivery('ftp://127.0.0.1/'), never())).toMatchObject({ failure: 'connection' });
  });

  it('the HTTP sender reports a TLS failure', async () => {
    const plain = await listenTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nsuccess'));
    const result = await make()(delivery(plain.replace('http:', 'https:')), never());
    expect(result).toMatchObject({
      status: null,
      failure: 'connection',
      detail: expect.stringMatching(/SSL|EPROTO/),
    });
  });

  it('the HTTP sender reports a switch to another protocol as a connection failure', async () => {
    const url = await listenTcp((socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nsuccess');
    });
    expect(await make()(delivery(url), never())).toMatchObject({ failure: 'connection' });
  });

  it('an abort ends a delivery of the HTTP sender, both before and during the request', async () => {
    expect(await make()(delivery('http://127.0.0.1:1/'), AbortSignal.abort())).toMatchObject({
      failure: 'aborted',
    });
    const controller = new AbortController();
    const url = await listenTcp(() => controller.abort());
    const result = await make()(delivery(url), controller.signal);
    expect(result).toMatchObject({ failure: 'aborted', status: null });
  });

  it('the HTTP sender reads a compressed response only up to the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'success '));
    const url = await listenHttp((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const result = await make()(delivery(url), never());
    expect(result.status).toBe(200);
    expect(result.body?.length).toBeLessThanOrEqual(callbackAnswerLimit);
  });
});

describe('HTTP sender without keep-alive connections', () => {
  it('the HTTP sender opens and closes a connection for each delivery', async () => {
    const peers = new Set<number | undefined>();
    const closed: Promise<unknown>[] = [];
    const url = await listenHttp((request, response) => {
      expect(request.headers.connection).toBe('close');
      peers.add(request.socket.remotePort);
      closed.push(new Promise((resolve) => request.socket.on('close', resolve)));
      response.end('success');
    });
    for (let i = 0; i < 3; i++) await make()(delivery(url), never());
    await Promise.all(closed);
    expect(peers.size).toBe(3);
  });
});

function drip(socket: Socket, head: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write('s'), 20);
  socket.on('close', () => clearInterval(timer));
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
