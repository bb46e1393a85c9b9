import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { type ClientOptions, GatewayClient, GatewayError, isApiError } from '../src/index.ts';
import { v1Errors, v3Errors } from '../src/protocol.ts';
import { onFakeTime, timed } from './support/fake-time.ts';
import {
  credentials,
  failure,
  json,
  linkData,
  networkError,
  payinData,
  type Reply,
  stubFetch,
  success,
} from './support/stub-fetch.ts';

const order = { mchOrderNo: 'ORDER-1', amount: '500.00' };

function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const { fetch, sent } = stubFetch(...replies);
  return { client: new GatewayClient({ ...credentials, fetch, ...options }), sent };
}

onFakeTime();

describe('retries', () => {
  it('the client waits half of 500 and half of 1000 ms when the jitter is one half', async () => {
    const { client, sent } = clientWith([
      failure(500, 'server_error'),
      failure(503, 'maintenance'),
      success(payinData),
    ]);
    const { value, after } = await timed(client.payins.create(order));
    expect(value?.orderNo).toBe(payinData.orderNo);
    expect(after).toBe(750);
    expect(sent).toHaveLength(3);
  });

  it('the client retries immediately when the jitter is zero', async () => {
    vi.mocked(Math.random).mockReturnValue(0);
    const { client } = clientWith([failure(500, 'server_error'), success(payinData)]);
    expect((await timed(client.payins.create(order))).after).toBe(0);
  });

  it('the client waits at most 8 seconds before a retry', async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    const { client, sent } = clientWith([failure(500, 'server_error')], { maxRetries: 7 });
    const { after } = await timed(client.payins.create(order));
    expect(after).toBe(500 + 1000 + 2000 + 4000 + 8000 + 8000 + 8000);
    expect(sent).toHaveLength(8);
  });

  it.each([
    [0, 0],
    [10, 5 + 10 + 20],
    [20_000, 30_000],
  ])('the client accepts a first backoff of %i ms', async (backoff, expected) => {
    const { client, sent } = clientWith([networkError('ECONNRESET')], {
      backoff,
      maxRetries: 3,
      deadline: 60_000,
    });
    expect((await timed(client.payins.create(order))).after).toBe(expected);
    expect(sent).toHaveLength(4);
  });

  it('the client sends the same bytes at every attempt', async () => {
    const { client, sent } = clientWith([
      failure(500, 'server_error'),
      networkError('ECONNRESET'),
      success(payinData),
    ]);
    await timed(client.payins.create({ ...order, extra: 'नमस्ते & <b>' }));
    expect(new Set(sent.map((request) => request.body)).size).toBe(1);
    expect(sent).toHaveLength(3);
    for (const { headers } of sent)
      expect(Object.fromEntries(headers)).toMatchObject({
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': 'inrgate-sdk',
      });
  });

  it('the client does not retry if maxRetries is 0 in the client options or the call options', async () => {
    const none = clientWith([failure(500, 'server_error')], { maxRetries: 0 });
    await timed(none.client.payins.create(order));
    expect(none.sent).toHaveLength(1);
    const one = clientWith([failure(500, 'server_error')], { maxRetries: 5 });
    await timed(one.client.payins.create(order, { maxRetries: 0 }));
    expect(one.sent).toHaveLength(1);
  });

  it('the client retries GET and POST equally often, because ky does not retry', async () => {
    const { client, sent } = clientWith([networkError('ECONNRESET')]);
    const { error } = await timed(client.links.retrieve({ linkCode: 'L1' }));
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 3 });
    expect(sent).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 422])(
    'the client does not retry a response with status %i',
    async (status) => {
      const { client, sent } = clientWith([failure(status, 'some_code')]);
      const { error } = await timed(client.payins.create(order));
      expect(error).toMatchObject({
        name: 'ApiError',
        status,
        code: 'some_code',
        outcome: 'rejected',
        attempts: 1,
      });
      expect(sent).toHaveLength(1);
    },
  );

  it.each([500, 502, 503, 504])(
    'the client retries an HTML page with status %i from a proxy and keeps the body [reading:sdk.proxy-pages]',
    async (status) => {
      const page = new Response('<html>Bad gateway</html>', {
        status,
        headers: { 'content-type': 'text/html' },
      });
      const { client, sent } = clientWith([page]);
      const { error } = await timed(client.payins.create(order));
      expect(error).toMatchObject({
        name: 'ResponseError',
        status,
        body: '<html>Bad gateway</html>',
        outcome: 'unknown',
        attempts: 3,
      });
      expect(sent).toHaveLength(3);
    },
  );

  it.each([502, 503, 504])(
    'the client retries an empty response with status %i from a proxy [reading:sdk.proxy-pages]',
    async (status) => {
      const { client, sent } = clientWith([new Response(null, { status })]);
      const { error } = await timed(client.payins.create(order));
      expect(error).toMatchObject({
        name: 'ResponseError',
        status,
        body: '',
        outcome: 'unknown',
        attempts: 3,
      });
      expect(sent).toHaveLength(3);
    },
  );

  it.each([403, 404])(
    'the client does not retry a page with status %i [reading:sdk.proxy-pages]',
    async (status) => {
      const { client, sent } = clientWith([new Response('<html>No</html>', { status })]);
      const { error } = await timed(client.payins.create(order));
      expect(error).toMatchObject({ name: 'ResponseError', status, body: '<html>No</html>', attempts: 1 });
      expect(sent).toHaveLength(1);
    },
  );

  it('the client retries only the temporary error codes of the API', async () => {
    const repeated: string[] = [];
    for (const [code, { status }] of Object.entries(v3Errors)) {
      const { client, sent } = clientWith([failure(status, code)], { maxRetries: 1 });
      await timed(client.payins.create(order));
      if (sent.length > 1) repeated.push(code);
    }
    for (const { code, status } of v1Errors) {
      const { client, sent } = clientWith([json({ ok: false, error: code }, { status })], { maxRetries: 1 });
      await timed(client.links.create({ clientRef: 'INV-42', amount: '500.00' }));
      if (sent.length > 1) repeated.push(`v1 ${code}`);
    }
    expect(repeated).toEqual([
      'rate_limited',
      'server_error',
      'provider_unavailable',
      'maintenance',
      'rate_unavailable',
      'v1 server_error',
      'v1 gateway_error',
    ]);
  });

  it('the client does not retry too_many_failures, even with a Retry-After', async () => {
    const { client, sent } = clientWith([failure(429, 'too_many_failures', { 'retry-after': '1' })]);
    const { error, after } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ code: 'too_many_failures', retryAfter: 1000, outcome: 'rejected' });
    expect(sent).toHaveLength(1);
    expect(after).toBe(0);
  });
});

describe('Retry-After', () => {
  it('the client waits exactly the seconds of Retry-After', async () => {
    const { client, sent } = clientWith([
      failure(429, 'rate_limited', { 'retry-after': '7' }),
      success(payinData),
    ]);
    expect((await timed(client.payins.create(order))).after).toBe(7_000);
    expect(sent).toHaveLength(2);
  });

  it('the client accepts an HTTP date in Retry-After', async () => {
    vi.setSystemTime(Date.parse('Fri, 20 Nov 2026 09:34:05 GMT'));
    const header = { 'retry-after': 'Fri, 20 Nov 2026 09:34:17 GMT' };
    const { client } = clientWith([failure(503, 'maintenance', header), success(payinData)]);
    expect((await timed(client.payins.create(order))).after).toBe(12_000);
  });

  it.each([
    ['behind', 'Fri, 20 Nov 2026 08:00:00 GMT'],
    ['ahead', 'Sat, 21 Nov 2026 09:34:05 GMT'],
  ])(
    "the client reads a Retry-After date relative to the response's Date when this machine's clock is %s",
    async (_name, here) => {
      vi.setSystemTime(Date.parse(here));
      const header = {
        date: 'Fri, 20 Nov 2026 09:34:05 GMT',
        'retry-after': 'Fri, 20 Nov 2026 09:34:17 GMT',
      };
      const { client } = clientWith([failure(503, 'maintenance', header), success(payinData)]);
      expect((await timed(client.payins.create(order))).after).toBe(12_000);
    },
  );

  it('the client uses the backoff if Retry-After is 0, past or invalid', async () => {
    for (const value of ['0', 'Thu, 01 Jan 1970 00:00:00 GMT', 'soon', '1.5', '-3']) {
      const { client } = clientWith([
        failure(503, 'maintenance', { 'retry-after': value }),
        success(payinData),
      ]);
      expect((await timed(client.payins.create(order))).after, value).toBe(250);
    }
  });

  it('a call fails immediately with the reason if Retry-After is above maxRetryAfter', async () => {
    const { client, sent } = clientWith([failure(429, 'rate_limited', { 'retry-after': '31' })]);
    const { error, after } = await timed(client.payins.create(order));
    expect(after).toBe(0);
    expect(sent).toHaveLength(1);
    expect(error).toMatchObject({
      code: 'rate_limited',
      retryAfter: 31_000,
      attempts: 1,
      outcome: 'rejected',
    });
    expect(String(error)).toContain('Retry-After is 31000 ms, above maxRetryAfter of 30000 ms');
  });

  it('a call fails immediately with the reason if Retry-After is beyond the deadline', async () => {
    const { client, sent } = clientWith([failure(503, 'maintenance', { 'retry-after': '20' })], {
      deadline: 20_000,
    });
    const { error, after } = await timed(client.payins.create(order));
    expect(after).toBe(0);
    expect(sent).toHaveLength(1);
    expect(String(error)).toContain('exceeds the deadline of 20000 ms');
  });
});

describe('time limits of a call', () => {
  const stalled = () => new Promise<Response>(() => {});

  it('the timeout ends each attempt, even if fetch ignores its signal', async () => {
    const { client, sent } = clientWith([stalled], { timeout: 1_000, maxRetries: 1 });
    const { error, after } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown', attempts: 2 });
    expect(String(error)).toContain('within the timeout of 1000 ms');
    expect(after).toBe(1_000 + 250 + 1_000);
    expect(sent).toHaveLength(2);
  });

  it('the timeout includes the time to read the body of a response', async () => {
    const cancel = vi.fn();
    const start = (controller: ReadableStreamDefaultController) => controller.enqueue(Buffer.from('{"code"'));
    const halfABody = () => new Response(new ReadableStream({ start, cancel }));
    const { client } = clientWith([halfABody], { timeout: 1_000, maxRetries: 0 });
    const { error, after } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'unknown' });
    expect(after).toBe(1_000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('the deadline ends a call with all its attempts', async () => {
    const { client, sent } = clientWith([stalled], { timeout: 10_000, deadline: 15_000, maxRetries: 5 });
    const { error, after } = await timed(client.payins.create(order));
    expect(after).toBe(15_000);
    expect(sent).toHaveLength(2);
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 2 });
    expect(String(error)).toContain('within the deadline of 15000 ms');
  });

  it('a call ends immediately if the next wait would pass the deadline', async () => {
    const { client, sent } = clientWith([failure(500, 'server_error')], { deadline: 250 });
    const { error, after } = await timed(client.payins.create(order));
    expect(after).toBe(0);
    expect(sent).toHaveLength(1);
    expect(error).toMatchObject({ code: 'server_error', attempts: 1 });
  });
});

describe('abort', () => {
  const reason = new Error('the customer left');

  it.each([
    ['a turn of requestsPerMinute', [success(payinData)], { requestsPerMinute: 1 }],
    ['an attempt', [() => new Promise<Response>(() => {})], {}],
    ['the wait before a retry', [failure(500, 'server_error')], { backoff: 60_000 }],
    ['a Retry-After', [failure(503, 'maintenance', { 'retry-after': '20' })], {}],
  ] as const)('an abort during %s leaves no timer and no listener', async (_, replies, options) => {
    const { client } = clientWith(replies, options);
    if ('requestsPerMinute' in options) await client.payins.create(order);
    const abort = new AbortController();
    const { signal } = abort;
    const call = client.payins.create(order, { signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    abort.abort(reason);
    expect(await call).toMatchObject({ name: 'GatewayError', cause: reason });
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
  });

  it('an abort before the call sends nothing', async () => {
    const { client, sent } = clientWith([success(payinData)]);
    const { error } = await timed(client.payins.create(order, { signal: AbortSignal.abort(reason) }));
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'not_sent', attempts: 0 });
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as Error).cause).toBe(reason);
    expect(sent).toHaveLength(0);
  });

  it('an abort during an attempt reports that the order may exist', async () => {
    const abort = new AbortController();
    const { client, sent } = clientWith([() => new Promise<Response>(() => {})]);
    setTimeout(() => abort.abort(reason), 400);
    const { error, after } = await timed(client.payins.create(order, { signal: abort.signal }));
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'unknown', attempts: 1 });
    expect((error as Error).cause).toBe(reason);
    expect(after).toBe(400);
    expect(sent).toHaveLength(1);
  });

  it('an abort in the hook before an attempt ends the call without a wait', async () => {
    const abort = new AbortController();
    const { client } = clientWith([() => new Promise<Response>(() => {})], {
      hooks: { beforeAttempt: () => abort.abort(reason) },
    });
    const { error, after } = await timed(client.payins.create(order, { signal: abort.signal }));
    expect(error).toMatchObject({ name: 'GatewayError', attempts: 1, cause: reason });
    expect(after).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('an abort during the wait ends the call immediately with the results of earlier attempts', async () => {
    const abort = new AbortController();
    const { client, sent } = clientWith([failure(429, 'rate_limited', { 'retry-after': '20' })]);
    const call = client.payins.create(order, { signal: abort.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(400);
    abort.abort(reason);
    const error = await call;
    expect(error).toMatchObject({ name: 'GatewayError', outcome: 'rejected', attempts: 1 });
    expect((error as Error).cause).toBe(reason);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('outcome', () => {
  it.each([
    ['ECONNREFUSED', 'connect'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['ETIMEDOUT', 'connect'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined],
  ])('the outcome is not_sent for %s, and the client retries', async (code, syscall) => {
    const { client, sent } = clientWith([networkError(code, syscall)]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 3 });
    expect(String(error)).toContain(`payins.create: no connection to gateway.example: ${code}`);
    expect(sent).toHaveLength(3);
  });

  it('the outcome is unknown if a response of the application’s fetch throws when it is read', async () => {
    const reply = () => {
      const response = success(payinData);
      const get = (name: string) => {
        if (name === 'retry-after') throw new Error('broken');
        return null;
      };
      return Object.defineProperties(response, { status: { value: 503 }, headers: { value: { get } } });
    };
    const { client } = clientWith([reply], { maxRetries: 0 });
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 1 });
  });

  it.each([
    ['ECONNRESET', 'read'],
    ['ETIMEDOUT', 'read'],
    ['UND_ERR_SOCKET', undefined],
  ])('the outcome is unknown for %s on an established connection', async (code, syscall) => {
    const { client } = clientWith([networkError(code, syscall)]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 3 });
  });

  it('for an untrusted certificate, the outcome is not_sent and the client does not retry', async () => {
    const { client, sent } = clientWith([networkError('DEPTH_ZERO_SELF_SIGNED_CERT')]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'not_sent', attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('a call succeeds when the retry after an unknown outcome returns duplicate', async () => {
    const { client, sent } = clientWith([
      networkError('ECONNRESET'),
      success({ ...payinData, duplicate: true }),
    ]);
    const { value } = await timed(client.payins.create(order));
    expect(value).toMatchObject({ orderNo: payinData.orderNo, duplicate: true });
    expect(sent).toHaveLength(2);
  });

  it('the outcome stays unknown when a 4xx follows an attempt with an unknown outcome', async () => {
    const { client } = clientWith([networkError('ECONNRESET'), failure(422, 'insufficient_balance')]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({
      code: 'insufficient_balance',
      status: 422,
      outcome: 'unknown',
      attempts: 2,
    });
  });

  it('the outcome is rejected when a 4xx follows attempts that were not sent', async () => {
    const { client } = clientWith([networkError('ECONNREFUSED'), failure(422, 'amount_range')]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ code: 'amount_range', outcome: 'rejected', attempts: 2 });
  });

  it('the outcome is rejected when the attempts after a rejection were not sent', async () => {
    const { client } = clientWith([failure(429, 'rate_limited'), networkError('ECONNREFUSED')]);
    const { error } = await timed(client.payins.create(order));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'rejected', attempts: 3 });
  });

  it('the outcome is unknown for every 5xx', async () => {
    for (const [status, code] of [
      [500, 'server_error'],
      [503, 'provider_unavailable'],
    ] as const) {
      const { client } = clientWith([failure(status, code)], { maxRetries: 0 });
      expect((await timed(client.payins.create(order))).error).toMatchObject({ code, outcome: 'unknown' });
    }
  });
});

describe('links.create', () => {
  const link = () => json({ ok: true, data: linkData });
  const gatewayError = () =>
    json({ ok: false, error: 'gateway_error', message: 'no channel' }, { status: 502 });

  it('the client does not retry links.create without clientRef after an unknown outcome', async () => {
    const { client, sent } = clientWith([gatewayError, link]);
    const { error } = await timed(client.links.create({ amount: '500.00' }));
    expect(error).toMatchObject({ code: 'gateway_error', outcome: 'unknown', attempts: 1 });
    expect(String(error)).toContain('a repeat could create a second link');
    expect(sent).toHaveLength(1);
  });

  it('the client retries links.create without clientRef only if the request was not sent', async () => {
    const { client, sent } = clientWith([networkError('ECONNREFUSED'), networkError('ECONNRESET'), link]);
    const { error } = await timed(client.links.create({ amount: '500.00' }));
    expect(error).toMatchObject({ name: 'ConnectionError', outcome: 'unknown', attempts: 2 });
    expect(sent).toHaveLength(2);
  });

  it('the client retries links.create with clientRef', async () => {
    const { client, sent } = clientWith([gatewayError, link]);
    const { value } = await timed(client.links.create({ amount: '500.00', clientRef: 'INV-42' }));
    expect(value?.linkCode).toBe(linkData.link_code);
    expect(sent).toHaveLength(2);
  });
});

describe('hooks', () => {
  it('the hooks receive every attempt and retry without a key, signature or parameter', async () => {
    const events: unknown[] = [];
    const note = (name: string) => (event: object) => void events.push({ name, ...event });
    const { client, sent } = clientWith(
      [failure(429, 'rate_limited', { 'retry-after': '2' }), success(payinData)],
      {
        hooks: { beforeAttempt: note('before'), afterAttempt: note('after'), beforeRetry: note('retry') },
      },
    );
    await timed(client.payins.create(order));
    const attempt = { operation: 'payins.create', method: 'POST', url: 'https://gateway.example/v3/payin' };
    expect(events).toEqual([
      { name: 'before', ...attempt, attempt: 1, delay: 0 },
      {
        name: 'after',
        ...attempt,
        attempt: 1,
        delay: 0,
        duration: 0,
        status: 429,
        outcome: 'rejected',
        code: 'rate_limited',
      },
      { name: 'retry', ...attempt, attempt: 1, delay: 2_000, retryAfter: true },
      { name: 'before', ...attempt, attempt: 2, delay: 2_000 },
      {
        name: 'after',
        ...attempt,
        attempt: 2,
        delay: 2_000,
        duration: 0,
        status: 200,
        outcome: 'ok',
        code: undefined,
      },
    ]);
    const { sign } = JSON.parse(sent[0]?.body ?? '') as { sign: string };
    for (const secret of ['test-mch-key', 'test-mch-secret', sign]) {
      expect(JSON.stringify(events)).not.toContain(secret);
    }
  });

  it('the hooks do not receive the query of a link, because the query contains the API Key and the signature', async () => {
    const urls: string[] = [];
    const { client } = clientWith([json({ ok: true, data: linkData })], {
      hooks: { beforeAttempt: (event) => void urls.push(event.url) },
    });
    await timed(client.links.retrieve({ linkCode: 'L7f3kQ2m9' }));
    expect(urls).toEqual(['https://gateway.example/v1/link-status.php']);
  });

  it('a hook that throws does not fail a call', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { client } = clientWith([success(payinData)], {
      hooks: {
        beforeAttempt: () => {
          throw new Error('hook');
        },
        afterAttempt: () => Promise.reject(new Error('async hook')),
      },
    });
    const { value } = await timed(client.payins.create(order));
    expect(value?.orderNo).toBe(payinData.orderNo);
    const threw = (thrown: string) =>
      expect.stringContaining(`a hook of the gateway client threw: ${thrown}`);
    expect(warn.mock.calls).toEqual([
      [threw('Error: hook'), 'InrgateHookWarning'],
      [threw('Error: async hook'), 'InrgateHookWarning'],
    ]);
  });
});

it('a finished call leaves no timer and no listener', async () => {
  const { client } = clientWith([success(payinData)]);
  const { signal } = new AbortController();
  await client.payins.create(order, { signal });
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('isApiError recognizes an error of a call', async () => {
  const { client } = clientWith([failure(422, 'amount_range')]);
  const { error } = await timed(client.payins.create(order));
  expect(isApiError(error) && error.code).toBe('amount_range');
});
