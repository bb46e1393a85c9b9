import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { parseAmount } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import type { Check, CheckProgress, CheckReport } from '../findings/report.ts';
import { CheckError } from '../findings/report.ts';
import { caseSummaries } from './cases.ts';
import { checkWebhook } from './check-webhook.ts';
import type { CheckWebhookOptions } from './options.ts';

const credentials = {
  mchId: 'SHOP1',
  mchKey: 'mch-key-that-nobody-may-see',
  mchSecret: 'mch-secret-that-nobody-may-see',
};

/** On a busy machine, a response can take eight seconds, and a response after four seconds already causes a warning. */
const asked = { ...credentials, timeoutMs: 60_000 };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}

interface ShopOptions {
  /** The orders that the shop knows, by default every order number. */
  readonly orders?: ReadonlySet<string>;
  /** Response to an unknown order. */
  readonly unknown?: 'success' | 'error';
  /** Milliseconds between the response and the credit. */
  readonly creditAfterMs?: number;
}

/** A shop with the SDK's handler, a record of its credits, and the URL of a probe. */
async function shop({ orders, unknown = 'error', creditAfterMs }: ShopOptions = {}) {
  const credits = new Map<string, bigint[]>();
  const credit = (order: string, amount: string) => {
    if (orders !== undefined && !orders.has(order)) {
      if (unknown === 'error') throw new Error('no such order');
      return;
    }
    const book = () => void credits.set(order, [...(credits.get(order) ?? []), parseAmount(amount)]);
    if (creditAfterMs === undefined) book();
    else setTimeout(book, creditAfterMs);
  };
  const handle = createCallbackHandler({
    ...credentials,
    onError: () => {},
    onPayin: ({ mchOrderNo, status, paidAmount }) => {
      if (status === 'success') credit(mchOrderNo, paidAmount ?? '0.00');
    },
    onLink: ({ clientRef, amount }) => credit(clientRef, amount),
  });
  const url = await serve(async (request, response) => {
    const address = new URL(`http://shop${request.url}`);
    if (request.method === 'GET') {
      const all = credits.get(address.searchParams.get('mchOrderNo') ?? '') ?? [];
      const sum = all.reduce((total, one) => total + one, 0n);
      response.end(
        JSON.stringify({ count: all.length, amount: `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}` }),
      );
      return;
    }
    const answer = await handle(
      new Request(address, {
        method: 'POST',
        headers: { 'content-type': request.headers['content-type'] ?? '' },
        body: new Uint8Array(await buffer(request)),
      }),
    );
    response.writeHead(answer.status).end(await answer.text());
  });
  return { url, credits };
}

function statuses({ checks }: CheckReport): Readonly<Record<string, string>> {
  return Object.fromEntries(checks.map(({ id, status }) => [id, status]));
}

function casesOf({ checks }: CheckReport): readonly Check[] {
  return checks.filter(({ id }) => !id.startsWith('path-'));
}

function ids(report: CheckReport, status: string): readonly string[] {
  return report.checks.filter((check) => check.status === status).map(({ id }) => id);
}

const aboutCredit = [
  ...[
    'repeated-field',
    'payout-repeated-field',
    'two-orders',
    'payout-two-orders',
    'other-kind',
    'payout-other-kind',
    'unknown-order',
  ],
  ...['failed-then-success', 'success-then-failed', 'pending', 'pending-then-success'],
  ...['payout-processing', 'payout-processing-then-success', 'payout-failed'],
  ...[
    'processing-after-success',
    'processing-after-failed',
    'underpaid',
    'slightly-underpaid',
    'usdt',
    'smaller-order',
    'exact-amount',
    'payout-exact-amount',
  ],
  ...['repeated', 'at-once', 'payout-repeated', 'payout-at-once'],
  ...['two-at-once', 'statuses-at-once', 'payout-two-at-once', 'payout-statuses-at-once'],
  ...['much-later', 'payout-much-later'],
];
/** A shop in the test's process may handle callbacks sequentially, so the check may observe no concurrency. */
const perhapsInTurn = (id: string) => !id.endsWith('at-once');

it('without a probe, a check skips the credit cases with a reason and judges the other cases by the responses [contract:check-webhook.unseen]', async () => {
  const { url } = await shop();
  const report = await checkWebhook(url, asked);
  expect(ids(report, 'skip')).toEqual(aboutCredit);
  expect(report).toMatchObject({ failed: 0, warned: 0, skipped: aboutCredit.length });
  expect(report.passed).toBe(report.checks.length - aboutCredit.length);
  const { message } = report.checks.find(({ id }) => id === 'repeated') ?? {};
  expect(message).toBe(
    'the response is correct. Set a probe to check the credits too (--probe, or Probe URL on the dashboard)',
  );
});

it('a check with a probe URL reads the credits from that URL', async () => {
  const { url } = await shop();
  const kinds = ['payin', 'link'] as const;
  const report = await checkWebhook(url, { ...asked, kinds, probe: `${url}/probe?of=orders` });
  expect(ids(report, 'skip').filter(perhapsInTurn)).toEqual([
    ...['unknown-order', 'smaller-order', 'link-smaller-order'],
  ]);
  expect(casesOf(report)[0]).toEqual({
    id: 'payin-json',
    title: expect.any(String),
    status: 'pass',
    message: '200 success; credited once, with 500.37',
    exchanges: [
      {
        sent: expect.stringMatching(/^a paid pay-in, CHECK-[A-Z0-9]+-\d+, JSON$/),
        received: '200 success',
        durationMs: expect.any(Number),
      },
    ],
  });
});

it('a check waits for a shop that credits after its response [contract:check-webhook.credits]', async () => {
  const { url } = await shop({ creditAfterMs: 60 });
  const report = await checkWebhook(url, {
    ...asked,
    probe: url,
    creditMs: 30_000,
    cases: ['payin-json', 'repeated', 'success-then-failed', 'unsigned'],
  });
  expect(statuses(report)).toEqual({
    'payin-json': 'pass',
    unsigned: 'pass',
    'success-then-failed': 'pass',
    repeated: 'pass',
  });
});

it('a check passes every case of a shop that creates its own orders', async () => {
  const orders = new Set<string>();
  const { url, credits } = await shop({ orders });
  const made: string[] = [];
  const report = await checkWebhook(url, {
    ...asked,
    probe: url,
    amount: '750.00',
    kinds: ['payin', 'link'],
    createOrder: ({ kind, mchOrderNo, amount }) => {
      const own = `SHOP-${orders.size + 1}`;
      orders.add(own);
      made.push(`${kind} ${amount} ${mchOrderNo.startsWith('CHECK-')}`);
      return own;
    },
  });
  const others = report.checks.filter(({ status }) => status !== 'pass').map(({ id }) => id);
  expect(others.filter(perhapsInTurn)).toEqual([]);
  const amounts = ['750.00', '512.05', '515.32', '12345.60', '49999.99'];
  expect(new Set(made)).toEqual(
    new Set(amounts.flatMap((amount) => [`payin ${amount} true`, `link ${amount} true`])),
  );
  expect([...credits.keys()].every((order) => orders.has(order))).toBe(true);
});

it('if the shop rejects unknown orders, a check recommends that the shop creates the orders', async () => {
  const { url } = await shop({ orders: new Set() });
  const kinds = ['payin', 'payout', 'link'] as const;
  const report = await checkWebhook(url, { ...asked, kinds, probe: url, language: 'php' });
  expect(ids(report, 'fail')).toEqual(['payin-json', 'payin-form', 'link-json']);
  for (const { fix } of report.checks.filter(({ status }) => status === 'fail')) {
    expect(fix).toMatch(/^Let your shop create the orders\. --create-order URL /);
  }
  expect(casesOf(report)[0]?.message).toMatch(
    /^it is not acknowledged: status 500\. The test callback is acknowledged, so the shop may reject unknown orders/,
  );
  expect(statuses(report)).toMatchObject({ 'test-json': 'pass', 'payout-json': 'pass', unsigned: 'skip' });
});

it('a check warns of a shop that acknowledges unknown orders without crediting them [contract:check-webhook.unseen]', async () => {
  const { url } = await shop({ orders: new Set(), unknown: 'success' });
  const kinds = ['payin', 'payout', 'link'] as const;
  const report = await checkWebhook(url, { ...asked, kinds, probe: url, creditMs: 10 });
  expect(report.failed).toBe(0);
  expect(ids(report, 'warn')).toEqual(['payin-json', 'payin-form', 'link-json']);
  expect(casesOf(report)[0]?.message).toContain(
    'the probe shows no credit: if the shop does not know the order, let your shop create the orders',
  );
  expect(ids(report, 'skip')).toEqual(expect.arrayContaining(['repeated', 'at-once', 'failed-then-success']));
});

it('a check fails if the endpoint returns success for a forged callback, even if the probe shows no credit [contract:check-webhook.forged]', async () => {
  const url = await serve((_request, response) => response.end('success'));
  const blind = await checkWebhook(url, { ...asked, cases: ['unsigned', 'other-merchant'] });
  expect(statuses(blind)).toEqual({ unsigned: 'fail', 'other-merchant': 'fail' });
  expect(blind.checks[0]).toMatchObject({
    message: 'a paid pay-in without sign is acknowledged with success, as if it were genuine',
    why: expect.stringContaining('never paid'),
    fix: expect.stringContaining('verify the signature'),
  });
  const credits = new Map<string, number>();
  const probe = (order: string) => {
    const count = credits.get(order) ?? 0;
    return { count, amount: count === 0 ? '0.00' : '500.37' };
  };
  const seen = await checkWebhook(
    await serve(async (request, response) => {
      const body = (await buffer(request)).toString();
      if (!body.startsWith('{')) return void response.writeHead(400).end();
      const fields = JSON.parse(body);
      if ('sign' in fields) credits.set(fields.mchOrderNo, 1);
      response.end('success');
    }),
    { ...asked, probe, cases: ['payin-json', 'unsigned'] },
  );
  expect(statuses(seen)).toEqual({ 'payin-json': 'pass', unsigned: 'fail' });
  expect(seen.checks[0]?.message).toContain('is acknowledged with success, although it is not credited');
});

it('a check runs a single case by its id [contract:check-webhook.cases]', async () => {
  const { url } = await shop();
  const report = await checkWebhook(url, { ...asked, probe: url, cases: ['at-once'] });
  expect(Object.keys(statuses(report))).toEqual(['at-once']);
  expect(report).toMatchObject({ failed: 0, warned: 0 });
  expect(report.checks[0]?.exchanges).toHaveLength(11);
});

it('a check with one key covers only the order kinds that use that key [contract:check-webhook.cases]', async () => {
  const { url } = await shop();
  const { mchId, mchKey, mchSecret, timeoutMs } = asked;
  const payins = await checkWebhook(url, { mchId, mchKey, timeoutMs });
  expect(ids(payins, 'fail')).toEqual([]);
  expect(statuses(payins)).toMatchObject({ 'payin-json': 'pass', 'other-key': 'skip' });
  expect(statuses(payins)).not.toHaveProperty('payout-json');
  const others = await checkWebhook(url, { mchId, mchSecret, timeoutMs });
  expect(ids(others, 'fail')).toEqual([]);
  expect(statuses(others)).not.toHaveProperty('payin-json');
});

it('a check reports its progress before and after each case', async () => {
  const { url } = await shop();
  const told: CheckProgress[] = [];
  const cases = ['payin-json', 'unsigned'];
  const onProgress = (progress: CheckProgress) => void told.push(progress);
  await checkWebhook(url, { ...asked, cases, onProgress });
  expect(told.map(({ id, done, total, check }) => [id, done, total, check?.status])).toEqual([
    ['payin-json', 0, 2, undefined],
    ['payin-json', 1, 2, 'pass'],
    ['unsigned', 1, 2, undefined],
    ['unsigned', 2, 2, 'pass'],
  ]);
});

it('an aborted check fails with the reason of the signal, even while it waits for a response', async () => {
  const abort = new AbortController();
  const url = await serve(() => abort.abort(new Error('enough')));
  await expect(checkWebhook(url, { ...asked, signal: abort.signal })).rejects.toThrow('enough');
});

it('a check reads an endless response only up to the limit', async () => {
  const url = await serve((_request, response) => {
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  });
  const report = await checkWebhook(url, { ...asked, cases: ['payin-json'] });
  expect(report.checks[0]).toMatchObject({
    status: 'fail',
    message: 'it is not acknowledged: status 200, but the body does not contain success',
    exchanges: [{ received: `200 ${'x'.repeat(60)}…` }],
  });
});

it.each([
  ['a byte order mark', '\uFEFFsuccess', 'warn', /begins with a byte order mark/],
  ['an HTML page', '<html>success</html>', 'warn', /an HTML page that happens to contain success/],
  ['a line end', 'success\n', 'warn', /white space or a line break surrounds success/],
  ['additional words', '{"status":"success"}', 'warn', /the body contains success/],
  ['another word', 'ok', 'fail', /the body does not contain success/],
])(
  'a check reports a response with %s [contract:check-webhook.acknowledgement]',
  async (_case, answer, status, message) => {
    const url = await serve((_request, response) => response.end(answer));
    const { checks } = await checkWebhook(url, { ...asked, cases: ['payin-json'] });
    expect(checks[0]).toMatchObject({ status, message: expect.stringMatching(message) });
  },
);

it('a check report contains no key and no terminal control sequence, whatever the endpoint returns [contract:check-webhook.masked]', async () => {
  const { mchKey, mchSecret } = credentials;
  const text = `\u001b[31m${mchKey}\u202e ${mchSecret} ${encodeURIComponent(mchKey)}`;
  const url = await serve((_request, response) => response.writeHead(500).end(text));
  const told: CheckProgress[] = [];
  const report = await checkWebhook(url, {
    ...asked,
    onProgress: (progress) => void told.push(progress),
  });
  const shown = JSON.stringify([report, told]);
  for (const key of [mchKey, mchSecret]) expect(shown).not.toContain(key);
  expect(casesOf(report)[0]?.exchanges[0]?.received).toBe('500 \\u{1b}[31m***\\u{202e} *** ***…');
});

async function failure(url: string, options: Partial<CheckWebhookOptions> = {}): Promise<CheckError> {
  const error: unknown = await checkWebhook(url, { ...asked, ...options }).catch((caught) => caught);
  expect(error).toBeInstanceOf(CheckError);
  return error as CheckError;
}

it('a check of an unreachable endpoint fails with one clear sentence [contract:check-webhook.impossible]', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await failure(`http://127.0.0.1:${port}/`, { cases: ['payin-json'] })).toMatchObject({
    code: 'unreachable',
    message: 'the endpoint does not respond: connection refused; no server listens at this host and port',
  });
});

it.each<[string, RequestListener, RegExp]>([
  [
    'nonsense',
    (_request, response) => response.end('{"count":"one"}'),
    /^the probe returns an invalid value for CHECK-\S+: expected/,
  ],
  ['HTML', (_request, response) => response.end('<h1>'), /^the probe does not return JSON: expected/],
  [
    'an error',
    (_request, response) => response.writeHead(500).end(),
    /^the probe returns status 500: expected/,
  ],
  ['a redirect', (_request, response) => response.writeHead(302).end(), /^the probe returns status 302/],
  ['nothing', (request) => request.socket.destroy(), /^the probe does not respond$/],
])(
  'a check with a probe that returns %s fails with one clear sentence [contract:check-webhook.impossible]',
  async (_case, listener, message) => {
    const { url } = await shop();
    expect(await failure(url, { probe: await serve(listener) })).toMatchObject({
      code: 'probe_failed',
      message: expect.stringMatching(message),
    });
  },
);

it('a check reports the case in which a callback stops the shop, and skips the later cases', async () => {
  let isUp = true;
  const url = await serve(async (request, response) => {
    const body = String(await buffer(request));
    if (body.includes('paidAmount') && !body.includes('"sign"') && !body.includes('&sign=')) isUp = false;
    if (!isUp) return void request.socket.destroy();
    response.end(request.method === 'GET' ? '{"count":0,"amount":"0.00"}' : 'success');
  });
  const cases = ['payin-json', 'unsigned', 'repeated'];
  const report = await checkWebhook(url, { ...asked, cases, probe: url });
  expect(statuses(report)).toMatchObject({ unsigned: 'fail', repeated: 'skip' });
  const [stopped] = report.checks.filter(({ id }) => id === 'unsigned');
  expect(stopped).toMatchObject({
    message: 'the shop stopped: a callback ended the connection, and then the probe does not respond',
    fix: expect.stringMatching(/^Catch every exception/),
  });
});

it('a check accepts a payout probe that omits the status of an unknown payout', async () => {
  const { url } = await shop();
  const payoutProbe = await serve((_request, response) => response.end('{"count":0,"amount":"0.00"}'));
  const report = await checkWebhook(url, { ...asked, cases: ['payout-unsigned'], payoutProbe });
  expect(statuses(report)).toEqual({ 'payout-unsigned': 'pass' });
});

it("a failed check contains the exception of the merchant's probe or order function as its cause", async () => {
  const { url } = await shop();
  const thrown = new Error('the database is down');
  const broken = () => Promise.reject(thrown);
  expect(await failure(url, { probe: broken })).toMatchObject({ code: 'probe_failed', cause: thrown });
  expect(await failure(url, { createOrder: broken })).toMatchObject({ code: 'order_failed', cause: thrown });
  expect(await failure(url, { createOrder: () => 'no spaces here' })).toMatchObject({ code: 'order_failed' });
});

it.each<[string, string, Partial<CheckWebhookOptions>, RegExp]>([
  ['an invalid URL', 'shop.example', {}, /the URL of the endpoint must be an http or https URL/],
  ['a password in the URL', 'http://a:b@shop.example', {}, /must not contain a user name or a password/],
  ['a probe that is not a URL', 'http://shop.example', { probe: 'x' }, /probe must be an http or https URL/],
  ['an unknown case', 'http://shop.example', { cases: ['nothing'] }, /unknown case "nothing"/],
  [
    'an invalid amount',
    'http://shop.example',
    { amount: '500' },
    /amount "500" is invalid: use INR with two decimals/,
  ],
  ['no key', 'http://shop.example', { mchKey: undefined, mchSecret: '' }, /a key is missing/],
  [
    'a kind without its key',
    'http://shop.example',
    { mchSecret: undefined, kinds: ['link'] },
    /mchSecret is missing/,
  ],
])('a check rejects the input %s before it sends a request', async (_case, url, options, message) => {
  expect(await failure(url, options)).toMatchObject({
    code: 'invalid_option',
    message: expect.stringMatching(message),
  });
});

it('every case has a unique id, a title, a reason and a fix', () => {
  const summaries = caseSummaries();
  expect(new Set(summaries.map(({ id }) => id)).size).toBe(summaries.length);
  for (const { id, title, why, fix } of summaries) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [title, why, fix]) expect(text.length).toBeGreaterThan(15);
  }
});
