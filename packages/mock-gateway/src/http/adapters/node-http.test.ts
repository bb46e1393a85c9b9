import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { listen } from './listen.ts';
import { respond, UnfinishedBodies } from './node-http.ts';

const ok: WireResponse = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'hello' };

/** A server that consists of only the adapter. */
async function serve(answer: (request: WireRequest) => Promise<WireResponse>): Promise<string> {
  const server = await listen(async (request, response) => {
    const caller = { ip: '::ffff:10.0.0.7', unfinished: new UnfinishedBodies() };
    await respond(answer, { request, response, caller });
  }, {});
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

describe('node:http request', () => {
  it('a node:http request contains the received path, query and headers', async () => {
    let seen: WireRequest | undefined;
    const url = await serve(async (request) => {
      seen = request;
      return ok;
    });
    const sent = httpRequest(`${url}/v3/%70ayin?a=1?b`, {
      headers: { 'x-twice': ['1', '2'] },
      agent: false,
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(seen).toMatchObject({ method: 'GET', path: '/v3/%70ayin', query: 'a=1?b', ip: '10.0.0.7' });
    expect(seen?.header('x-twice')).toBe('1, 2');
    expect(seen?.header('x-none')).toBeNull();
  });

  it('a node:http request aborts only if its client disconnects before the response', async () => {
    const signals: AbortSignal[] = [];
    let arrived = () => {};
    let answerIt = true;
    const url = await serve(async ({ signal }) => {
      signals.push(signal);
      arrived();
      if (answerIt) return ok;
      await once(signal, 'abort');
      return ok;
    });
    await (await fetch(url)).text();
    answerIt = false;
    const here = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const impatient = new AbortController();
    const left = expect(fetch(url, { signal: impatient.signal })).rejects.toThrow();
    await here;
    impatient.abort();
    await left;
    const [answered, gone] = signals;
    if (gone?.aborted === false) await once(gone, 'abort');
    expect([answered?.aborted, gone?.aborted]).toEqual([false, true]);
  });
});

describe('node:http response', () => {
  it.each(['hello', new TextEncoder().encode('hello')])(
    'a node:http response contains its Content-Length and its body',
    async (body) => {
      const url = await serve(async () => ({ ...ok, body }));
      const response = await fetch(url);
      expect(response.headers.get('content-length')).toBe('5');
      expect(await response.text()).toBe('hello');
    },
  );

  it('a node:http response to HEAD contains a Content-Length but no body', async () => {
    const url = await serve(async ({ method, path }) => ({
      ...ok,
      ...(method === 'DELETE' || path === '/known' ? { status: method === 'GET' ? 304 : 204, body: '' } : {}),
    }));
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('5');
    expect(await head.text()).toBe('');
    expect((await fetch(url, { method: 'DELETE' })).headers.get('content-length')).toBeNull();
    const known = await fetch(new URL('/known', url));
    expect([known.status, known.headers.get('content-length')]).toEqual([304, null]);
  });

  it('if the gateway reads only part of a request body, its response arrives before the connection closes', async () => {
    const url = await serve(async (request) => {
      return { ...ok, status: 413, body: (await request.body(10)) === null ? 'too much' : 'all of it' };
    });
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(5_000_000) });
    expect(response.status).toBe(413);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toBe('too much');
  });
});
