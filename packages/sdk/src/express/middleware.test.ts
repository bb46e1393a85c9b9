import { createServer, request as httpRequest, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import express4 from 'express4';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../test/support/server.ts';
import { createMemoryStore } from '../callbacks/store.ts';
import { signedCallback } from '../testing/signed-callback.ts';
import { callbackMiddleware } from './middleware.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

function middleware() {
  const onPayin = vi.fn();
  const errors: unknown[] = [];
  const handle = callbackMiddleware({
    ...credentials,
    store: createMemoryStore(),
    onPayin,
    onError: (error) => errors.push(error),
  });
  return { handle, onPayin, errors };
}

async function post(origin: string, init: RequestInit = {}, format: 'json' | 'form' = 'json') {
  const { body, contentType } = signedCallback('payin', credentials, {}, { format });
  const response = await fetch(`${origin}/callbacks`, {
    method: 'POST',
    body,
    ...init,
    headers: { 'content-type': contentType, ...init.headers },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function app(...handlers: express.RequestHandler[]): Promise<string> {
  const server = express();
  for (const handler of handlers) server.use(handler);
  return listen(createServer(server));
}

describe('the middleware on Express', () => {
  it.each<[string, express.RequestHandler[]]>([
    ['no parser', []],
    ['express.raw()', [express.raw({ type: () => true })]],
    ['express.text()', [express.text({ type: () => true })]],
    ['express.raw() for another type, so the body is unread', [express.raw({ type: 'image/png' })]],
    [
      'express.json() that keeps the raw body',
      [express.json({ verify: keepRawBody }), express.urlencoded({ verify: keepRawBody })],
    ],
  ])('the Express middleware accepts a callback behind %s', async (_name, parsers) => {
    const { handle, onPayin } = middleware();
    const origin = await app(...parsers, handle);
    expect(await post(origin)).toMatchObject({ status: 200, text: 'success' });
    expect(await post(origin, {}, 'form')).toMatchObject({ status: 200, text: 'success' });
    expect(onPayin).toHaveBeenCalledTimes(1);
  });

  it.each<[string, express.RequestHandler]>([
    ['express.json()', express.json()],
    [
      'a parser that keeps no body',
      (request, _response, next) => void request.resume().on('end', () => next()),
    ],
  ])(
    'the Express middleware reports a body that %s has consumed, and does not hang',
    async (_name, parser) => {
      const { handle, onPayin, errors } = middleware();
      const { status, text } = await post(await app(parser, handle));
      expect(status).toBe(500);
      expect(text).toContain('express.raw()');
      expect(errors).toMatchObject([{ reason: 'parsed_body' }]);
      expect(onPayin).not.toHaveBeenCalled();
    },
  );

  it('the Express middleware reads a body that a parser skipped, even if request.body is an empty object', async () => {
    const { handle } = middleware();
    const passBy: express.RequestHandler = (request, _response, next) => {
      request.body = {};
      next();
    };
    expect(await post(await app(passBy, handle))).toMatchObject({ status: 200, text: 'success' });
  });

  it('the Express middleware works as a route handler', async () => {
    const { handle } = middleware();
    const server = express();
    server.post('/callbacks', handle);
    expect(await post(await listen(createServer(server)))).toMatchObject({ status: 200, text: 'success' });
  });
});

describe('the middleware on node:http', () => {
  it('the node:http middleware responds with plain text', async () => {
    const { handle } = middleware();
    const answer = await post(await listen(createServer(handle)));
    expect(answer).toMatchObject({ status: 200, text: 'success' });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('the node:http middleware rejects methods other than POST', async () => {
    const { handle } = middleware();
    const origin = await listen(createServer(handle));
    const response = await fetch(`${origin}/callbacks`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('the node:http middleware rejects a wrong signature', async () => {
    const { handle, onPayin } = middleware();
    const origin = await listen(createServer(handle));
    expect((await post(origin, { body: '{"mchOrderNo":"ORDER-1","sign":"00"}' })).status).toBe(401);
    expect(onPayin).not.toHaveBeenCalled();
  });

  it('the node:http middleware accepts 65,536 bytes, and rejects a larger body without reading the rest', async () => {
    const { handle } = middleware();
    const origin = await listen(createServer(handle));
    const { body } = signedCallback('payin', credentials);
    expect((await post(origin, { body: body.padEnd(65_536) })).status).toBe(200);
    const answer = await post(origin, { body: body.padEnd(65_537) });
    expect(answer.status).toBe(413);
    expect(answer.headers.get('connection')).toBe('close');
  });

  it('the node:http middleware rejects a large body without Content-Length and stops reading the body', async () => {
    const { handle, onPayin } = middleware();
    const origin = await listen(createServer(handle));
    const stream = new Blob([signedCallback('payin', credentials).body.padEnd(70_000)]).stream();
    expect((await post(origin, { body: stream, duplex: 'half' } as RequestInit)).status).toBe(413);
    const { body } = signedCallback('payin', credentials);
    const answer = await raw(origin, `Content-Length: ${body.length - 10}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(onPayin).not.toHaveBeenCalled();
  });

  it('the node:http middleware responds to a stalled sender after the gateway timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { handle, errors } = middleware();
    const arrived = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      void handle(request, response);
      arrived.resolve();
    });
    const answer = raw(await listen(server), 'Content-Length: 100\r\n\r\n{"a":');
    await arrived.promise;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await answer).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
    expect(errors).toMatchObject([{ reason: 'body_timeout' }]);
  });

  it('the node:http middleware continues after a sender disconnects in the middle of the body', async () => {
    const { handle, errors } = middleware();
    const origin = await listen(createServer(handle));
    const sender = httpRequest(`${origin}/callbacks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 100 },
    });
    sender.on('error', () => {});
    sender.write('{"a":', () => sender.destroy());
    await vi.waitFor(() => expect(errors).toHaveLength(1), 60_000);
    expect(await post(origin)).toMatchObject({ status: 200, text: 'success' });
  });
});

type Middleware = ReturnType<typeof callbackMiddleware>;

/** A server that calls another function before the handler, and returns the handler's promise. */
const servers: Readonly<Record<string, (first: Middleware, handle: Middleware) => Server>> = {
  'node:http': (first, handle) =>
    createServer((request, response) => {
      void first(request, response);
      void handle(request, response);
    }),
  'Express 5': (first, handle) => createServer(express().use(both(first, handle))),
  'Express 4': (first, handle) => createServer(express4().use(both(first, handle))),
};

function both(first: Middleware, handle: Middleware): express.RequestHandler {
  return (request, response) => {
    void first(request, response);
    return handle(request, response);
  };
}

describe.each(Object.entries(servers))('a response that other code has begun, on %s', (_name, serve) => {
  const endings: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    'was ended': (response) => response.writeHead(504).end('too late'),
    'was begun': (response) => response.writeHead(504).write('too '),
    'lost its connection': (response) => response.destroy(),
  };

  it.each(Object.entries(endings))(
    'the middleware calls onError and continues if a response %s',
    async (_how, end) => {
      const [running, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const errors: unknown[] = [];
      const onPayin = vi.fn(() => {
        running.resolve();
        return finish.promise;
      });
      const handle = callbackMiddleware({
        ...credentials,
        store: createMemoryStore(),
        onPayin,
        onError: (error) => errors.push(error),
      });
      const handled: Promise<void>[] = [];
      const timeout: Middleware = async (request, response) => {
        if (request.url === '/callbacks') await running.promise.then(() => end(response));
      };
      const server = serve(timeout, (request, response) => {
        const result = handle(request, response);
        handled.push(result);
        // An unhandled rejection ends the process.
        return result.catch(() => {});
      });
      const origin = await listen(server);
      const { body, contentType } = signedCallback('payin', credentials);
      const headers = { 'content-type': contentType };
      const cut = new AbortController();
      const lost = fetch(`${origin}/callbacks`, { method: 'POST', body, headers, signal: cut.signal }).catch(
        () => 0,
      );
      await running.promise;
      await new Promise((resolve) => setImmediate(resolve));
      finish.resolve();
      await expect(Promise.all(handled)).resolves.toHaveLength(1);
      cut.abort();
      await lost;
      expect(errors).toMatchObject([
        { name: 'GatewayError', message: expect.stringMatching(/could not respond/) },
      ]);
      const again = await fetch(`${origin}/other`, { method: 'POST', body, headers });
      expect([again.status, await again.text()]).toEqual([200, 'success']);
      expect(onPayin).toHaveBeenCalledTimes(1);
    },
  );
});

/** Sends the rest of a request unchanged, and reads the response until the server closes. */
async function raw(origin: string, rest: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

function keepRawBody(request: object, _response: unknown, rawBody: Buffer): void {
  Object.assign(request, { rawBody });
}
