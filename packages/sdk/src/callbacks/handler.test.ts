import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CallbackFields, signedCallback } from '../testing/signed-callback.ts';
import type { CallbackKind } from './callback.ts';
import { createCallbackHandler } from './handler.ts';
import type { CallbackHandlerOptions } from './handler-options.ts';
import { type CallbackStore, createMemoryStore } from './store.ts';

const credentials = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

function delivery(
  kind: CallbackKind,
  fields: CallbackFields = {},
  format: 'json' | 'form' = 'json',
): Request {
  const { body, contentType } = signedCallback(kind, credentials, fields, { format });
  return request(body, contentType);
}

function request(body: string | ReadableStream, contentType = 'application/json'): Request {
  return new Request('http://shop.example/callbacks', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
}

function handlerWith(options: Partial<CallbackHandlerOptions> = {}) {
  const errors: unknown[] = [];
  const handle = createCallbackHandler({
    ...credentials,
    store: createMemoryStore(),
    onError: (error) => errors.push(error),
    ...options,
  });
  const deliver = async (...args: Parameters<typeof delivery>) => {
    const response = await handle(delivery(...args));
    return { status: response.status, text: await response.text() };
  };
  return { handle, deliver, errors };
}

/** A promise that the test settles. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const acknowledged = { status: 200, text: 'success' };

afterEach(() => void vi.restoreAllMocks());

describe('a callback handler', () => {
  it.each(['json', 'form'] as const)(
    'a callback handler calls the function for the callback kind and returns success (%s)',
    async (format) => {
      const calls = { onPayin: vi.fn(), onPayout: vi.fn(), onLink: vi.fn(), onTest: vi.fn() };
      const { deliver } = handlerWith(calls);
      expect(await deliver('payin', { paidAmount: '499.00' }, format)).toEqual(acknowledged);
      expect(await deliver('payout', { status: 'processing' }, format)).toEqual(acknowledged);
      expect(await deliver('link', {}, format)).toEqual(acknowledged);
      expect(await deliver('payin', { test: true }, format)).toEqual(acknowledged);
      expect(calls.onPayin.mock.calls).toEqual([
        [expect.objectContaining({ kind: 'payin', paidAmount: '499.00' })],
      ]);
      expect(calls.onPayout.mock.calls).toEqual([
        [expect.objectContaining({ kind: 'payout', status: 'processing' })],
      ]);
      expect(calls.onLink.mock.calls).toEqual([[expect.objectContaining({ kind: 'link' })]]);
      expect(calls.onTest.mock.calls).toEqual([[expect.objectContaining({ kind: 'payin', test: true })]]);
    },
  );

  it('a callback handler acknowledges test callbacks and callbacks for which no function is registered', async () => {
    const { deliver } = handlerWith();
    for (const kind of ['payin', 'payout', 'link'] as const)
      expect(await deliver(kind)).toEqual(acknowledged);
    expect(await deliver('payin', { test: true })).toEqual(acknowledged);
  });

  it('a callback handler sends the acknowledgement after the function has finished', async () => {
    const { opened, open } = gate();
    let answered = false;
    const { deliver } = handlerWith({ onPayin: () => opened });
    const answer = deliver('payin').finally(() => {
      answered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    open();
    expect(await answer).toEqual(acknowledged);
  });

  it('only one of 50 simultaneous deliveries calls the function, and the handler returns 503 for the others [reading:sdk.any-order] [spec:delivery.4]', async () => {
    const { opened, open } = gate();
    const onPayin = vi.fn(() => opened);
    const { deliver, errors } = handlerWith({ onPayin });
    const answers = Array.from({ length: 50 }, () => deliver('payin'));
    const others = await Promise.all(answers.slice(1));
    others.push(await deliver('payin'));
    const text = 'another delivery of this callback is in progress; retry later';
    expect(others).toEqual(Array.from({ length: 50 }, () => ({ status: 503, text })));
    expect(errors).toEqual(
      Array.from({ length: 50 }, () => expect.objectContaining({ outcome: 'not_sent', attempts: 0 })),
    );
    open();
    expect(await answers[0]).toEqual(acknowledged);
    expect(await deliver('payin')).toEqual(acknowledged);
    expect(onPayin).toHaveBeenCalledTimes(1);
  });

  it('a callback handler calls a function again at the next delivery after the function threw', async () => {
    const broken = new Error('database down');
    const onPayin = vi
      .fn()
      .mockRejectedValueOnce(broken)
      .mockImplementationOnce(() => {
        throw broken;
      });
    const { deliver, errors } = handlerWith({ onPayin });
    for (let count = 0; count < 2; count += 1) {
      const text = 'the callback could not be handled; retry later';
      expect(await deliver('payin')).toEqual({ status: 500, text });
    }
    expect(await deliver('payin')).toEqual(acknowledged);
    expect(await deliver('payin')).toEqual(acknowledged);
    expect(onPayin).toHaveBeenCalledTimes(3);
    expect(errors).toEqual([broken, broken]);
  });

  it('a callback handler without onError emits a warning for a failure, but not for a rejected or busy callback', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const handle = createCallbackHandler({
      ...credentials,
      store: createMemoryStore(),
      onPayin: () => Promise.reject(new Error('database down')),
    });
    expect((await handle(request('{}'))).status).toBe(401);
    const both = createCallbackHandler({ ...credentials, store: createMemoryStore(), onPayin: vi.fn() });
    const answers = await Promise.all([both(delivery('payin')), both(delivery('payin'))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 503]);
    expect(warn).not.toHaveBeenCalled();
    expect((await handle(delivery('payin'))).status).toBe(500);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('database down'),
      'InrgateCallbackWarning',
    );
    // A missing key is a failure of this server, not of the sender.
    const { mchKey: _, ...secretOnly } = credentials;
    expect((await createCallbackHandler(secretOnly)(delivery('payin'))).status).toBe(500);
    expect(warn).toHaveBeenLastCalledWith(
      expect.stringContaining('is not configured'),
      'InrgateCallbackWarning',
    );
  });

  it('a callback handler responds and emits a warning even if onError, onUnhandled or a hook throws', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const broken = vi.fn(() => {
      throw new Error('logger down');
    });
    const handle = createCallbackHandler({
      ...credentials,
      store: createMemoryStore(),
      onError: broken,
      onUnhandled: broken,
      hooks: { aroundCallback: broken },
    });
    expect((await handle(request('{}'))).status).toBe(401);
    expect((await handle(delivery('payin'))).status).toBe(200);
    const warned = (who: string) => [
      expect.stringContaining(`${who} threw: Error: logger down`),
      'InrgateCallbackWarning',
    ];
    expect(broken).toHaveBeenCalledWith({ method: 'POST' }, expect.any(Function));
    const hook = warned('a hook of the callback handler');
    expect(warn.mock.calls).toEqual([hook, warned('onError'), hook, warned('onUnhandled')]);
  });

  it('a callback handler returns 500 without calling the function while the store is down', async () => {
    const onPayin = vi.fn();
    const claim = () => Promise.reject(new Error('store down'));
    const { deliver } = handlerWith({ onPayin, store: { ...createMemoryStore(), claim } });
    expect((await deliver('payin')).status).toBe(500);
    expect(onPayin).not.toHaveBeenCalled();
  });

  it("a callback handler that cannot release a claim reports the failure and still returns the callback's result", async () => {
    const [down, broken] = [new Error('store down'), new Error('database down')];
    const release = () => Promise.reject(down);
    const onPayin = vi.fn().mockRejectedValueOnce(broken);
    const { deliver, errors } = handlerWith({ onPayin, store: { ...createMemoryStore(), release } });
    expect((await deliver('payin', { orderNo: 'P1' })).status).toBe(500);
    expect(errors).toEqual([down, broken]);
    const onPayout = vi.fn();
    const other = handlerWith({ onPayout, store: { ...createMemoryStore(), release } });
    expect(await other.deliver('payout', { status: 'processing' })).toEqual(acknowledged);
    expect(other.errors).toEqual([down, down]);
  });

  it('a callback handler does not release a key whose function has finished if the store cannot record the completion', async () => {
    const release = vi.fn();
    const complete = vi.fn().mockRejectedValueOnce(new Error('store down'));
    const { deliver } = handlerWith({
      onPayin: vi.fn(),
      store: { ...createMemoryStore(), complete, release },
    });
    expect((await deliver('payin')).status).toBe(500);
    expect(release).not.toHaveBeenCalled();
  });
});

describe('a callback with an earlier status [reading:sdk.any-order]', () => {
  it('a callback handler acknowledges and ignores the status processing after the status success', async () => {
    const onPayout = vi.fn();
    const { deliver } = handlerWith({ onPayout });
    await deliver('payout', { status: 'success' });
    expect(await deliver('payout', { status: 'processing' })).toEqual(acknowledged);
    expect(onPayout).toHaveBeenCalledTimes(1);
  });

  it('a callback handler ignores the status failed after the status success for pay-ins and payouts', async () => {
    const onPayin = vi.fn();
    const onPayout = vi.fn();
    const { deliver } = handlerWith({ onPayin, onPayout });
    for (const status of ['success', 'failed']) {
      expect(await deliver('payin', { status })).toEqual(acknowledged);
      expect(await deliver('payout', { status })).toEqual(acknowledged);
    }
    expect(onPayin).toHaveBeenCalledTimes(1);
    expect(onPayout).toHaveBeenCalledTimes(1);
  });

  it('a callback handler calls the function for the status success after the status failed [reading:sdk.late-success]', async () => {
    const onPayin = vi.fn();
    const { deliver } = handlerWith({ onPayin });
    for (const status of ['failed', 'success', 'success']) await deliver('payin', { status });
    expect(onPayin.mock.calls.map(([callback]) => callback.status)).toEqual(['failed', 'success']);
  });

  it('a callback handler calls the function for the status processing and for the later status success', async () => {
    const onPayout = vi.fn();
    const { deliver } = handlerWith({ onPayout });
    for (const status of ['processing', 'success']) await deliver('payout', { status });
    expect(onPayout).toHaveBeenCalledTimes(2);
  });

  it('a callback handler calls the function for an unknown status', async () => {
    const onPayin = vi.fn();
    const { deliver } = handlerWith({ onPayin });
    for (const status of ['success', 'reversed']) await deliver('payin', { status });
    expect(onPayin).toHaveBeenCalledTimes(2);
  });

  it('a callback handler returns 503 for the status processing while it processes the status success', async () => {
    const { opened, open } = gate();
    const onPayout = vi.fn().mockReturnValueOnce(opened);
    const { deliver } = handlerWith({ onPayout });
    const success = deliver('payout', { status: 'success' });
    await vi.waitFor(() => expect(onPayout).toHaveBeenCalled(), 60_000);
    expect((await deliver('payout', { status: 'processing' })).status).toBe(503);
    open();
    expect(await success).toEqual(acknowledged);
    expect(await deliver('payout', { status: 'processing' })).toEqual(acknowledged);
    expect(onPayout).toHaveBeenCalledTimes(1);
  });

  it('a callback handler returns 503 for a later status while it processes an earlier status', async () => {
    const { opened, open } = gate();
    const onPayout = vi.fn().mockReturnValueOnce(opened);
    const { deliver } = handlerWith({ onPayout });
    const processing = deliver('payout', { status: 'processing' });
    await vi.waitFor(() => expect(onPayout).toHaveBeenCalled(), 60_000);
    expect((await deliver('payout', { status: 'success' })).status).toBe(503);
    open();
    expect(await processing).toEqual(acknowledged);
    expect(await deliver('payout', { status: 'success' })).toEqual(acknowledged);
    expect(onPayout).toHaveBeenCalledTimes(2);
  });

  it('a callback handler tracks orders, kinds and merchants separately', async () => {
    const calls = { onPayin: vi.fn(), onLink: vi.fn() };
    const { deliver } = handlerWith(calls);
    const numbers = ['P1', 'P2', 'P1:success', 'P1%3Asuccess'];
    for (const orderNo of numbers) await deliver('payin', { orderNo });
    for (const link_code of numbers) await deliver('link', { link_code });
    expect(calls.onPayin).toHaveBeenCalledTimes(4);
    expect(calls.onLink).toHaveBeenCalledTimes(4);
  });

  it('a callback handler completes or releases every claim', async () => {
    const open = new Set<string>();
    const inner = createMemoryStore();
    const store: CallbackStore = {
      async claim(key) {
        const claim = await inner.claim(key);
        if (claim === 'claimed') open.add(key);
        return claim;
      },
      async complete(key) {
        open.delete(key);
        await inner.complete(key);
      },
      async release(key) {
        open.delete(key);
        await inner.release(key);
      },
    };
    const onPayout = vi.fn().mockRejectedValueOnce(new Error('database down'));
    const { deliver } = handlerWith({ onPayout, store });
    for (const status of ['processing', 'processing', 'failed', 'processing', 'success']) {
      await deliver('payout', { status });
    }
    expect([...open]).toEqual([]);
    // Keys in a shared store must stay the same in later versions.
    expect(await inner.claim('inrgate:payout:DEMO1001:WD20261120150405000001:failed')).toBe('done');
  });
});

describe('rejected callbacks', () => {
  it.each([
    ['a method other than POST', new Request('http://shop.example/callbacks'), 405],
    ['no signature', request('{}'), 401],
    ['a wrong signature', request(signedCallback('payin', { ...credentials, mchKey: 'other' }).body), 401],
    [
      'the key of another kind',
      request(signedCallback('payin', { ...credentials, mchKey: credentials.mchSecret }).body),
      401,
    ],
    ['another merchant', delivery('payin', { mchId: 'OTHER' }), 403],
    [
      'no body',
      new Request('http://shop.example', { method: 'POST', headers: { 'content-type': 'application/json' } }),
      400,
    ],
    ['a body over 64 KB', request('x'.repeat(65_537)), 413],
    ['an unsupported content type', request('hello', 'text/plain'), 415],
    ['broken JSON', request('{'), 400],
  ])('a callback handler rejects a delivery with %s', async (_name, sent, status) => {
    const calls = { onPayin: vi.fn(), onPayout: vi.fn(), onLink: vi.fn(), onTest: vi.fn() };
    const { handle } = handlerWith(calls);
    const response = await handle(sent);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(await response.text()).not.toContain('success');
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
  });

  it('a callback handler rejects an endless body and stops reading the body', async () => {
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_024;
        controller.enqueue(new Uint8Array(1_024));
      },
    });
    const { handle } = handlerWith();
    expect((await handle(request(endless))).status).toBe(413);
    expect(sent).toBeLessThan(80_000);
  });

  it('a callback handler rejects a body that stalls, after the callback timeout of the gateway', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const cancel = vi.fn();
    const stalled = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"a":')),
      cancel,
    });
    const { handle, errors } = handlerWith();
    let answer: Response | undefined;
    const answered = handle(request(stalled)).then((response) => {
      answer = response;
    });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await answered;
    expect(answer?.status).toBe(408);
    expect(cancel).toHaveBeenCalledOnce();
    expect(errors).toMatchObject([{ reason: 'body_timeout' }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a callback handler rejects a truncated body', async () => {
    const broken = new Error('connection reset');
    const { handle, errors } = handlerWith();
    const cut = new ReadableStream({ pull: (controller) => controller.error(broken) });
    expect((await handle(request(cut))).status).toBe(500);
    expect(errors).toEqual([broken]);
  });

  it.each(['5', '99999999', '-1', 'x'])(
    'a callback handler accepts a callback with the wrong Content-Length %s',
    async (length) => {
      const onPayin = vi.fn();
      const { handle } = handlerWith({ onPayin });
      const { body, contentType } = signedCallback('payin', credentials);
      const headers = new Headers({ 'content-type': contentType, 'content-length': length });
      const lying = new Request('http://shop.example/callbacks', { method: 'POST', headers, body });
      expect((await handle(lying)).status).toBe(200);
      expect(onPayin).toHaveBeenCalledOnce();
    },
  );

  it('a callback handler rejects a body that another reader is reading', async () => {
    const { handle, errors } = handlerWith();
    const read = delivery('payin');
    read.body?.getReader();
    expect((await handle(read)).status).toBe(500);
    expect(errors).toMatchObject([{ reason: 'parsed_body' }]);
  });

  it('a callback handler returns 500 with the fix if other code has read the body', async () => {
    const { handle, errors } = handlerWith();
    const read = delivery('payin');
    await read.json();
    const response = await handle(read);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('pass the raw bytes');
    expect(errors).toMatchObject([{ reason: 'parsed_body' }]);
  });

  it('a callback handler returns 500 for a callback kind whose key is missing', async () => {
    const { deliver } = handlerWith({ mchKey: undefined });
    expect((await deliver('payin')).status).toBe(500);
  });

  it('a callback handler accepts callbacks of the new and the old key during a rotation', async () => {
    const onPayin = vi.fn();
    const { handle } = handlerWith({ mchKey: ['new-key', 'demo-mch-key'], onPayin });
    for (const mchKey of ['new-key', 'demo-mch-key']) {
      const { body } = signedCallback('payin', { ...credentials, mchKey }, { orderNo: mchKey });
      expect((await handle(request(body))).status).toBe(200);
    }
    expect(onPayin).toHaveBeenCalledTimes(2);
    const { body } = signedCallback('payin', { ...credentials, mchKey: 'older-key' });
    expect((await handle(request(body))).status).toBe(401);
  });

  it('createCallbackHandler rejects an empty mchId', () => {
    expect(() => createCallbackHandler({ mchId: '', mchKey: 'k' })).toThrow(
      'mchId is missing; pass the Merchant ID to verify callbacks',
    );
  });
});

describe('the default store', () => {
  const merchant = { ...credentials, mchId: 'PER-REQUEST' };
  const handleOnce = async (onPayin: () => void, others: Partial<typeof merchant> = {}) => {
    const keys = { ...merchant, ...others };
    const { body } = signedCallback('payin', keys);
    return (await createCallbackHandler({ ...keys, onPayin })(request(body))).status;
  };

  it('handlers that a route creates for each request run the function once for a callback', async () => {
    const onPayin = vi.fn();
    for (let count = 0; count < 3; count += 1) expect(await handleOnce(onPayin)).toBe(200);
    expect(onPayin).toHaveBeenCalledTimes(1);
  });

  it('the handlers of two merchants do not share a store', async () => {
    const onPayin = vi.fn();
    for (const mchId of ['MERCHANT-A', 'MERCHANT-B']) expect(await handleOnce(onPayin, { mchId })).toBe(200);
    expect(onPayin).toHaveBeenCalledTimes(2);
  });
});

describe('confirm option', () => {
  const found = {
    orderNo: 'PI2026112015040512345678',
    mchOrderNo: 'ORDER-1',
    amount: '500.00',
    paidAmount: '500.00',
    status: 'success',
  };
  const payoutFound = { ...found, orderNo: 'WD20261120150405000001' };
  const linkFound = { amount: '500.00', status: 'success' };

  function confirming(answers: { payin?: object; payout?: object; link?: object } = {}) {
    const retrieve = {
      payin: vi.fn().mockResolvedValue({ ...found, ...answers.payin }),
      payout: vi.fn().mockResolvedValue({ ...payoutFound, ...answers.payout }),
      link: vi.fn().mockResolvedValue({ ...linkFound, ...answers.link }),
    };
    const calls = { onPayin: vi.fn(), onPayout: vi.fn(), onLink: vi.fn() };
    const confirm = {
      payins: { retrieve: retrieve.payin },
      payouts: { retrieve: retrieve.payout },
      links: { retrieve: retrieve.link },
    };
    return { retrieve, calls, ...handlerWith({ ...calls, confirm }) };
  }

  it('a handler with confirm queries the order before it calls the function, for each callback kind', async () => {
    const { deliver, retrieve, calls } = confirming();
    for (const kind of ['payin', 'payout', 'link'] as const)
      expect(await deliver(kind)).toEqual(acknowledged);
    expect(retrieve.payin.mock.calls[0]?.[0]).toEqual({ orderNo: found.orderNo });
    expect(retrieve.payout.mock.calls[0]?.[0]).toEqual({ orderNo: payoutFound.orderNo });
    expect(retrieve.link.mock.calls[0]?.[0]).toEqual({ linkCode: 'L7f3kQ2m9' });
    for (const call of Object.values(calls)) expect(call).toHaveBeenCalledTimes(1);
  });

  it.each<[CallbackKind, object]>([
    ['payin', { amount: '500', paidAmount: '500.0' }],
    ['payout', { amount: '500.0' }],
    ['link', { amount: '500' }],
  ])(
    'a handler with confirm compares amounts by value instead of spelling: %s %j [reading:sdk.spellings]',
    async (kind, answer) => {
      const { deliver } = confirming({ [kind]: answer });
      expect(await deliver(kind)).toEqual(acknowledged);
    },
  );

  it.each<[string, CallbackKind, object]>([
    ['the status', 'payin', { status: 'pending' }],
    ['the amount', 'payin', { amount: '5.00' }],
    ['the amount paid', 'payin', { paidAmount: '5.00' }],
    ['the amount paid, which the order lacks', 'payin', { paidAmount: null }],
    ['the order number', 'payin', { mchOrderNo: 'ORDER-2' }],
    ['the gateway order number', 'payin', { orderNo: 'P2' }],
    ['the payout’s status', 'payout', { status: 'processing' }],
    ['the payout’s amount', 'payout', { amount: '5.00' }],
    ['the link’s amount', 'link', { amount: '5.00' }],
    ['the link’s status', 'link', { status: 'pending' }],
  ])(
    'a handler with confirm does not call the function if the order differs in %s, so the gateway retries',
    async (_name, kind, answer) => {
      const { deliver, calls, errors } = confirming({ [kind]: answer });
      for (let count = 0; count < 2; count += 1) expect((await deliver(kind)).status).toBe(409);
      expect(errors).toMatchObject([{ reason: 'not_confirmed' }, { reason: 'not_confirmed' }]);
      for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
    },
  );

  it('a handler with confirm acknowledges and ignores a callback with an earlier status than the order', async () => {
    const { deliver, calls } = confirming();
    expect(await deliver('payout', { status: 'processing' })).toEqual(acknowledged);
    expect(await deliver('payin', { status: 'failed', paidAmount: '5.00' })).toEqual(acknowledged);
    for (const call of Object.values(calls)) expect(call).not.toHaveBeenCalled();
  });

  const kinds = { payin: ['failed', 'success'], payout: ['processing', 'success', 'failed'] } as const;
  const pairs = (['payin', 'payout'] as const).flatMap((kind) =>
    kinds[kind].flatMap((called) =>
      ['pending', ...kinds[kind]].map((asked) => [kind, called, asked] as const),
    ),
  );
  it.each(pairs)(
    'a %s callback %s while the query returns %s does not drop the genuine callback that follows',
    async (kind, called, asked) => {
      const { deliver, calls } = confirming({ [kind]: { status: asked, paidAmount: '500.00' } });
      const { status } = await deliver(kind, { status: called, paidAmount: '500.00' });
      const order: readonly string[] = kinds[kind];
      const isOutdated = called === kinds[kind][0] && order.indexOf(asked) > 0;
      expect(status).toBe(called === asked || isOutdated ? 200 : 409);
      const ran = called === asked ? 1 : 0;
      const onKind = kind === 'payin' ? calls.onPayin : calls.onPayout;
      expect(onKind).toHaveBeenCalledTimes(ran);
      if (!order.includes(asked)) return;
      expect(await deliver(kind, { status: asked, paidAmount: '500.00' })).toEqual(acknowledged);
      expect(onKind).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: asked }));
    },
  );

  it('onError is called when a final status contradicts a handled final status, each time', async () => {
    const onPayout = vi.fn();
    const { deliver, errors } = handlerWith({ onPayout });
    await deliver('payout', { status: 'success' });
    for (let count = 0; count < 2; count += 1)
      expect(await deliver('payout', { status: 'failed' })).toEqual(acknowledged);
    expect(onPayout).toHaveBeenCalledTimes(1);
    const message = expect.stringMatching(/WD2026\S+ reports failed after your function has handled success/);
    expect(errors).toMatchObject([{ message }, { message }]);
  });

  it('a handler with confirm returns 500 after a failed query, so the gateway retries', async () => {
    const { deliver, retrieve, calls, errors } = confirming();
    const down = new Error('no connection');
    retrieve.payin.mockRejectedValueOnce(down);
    expect((await deliver('payin')).status).toBe(500);
    expect(await deliver('payin')).toEqual(acknowledged);
    expect(errors).toEqual([down]);
    expect(calls.onPayin).toHaveBeenCalledTimes(1);
  });

  it('a handler with confirm does not query for a test callback', async () => {
    const { deliver, retrieve } = confirming();
    await deliver('payin', { test: true });
    expect(retrieve.payin).not.toHaveBeenCalled();
  });
});
