import { describe, expect, it } from 'vitest';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { answerFetch } from './fetch.ts';

const never = new AbortController().signal;
const ok: WireResponse = { status: 200, headers: { 'x-a': 'b' }, body: 'hello' };

async function answered(request: Request, response: WireResponse, closing: AbortSignal = never) {
  let seen: WireRequest | undefined;
  const answer = await answerFetch(request, closing, async (wire) => {
    seen = wire;
    return response;
  });
  if (seen === undefined) throw new Error('nothing was asked');
  return { answer, seen };
}

describe('Fetch request', () => {
  it('a Fetch request counts as a request from the local machine to the Host in its URL', async () => {
    const request = new Request('http://localhost:4300/v3/pay%20in?a=1&b=2', {
      headers: { 'X-Api-Key': 'k' },
    });
    const { seen } = await answered(request, ok);
    expect(seen).toMatchObject({
      method: 'GET',
      path: '/v3/pay%20in',
      query: 'a=1&b=2',
      ip: '127.0.0.1',
    });
    expect(seen.header('host')).toBe('localhost:4300');
    expect(seen.header('x-api-key')).toBe('k');
    expect(seen.header('origin')).toBeNull();
  });

  it('a Fetch request aborts both when its client aborts and when the gateway closes', async () => {
    const caller = new AbortController();
    const closing = new AbortController();
    const first = await answered(new Request('http://a/', { signal: caller.signal }), ok, closing.signal);
    const second = await answered(new Request('http://a/'), ok, closing.signal);
    caller.abort();
    expect([first.seen.signal.aborted, second.seen.signal.aborted]).toEqual([true, false]);
    closing.abort();
    expect(second.seen.signal.aborted).toBe(true);
  });
});

describe('Fetch response', () => {
  it.each(['hello', new TextEncoder().encode('hello')])(
    'a Fetch response arrives unchanged',
    async (body) => {
      const { answer } = await answered(new Request('http://a/'), { ...ok, body });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-a')).toBe('b');
      expect(await answer.text()).toBe('hello');
    },
  );

  it.each([
    ['GET', 204],
    ['GET', 304],
    ['HEAD', 200],
  ])('a Fetch response to %s with %i has no body', async (method, status) => {
    const { answer } = await answered(new Request('http://a/', { method }), { ...ok, status });
    expect(answer).toMatchObject({ status, body: null });
  });

  it('the fetch call of a dropped response fails with the error of a connection reset', async () => {
    const dropped = answered(new Request('http://a/'), { ...ok, transportFault: 'drop' });
    await expect(dropped).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
  });

  it('a truncated Fetch response fails after half its body', async () => {
    const { answer } = await answered(new Request('http://a/'), {
      ...ok,
      body: '123456789',
      transportFault: 'truncate',
    });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('1234');
    await expect(reader?.read()).rejects.toBeInstanceOf(TypeError);
  });

  it.each([true, false])(
    'a hung Fetch response ends only when its client aborts (already aborted: %s)',
    async (already) => {
      const caller = new AbortController();
      if (already) caller.abort(new Error('enough'));
      const hung = answered(new Request('http://a/', { signal: caller.signal }), {
        ...ok,
        transportFault: 'hang',
      });
      if (!already) caller.abort(new Error('enough'));
      await expect(hung).rejects.toThrow('enough');
    },
  );
});

describe('Fetch stream', () => {
  async function* counting(ended: () => void): AsyncGenerator<string> {
    try {
      for (let count = 0; ; count++) yield `${count} `;
    } finally {
      ended();
    }
  }

  it('a Fetch stream arrives in chunks until its reader cancels', async () => {
    let ended = false;
    const body = counting(() => {
      ended = true;
    });
    const { answer, seen } = await answered(new Request('http://a/'), { ...ok, body });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('0 ');
    expect(seen.signal.aborted).toBe(false);
    await reader?.cancel();
    expect(seen.signal.aborted).toBe(true);
    expect(ended).toBe(true);
  });
});
