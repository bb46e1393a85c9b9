import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signedCallback } from '../testing/signed-callback.ts';
import { createCallbackHandler } from './handler.ts';
import type { CallbackHandlerOptions } from './handler-options.ts';
import { createMemoryStore } from './store.ts';

// The handler reports every response except a success to onError.

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const { body, contentType } = signedCallback('payin', credentials);

function delivery(text: string | Uint8Array = body, type: string = contentType): Request {
  const headers = { 'content-type': type };
  return new Request('http://shop.example/callbacks', { method: 'POST', headers, body: text });
}

function handlerWith(options: Partial<CallbackHandlerOptions> = {}) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  return {
    handle: createCallbackHandler({ ...credentials, store: createMemoryStore(), onError, ...options }),
    errors,
  };
}

const down = () => Promise.reject(new Error('down'));
const query = { retrieve: down };
const never = () => new Promise<never>(() => {});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('onError', () => {
  it.each<[string, Partial<CallbackHandlerOptions>, Request, number]>([
    ['a method other than POST', {}, new Request('http://shop.example/callbacks'), 405],
    ['a malformed body', {}, delivery('{'), 400],
    ['a wrong signature', {}, delivery(body.replace('500.00', '900.00')), 401],
    ['an unsupported content type', {}, delivery('x', 'text/plain'), 415],
    ['a body that is too large', {}, delivery('x'.repeat(65_537)), 413],
    ['a function that throws', { onPayin: down }, delivery(), 500],
    [
      'a claim that fails',
      { onPayin: vi.fn(), store: { ...createMemoryStore(), claim: down } },
      delivery(),
      500,
    ],
    [
      'a query that fails',
      { onPayin: vi.fn(), confirm: { payins: query, payouts: query, links: query } },
      delivery(),
      500,
    ],
  ])('onError is called once for %s', async (_name, options, request, status) => {
    const { handle, errors } = handlerWith(options);
    expect((await handle(request)).status).toBe(status);
    expect(errors).toHaveLength(1);
  });

  it.each(['onPayin', 'confirm', 'claim', 'complete'] as const)(
    'onError is called when %s exceeds the callback timeout of the gateway',
    async (where) => {
      const retrieve = { retrieve: never };
      const store = {
        ...createMemoryStore(),
        ...(where === 'claim' || where === 'complete' ? { [where]: never } : {}),
      };
      const { handle, errors } = handlerWith({
        onPayin: where === 'onPayin' ? never : () => {},
        ...(where === 'confirm' ? { confirm: { payins: retrieve, payouts: retrieve, links: retrieve } } : {}),
        store,
      });
      void handle(delivery());
      await vi.advanceTimersByTimeAsync(7_999);
      expect(errors).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(errors).toMatchObject([
        {
          name: 'TimeoutError',
          message: expect.stringMatching(/payin .* 8 s.* Respond earlier/),
          outcome: 'not_sent',
          attempts: 0,
        },
        ...(where === 'complete' ? [{ message: expect.stringMatching(/complete .* 8 s/) }] : []),
      ]);
      if (where === 'claim') return;
      errors.length = 0;
      expect((await handle(delivery())).status).toBe(503);
      expect(errors).toMatchObject([{ name: 'GatewayError', message: expect.stringMatching(/payin/) }]);
    },
  );

  it('onError is not called for a success', async () => {
    const { handle, errors } = handlerWith({ onPayin: vi.fn() });
    for (let count = 0; count < 2; count += 1) expect((await handle(delivery())).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe('a callback without a registered function', () => {
  const link = signedCallback('link', credentials);

  it.each(['payin', 'payout', 'link'] as const)(
    'the handler acknowledges a %s callback for which no function is registered, and calls onUnhandled',
    async (kind) => {
      const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
      const onUnhandled = vi.fn(() => {
        throw new Error('log down');
      });
      const { handle, errors } = handlerWith({ onUnhandled });
      for (let count = 1; count <= 2; count += 1) {
        const response = await handle(delivery(signedCallback(kind, credentials).body));
        expect([response.status, await response.text()]).toEqual([200, 'success']);
        expect(onUnhandled).toHaveBeenCalledTimes(count);
      }
      expect(onUnhandled).toHaveBeenLastCalledWith(expect.objectContaining({ kind, test: false }));
      expect(errors).toEqual([]);
      // If onError throws, the error becomes a warning without other effects.
      expect(warn).toHaveBeenCalledTimes(2);
    },
  );

  it('the handler without onUnhandled emits one process warning for each callback kind', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const { handle } = handlerWith({ onPayin: vi.fn() });
    await handle(delivery());
    await handle(delivery(signedCallback('link', credentials, { test: true }).body));
    expect(warn).not.toHaveBeenCalled();
    for (let count = 0; count < 2; count += 1) await handle(delivery(link.body));
    const message =
      'the link callback of L7f3kQ2m9 was acknowledged without onLink: register onLink or onUnhandled';
    expect(warn).toHaveBeenCalledExactlyOnceWith(message, 'InrgateCallbackWarning');
    for (const kind of ['payin', 'payout'] as const)
      await handlerWith({}).handle(delivery(signedCallback(kind, credentials).body));
    expect(warn).toHaveBeenCalledWith(
      expect.stringMatching(/PI2026.* without onPayin/),
      'InrgateCallbackWarning',
    );
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringMatching(/WD2026.* without onPayout/),
      'InrgateCallbackWarning',
    );
  });
});

describe('confirmRequestsPerMinute', () => {
  const order = (at: number) =>
    signedCallback('payin', credentials, { orderNo: `PI${at}`, mchOrderNo: `ORDER-${at}` });

  function confirming(options: Partial<CallbackHandlerOptions> = {}) {
    const retrieve = vi.fn(async ({ orderNo }: { orderNo: string }, _options: { deadline: number }) => ({
      ...{ orderNo, mchOrderNo: orderNo.replace('PI', 'ORDER-'), amount: '500.00' },
      ...{ paidAmount: '500.00', status: 'success' },
    }));
    const links = { retrieve: vi.fn(async () => ({ amount: '500.00', status: 'success' })) };
    const confirm = { payins: { retrieve }, payouts: { retrieve }, links };
    return { retrieve, links, ...handlerWith({ onPayin: vi.fn(), onLink: vi.fn(), confirm, ...options }) };
  }

  it.each([
    [60, {}],
    [5, { confirmRequestsPerMinute: 5 }],
  ])(
    'a handler with confirm sends at most %i queries per minute and leaves further callbacks unacknowledged',
    async (share, options) => {
      const { handle, retrieve, links, errors } = confirming(options);
      const statuses = async (count: number) => {
        const responses = Array.from({ length: count }, (_, at) => handle(delivery(order(at).body)));
        await vi.advanceTimersByTimeAsync(8_000);
        return (await Promise.all(responses)).map(({ status }) => status);
      };
      const first = await statuses(share + 2);
      expect(first.filter((status) => status === 200)).toHaveLength(share);
      expect(first.filter((status) => status === 500)).toHaveLength(2);
      expect(retrieve).toHaveBeenCalledTimes(share);
      expect(errors).toMatchObject([
        { message: expect.stringContaining(`confirmRequestsPerMinute of ${share}`) },
        { name: 'GatewayError', outcome: 'not_sent', attempts: 0 },
      ]);
      // The v1 API has no rate limit (reading: Legacy).
      const link = signedCallback('link', credentials);
      expect((await handle(delivery(link.body))).status).toBe(200);
      expect(links.retrieve).toHaveBeenCalledExactlyOnceWith({ linkCode: 'L7f3kQ2m9' }, { deadline: 5_000 });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await statuses(share + 2)).toEqual(Array.from({ length: share + 2 }, () => 200));
      expect(retrieve).toHaveBeenCalledTimes(share + 2);
      for (const [, { deadline }] of retrieve.mock.calls) expect(deadline).toBe(5_000);
    },
  );

  it.each([0, -1, 1.5, Number.NaN])(
    'createCallbackHandler rejects confirmRequestsPerMinute %d',
    (confirmRequestsPerMinute) => {
      expect(() => confirming({ confirmRequestsPerMinute })).toThrow(
        'confirmRequestsPerMinute must be a whole number',
      );
    },
  );
});

describe('the charset of a callback', () => {
  const utf8 = signedCallback('payin', credentials, { extra: 'आशा é' });
  const form = signedCallback('payin', credentials, { extra: 'आशा é' }, { format: 'form' });

  it.each([
    ['text/json', utf8.body],
    ['Text/JSON; charset=utf-8', utf8.body],
    ['application/json; charset=iso-8859-1', utf8.body],
    ['application/json; charset="windows-1252"', utf8.body],
    ['application/json', `\ufeff${utf8.body}`],
    ['application/x-www-form-urlencoded; charset=latin1', form.body],
    ['application/x-www-form-urlencoded', `\ufeff${form.body}`],
  ])('the handler reads a body with content type %s as UTF-8', async (type, text) => {
    const onPayin = vi.fn();
    const { handle, errors } = handlerWith({ onPayin });
    expect((await handle(delivery(text, type))).status).toBe(200);
    expect(errors).toEqual([]);
    expect(onPayin).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ extra: 'आशा é' }));
  });

  it.each(['text/plain', 'application/xml', 'text/json5', ''])(
    'the handler rejects the content type %j',
    async (type) => {
      const { handle } = handlerWith();
      expect((await handle(delivery(Buffer.from(body), type))).status).toBe(415);
    },
  );

  it('the handler rejects a body that is not UTF-8', async () => {
    const { handle, errors } = handlerWith();
    const latin1 = Buffer.from(utf8.body.replace('आशा ', ''), 'latin1');
    expect((await handle(delivery(latin1, 'application/json; charset=latin1'))).status).toBe(400);
    expect(errors).toMatchObject([{ reason: 'invalid_utf8' }]);
  });
});
