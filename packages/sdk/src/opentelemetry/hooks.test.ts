import { inspect } from 'node:util';
import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
} from '../../test/support/stub-fetch.ts';
import { createCallbackHandler } from '../callbacks/handler.ts';
import type { CallbackHandlerOptions } from '../callbacks/handler-options.ts';
import { createMemoryStore } from '../callbacks/store.ts';
import { GatewayClient } from '../gateway-client.ts';
import { signedCallback } from '../testing/signed-callback.ts';
import { openTelemetryHooks } from './hooks.ts';

const exporter = new InMemorySpanExporter();
const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const hooks = openTelemetryHooks({ tracerProvider });
const tracer = tracerProvider.getTracer('shop');

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()));
afterAll(() => context.disable());
beforeEach(() => exporter.reset());

function client(...replies: readonly Reply[]) {
  return new GatewayClient({ ...credentials, fetch: stubFetch(...replies).fetch, backoff: 0, hooks });
}

/** The finished spans by name, in the order of their ends. */
function spans(): readonly ReadableSpan[] {
  return exporter.getFinishedSpans();
}

function only(name: string): ReadableSpan {
  const [span, ...others] = spans().filter((one) => one.name === name);
  if (span === undefined || others.length > 0) throw new Error(`${others.length + 1} spans ${name}`);
  return span;
}

function parentOf(span: ReadableSpan): string | undefined {
  return spans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)?.name;
}

const payin = { mchOrderNo: 'ORDER-1', amount: '500.00' };
const payout = { mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' };

describe('the span of a call', () => {
  it('a call records a span below the active span, with a child for each attempt', async () => {
    await tracer.startActiveSpan('checkout', async (span) => {
      await client(failure(503, 'maintenance'), success(payinData)).payins.create(payin);
      span.end();
    });
    expect(spans().map(({ name }) => name)).toEqual([
      'POST /v3/payin',
      'POST /v3/payin',
      'inrgate.payins.create',
      'checkout',
    ]);
    expect(spans().map(parentOf)).toEqual([
      'inrgate.payins.create',
      'inrgate.payins.create',
      'checkout',
      undefined,
    ]);
    const [first, second] = spans();
    const common: Attributes = {
      'http.request.method': 'POST',
      'url.full': 'https://gateway.example/v3/payin',
      'server.address': 'gateway.example',
      'server.port': 443,
      'inrgate.operation': 'payins.create',
      'inrgate.mch_order_no': 'ORDER-1',
    };
    expect([first?.kind, second?.kind]).toEqual([SpanKind.CLIENT, SpanKind.CLIENT]);
    expect(first?.attributes).toEqual({
      ...common,
      'http.response.status_code': 503,
      'inrgate.outcome': 'unknown',
      'error.type': 'maintenance',
    });
    expect(first?.status.code).toBe(SpanStatusCode.ERROR);
    expect(second?.attributes).toEqual({
      ...common,
      'http.request.resend_count': 1,
      'http.response.status_code': 200,
      'inrgate.outcome': 'ok',
    });
    expect(second?.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('the span of a call contains the order numbers of its arguments and its result', async () => {
    await client(success(payinData)).payins.create(payin);
    expect(only('inrgate.payins.create').attributes).toEqual({
      'inrgate.operation': 'payins.create',
      'inrgate.attempts': 1,
      'inrgate.outcome': 'ok',
      'inrgate.mch_order_no': 'ORDER-1',
      'inrgate.order_no': payinData.orderNo,
    });
    await client(json({ ok: true, data: linkData })).links.create({ amount: '500.00', clientRef: 'INV-42' });
    expect(only('inrgate.links.create').attributes).toMatchObject({
      'inrgate.link_code': linkData.link_code,
      'inrgate.client_ref': 'INV-42',
    });
  });

  it.each<[string, Reply, string, string]>([
    ['a rejection', failure(422, 'daily_limit'), 'daily_limit', 'daily_limit'],
    ['a page of a proxy', new Response('<h1>', { status: 502 }), '502', 'ResponseError'],
    ['a page with status 200', new Response('<h1>'), 'unexpected_response', 'ResponseError'],
    ['a broken connection', networkError('ECONNRESET'), 'no_response', 'ConnectionError'],
  ])(
    'the span of a call that fails by %s contains its error type',
    async (_name, reply, ofAttempt, ofCall) => {
      const call = client(reply).payouts.create(payout, { maxRetries: 0 });
      await expect(call).rejects.toThrow();
      expect(only('POST /v3/payout').attributes['error.type']).toBe(ofAttempt);
      const span = only('inrgate.payouts.create');
      expect(span.attributes).toMatchObject({ 'error.type': ofCall, 'inrgate.mch_order_no': 'W-1' });
      expect(span.status).toMatchObject({
        code: SpanStatusCode.ERROR,
        message: expect.stringMatching(/^payouts/),
      });
    },
  );

  it('the span of a call with an invalid argument has no attempt', async () => {
    await expect(client(success(payinData)).payins.create({ ...payin, amount: '1' })).rejects.toThrow();
    expect(spans().map(({ name }) => name)).toEqual(['inrgate.payins.create']);
    expect(spans()[0]?.attributes).toMatchObject({
      'error.type': 'ConfigurationError',
      'inrgate.outcome': 'not_sent',
    });
  });

  it('a call suppresses the fetch instrumentation, because its spans would contain the query of a link', async () => {
    const fetch = async () => {
      tracer.startSpan('GET').end();
      return json({ ok: true, data: linkData });
    };
    await new GatewayClient({ ...credentials, fetch, hooks }).links.retrieve({
      linkCode: linkData.link_code,
    });
    expect(spans().map(({ name }) => name)).toEqual(['GET /v1/link-status.php', 'inrgate.links.retrieve']);
    tracer.startSpan('GET').end();
    expect(spans()).toHaveLength(3);
  });
});

describe('the span of a callback', () => {
  const keys = { mchId: credentials.mchId, mchKey: credentials.mchKey, mchSecret: credentials.mchSecret };

  async function deliver(
    options: Partial<CallbackHandlerOptions>,
    { body, contentType } = signedCallback('payin', keys, { mchOrderNo: 'ORDER-1', orderNo: 'PI1' }),
  ): Promise<number> {
    const handle = createCallbackHandler({
      store: createMemoryStore(),
      onError: () => {},
      ...keys,
      ...options,
      hooks,
    } as CallbackHandlerOptions);
    const headers = { 'content-type': contentType };
    return (await handle(new Request('https://shop.example/callbacks', { method: 'POST', headers, body })))
      .status;
  }

  it('the function of the merchant runs inside the span of its callback', async () => {
    await tracer.startActiveSpan('POST /callbacks', async (span) => {
      const onPayin = () => tracer.startSpan('INSERT').end();
      expect(await deliver({ onPayin })).toBe(200);
      span.end();
    });
    const span = only('inrgate.callback');
    expect([parentOf(only('INSERT')), parentOf(span)]).toEqual(['inrgate.callback', 'POST /callbacks']);
    expect(span.attributes).toEqual({
      'http.response.status_code': 200,
      'inrgate.callback.kind': 'payin',
      'inrgate.callback.test': false,
      'inrgate.order.status': 'success',
      'inrgate.mch_order_no': 'ORDER-1',
      'inrgate.order_no': 'PI1',
    });
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
  });

  it('the span of a rejected callback contains the reason', async () => {
    const { body, contentType } = signedCallback('payin', { ...keys, mchKey: 'another-key' });
    expect(await deliver({ onPayin: () => {} }, { body, contentType })).toBe(401);
    expect(only('inrgate.callback').attributes).toEqual({
      'http.response.status_code': 401,
      'error.type': 'invalid_signature',
    });
  });

  it('the span of a failed function contains the error type without the message', async () => {
    const onPayin = () => {
      throw new RangeError(`no account of ${payout.upiId} with ${keys.mchKey}`);
    };
    expect(await deliver({ onPayin })).toBe(500);
    const span = only('inrgate.callback');
    expect(span.attributes).toMatchObject({ 'error.type': 'RangeError', 'inrgate.order_no': 'PI1' });
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
  });

  it('the span of a callback that another delivery is processing records the status 503 and an error', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const store = { claim: () => 'busy' as const, complete: () => {}, release: () => {} };
    expect(await deliver({ onPayin: () => promise, store })).toBe(503);
    resolve();
    expect(only('inrgate.callback').attributes).toMatchObject({
      'http.response.status_code': 503,
      'error.type': 'GatewayError',
    });
  });
});

describe('secrets in spans', () => {
  const mchKey = 'kéy"<&>+ %/\\1';
  const mchSecret = 'Secret.*(2)';
  const accountName = 'Bala Iyer';
  const accountNumber = '001234567890';
  const personal = [accountName, accountNumber];
  const bank = { bankCode: 'HDFC', ifsc: 'HDFC0001234' };
  const transfer = { mchOrderNo: 'W-1', amount: '1000.00', ...bank, accountName, accountNumber };
  const forms = (secret: string) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];

  it.each<[string, (echo: string) => Reply]>([
    ['a message', (echo) => json({ code: 422, success: false, message: echo, error: 'x' }, { status: 422 })],
    ['a code', (echo) => json({ code: 422, success: false, message: '', error: echo }, { status: 422 })],
    ['a page', (echo) => new Response(echo, { status: 502 })],
    [
      'an error of fetch',
      (echo) => Object.assign(new TypeError(echo), { cause: new Error(echo), code: echo }),
    ],
  ])(
    'a span contains no key, signature or personal data that the gateway echoes in %s',
    async (_name, reply) => {
      const signs: string[] = [];
      const fetch = async (request: Request) => {
        const isLink = request.method === 'GET';
        const { searchParams } = new URL(request.url);
        const sent = isLink ? Object.fromEntries(searchParams) : await request.json();
        const { sign } = sent as { sign: string };
        signs.push(sign);
        const secrets = [mchKey, mchSecret, sign];
        // The call itself can tell which of its parameters are personal.
        const made = reply([...secrets, ...(isLink ? [] : personal)].flatMap(forms).join(' | '));
        if (made instanceof Response) return made;
        throw made;
      };
      const { payouts, links } = new GatewayClient({
        ...{ ...credentials, mchKey, mchSecret, fetch, backoff: 0, hooks },
      });
      await expect(payouts.create(transfer)).rejects.toThrow();
      await expect(links.retrieve({ linkCode: 'L1' })).rejects.toThrow();
      const shown = spans().map(({ name, attributes, status, events, links }) => {
        return { name, attributes, status, events, links };
      });
      const text = inspect(shown, { depth: 9, maxStringLength: null, maxArrayLength: null }).toLowerCase();
      expect(text).toContain('w-1');
      for (const secret of [mchKey, mchSecret, ...signs, ...personal].flatMap(forms)) {
        expect(text).not.toContain(secret.toLowerCase());
      }
    },
  );
});

it('a span masks a key in an order number of a response and of an argument', async () => {
  const { mchKey, mchSecret } = credentials;
  await client(success({ ...payinData, orderNo: `PI${mchSecret}` })).payins.create(payin);
  await client(failure(404, 'order_not_found'))
    .payins.retrieve({ orderNo: mchKey })
    .catch(() => {});
  const orders = spans().map(({ attributes }) => attributes['inrgate.order_no']);
  expect(orders).toEqual([undefined, 'PI[redacted]', '[redacted]', '[redacted]']);
});

it('a hook that fails cannot change, delay or repeat a call', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { fetch, sent } = stubFetch(success(payinData));
  const throwing = () => {
    throw new Error('hook');
  };
  const twice = async (_event: unknown, run: () => Promise<unknown>) => {
    await run();
    await run();
  };
  for (const hook of [throwing, () => new Promise(() => {}), twice]) {
    const options = { ...credentials, fetch, hooks: { aroundCall: hook, aroundAttempt: hook } };
    expect((await new GatewayClient(options).payins.create(payin)).orderNo).toBe(payinData.orderNo);
  }
  expect(sent).toHaveLength(3);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});

it('a call without a tracer provider works and records nothing', async () => {
  trace.disable();
  const { fetch } = stubFetch(success(payinData));
  const plain = new GatewayClient({ ...credentials, fetch, hooks: openTelemetryHooks() });
  expect((await plain.payins.create(payin)).status).toBe('pending');
  expect(spans()).toEqual([]);
});
