import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CheckError,
  type CheckGatewayOptions,
  checkGateway,
  checkLevels,
  type GatewayReport,
  gatewayCheckPlan,
  rules,
} from '@inrgate/conformance';
import { expect, it, onTestFinished } from 'vitest';
import { createMockGateway, type MockGateway } from '../../src/index.ts';

async function opened(options: Parameters<typeof createMockGateway>[0] = {}): Promise<MockGateway> {
  const gateway = await createMockGateway(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

function check(gateway: MockGateway, options: Partial<CheckGatewayOptions> = {}): Promise<GatewayReport> {
  const { merchant, baseUrl, legacyBaseUrl, fetch } = gateway;
  return checkGateway({ ...merchant, baseUrl, legacyBaseUrl, fetch, ...options });
}

/** Returns every rule that did not pass, with the reason. */
function notHeld({ checks }: GatewayReport): readonly string[] {
  return checks
    .filter(({ status }) => status !== 'pass')
    .map(({ id, status, message }) => `${status} ${id}: ${message}`);
}

it.each(checkLevels)(
  'the check at the level %s over a socket reports nothing about the mock gateway [contract:check-gateway.levels]',
  { timeout: 60_000 },
  async (level) => {
    const settings = { rateLimitPerMinute: level === 'smallest' ? 1_000 : 120 };
    const gateway = await opened({ settings });
    const { baseUrl, legacyBaseUrl } = await gateway.listen();
    const options = { level, baseUrl, legacyBaseUrl, payoutUpi: 'shop@upi', fetch: undefined };
    const report = await check(gateway, options);
    expect(notHeld(report).filter((text) => !text.startsWith('skip'))).toEqual([]);
    const passed = report.checks.filter(({ status }) => status === 'pass').map(({ id }) => id);
    const reached = checkLevels.slice(0, checkLevels.indexOf(level) + 1);
    expect(passed).toEqual(
      rules.filter(({ seen }) => typeof seen === 'string' && reached.includes(seen)).map(({ id }) => id),
    );
    expect(report).toMatchObject({ level, passed: passed.length, failed: 0, warned: 0 });
    expect(report.skipped).toBe(rules.length - passed.length);
    for (const { status, message } of report.checks) if (status === 'skip') expect(message).not.toBe('');
  },
);

it('the payout of a check uses only the smallest amount [contract:check-gateway.costs]', async () => {
  const gateway = await opened({ settings: { rateLimitPerMinute: 1_000 } });
  const { mchId } = gateway.merchant;
  const plain = await check(gateway, { level: 'smallest' });
  expect(plain.checks.find(({ id }) => id === 'spec:payout.fee')).toMatchObject({
    status: 'skip',
    message: 'payoutUpi (--payout-upi) is not set',
  });
  expect(await gateway.payouts.list()).toMatchObject({ items: [] });
  await check(gateway, { level: 'smallest', payoutUpi: 'shop@upi' });
  const { items } = await gateway.payouts.list();
  expect(items).toMatchObject([{ amount: '500.00', totalDebit: '542.50' }]);
  expect(await gateway.merchants.wallet(mchId)).toMatchObject({ available: '99457.50', frozen: '542.50' });
});

it('gatewayCheckPlan states the cost of a check [contract:check-gateway.costs]', async () => {
  const gateway = await opened();
  const asked = { ...gateway.merchant, baseUrl: gateway.baseUrl };
  expect(gatewayCheckPlan(asked)).toEqual([]);
  expect(gatewayCheckPlan({ ...asked, level: 'smallest' }).join(' ')).toMatch(
    /free of charge.*spends no money\.$/,
  );
  const spends = gatewayCheckPlan({ ...asked, level: 'smallest', payoutUpi: 'shop@upi' }).join(' ');
  expect(spends).toContain(
    'one payout of 500.00 to shop@upi. The gateway debits 542.50, including the fee of 42.50',
  );
});

it('a check at the level read-only creates no order and sends few wrong signatures [contract:check-gateway.read-only]', async () => {
  const gateway = await opened({ settings: { signatureLock: { failures: 5 } } });
  const before = await gateway.merchants.wallet(gateway.merchant.mchId);
  const { wrongSignatures } = await check(gateway);
  expect(wrongSignatures).toBeLessThanOrEqual(4);
  expect(await gateway.locks.list()).toMatchObject({ items: [] });
  for (const orders of [gateway.payins, gateway.payouts, gateway.links])
    expect(await orders.list()).toMatchObject({ items: [] });
  expect(await gateway.merchants.wallet(gateway.merchant.mchId)).toEqual(before);
});

it('a check at the level read-only creates no payout, because each of its payout requests contains a second error [contract:check-gateway.read-only]', async () => {
  const gateway = await opened();
  const bodies: string[] = [];
  await check(gateway, {
    fetch: (input, init) => {
      if (/\/payout(?:\.php)?$/.test(input) && init.method === 'POST')
        bodies.push(Buffer.from(init.body as Uint8Array).toString());
      return gateway.fetch(input, init);
    },
  });
  expect(bodies.length).toBeGreaterThan(15);
  const amounts = new Set(
    bodies.map((body) => /"amount":"([^"]*)"|amount=([^&]*)/.exec(body)?.slice(1).join('')),
  );
  expect([...amounts].sort()).toEqual(['1.00', 'abc', undefined]);
});

it('the check reports a missing IP allow-list for payouts only once', async () => {
  const gateway = await opened();
  await gateway.merchants.update(gateway.merchant.mchId, { ipAllowList: [] });
  const report = await check(gateway);
  const of = (id: string) => report.checks.find((one) => one.id === id);
  expect(of('spec:errors.ip_whitelist_required')).toMatchObject({ status: 'pass' });
  expect(of('spec:errors.ifsc_invalid')).toMatchObject({
    status: 'skip',
    message:
      'the gateway rejects payouts (403 ip_whitelist_required), because this IP address is not on a saved allow-list',
  });
  expect(report).toMatchObject({ failed: 0, warned: 0 });
});

it('the check reports the default limits of pay-ins as passed, and the limits of an account as skipped', async () => {
  const gateway = await opened({ settings: { rateLimitPerMinute: 1_000 } });
  await gateway.merchants.update(gateway.merchant.mchId, { limits: { payinMax: '60000.00' } });
  const report = await check(gateway, { level: 'smallest' });
  const limits = report.checks.find((one) => one.id === 'spec:limits.payin-amount');
  expect(limits).toMatchObject({
    status: 'skip',
    message: 'this account uses other limits: a pay-in of 50000.01 returns 200',
  });
  expect(report.failed).toBe(0);
});

it('the check skips the legacy API if its URL is not set', async () => {
  const report = await check(await opened(), { legacyBaseUrl: undefined });
  const legacy = report.checks.find(({ id }) => id === 'spec:errors.v1.missing_api_key');
  expect(legacy).toMatchObject({ status: 'skip', message: 'the legacy base URL is not set' });
  expect(report.failed).toBe(0);
});

it('the check fails for a violated rule but only warns about another interpretation [contract:check-gateway.findings]', async () => {
  const gateway = await opened();
  const report = await check(gateway, {
    fetch: async (input, init) => {
      const answer = await gateway.fetch(input, init);
      const text = await answer.text();
      if (!/invalid_extra|"INR"/.test(text)) return new Response(text, answer);
      const other = text.replace('invalid_extra', 'extra_too_long').replace('"INR"', '"inr demo-mch-key"');
      return new Response(other, answer);
    },
  });
  const found = report.checks.filter(({ status }) => status === 'fail' || status === 'warn');
  expect(found.map(({ id, status }) => `${status} ${id}`)).toEqual([
    'fail spec:balance.fields',
    'fail spec:errors.table',
    'fail spec:limits.extra',
    'warn reading:order.10',
  ]);
  expect(found[0]?.message).toBe('currency is "inr ***"');
  expect(found[2]).toMatchObject({
    message: 'the response to an extra of 256 characters is 422 extra_too_long; expected 422 invalid_extra',
    exchanges: [{ sent: 'an extra of 256 characters', received: expect.stringMatching(/^422 \{/) }],
  });
  expect(JSON.stringify(report)).not.toMatch(/demo-mch-(?:key|secret)/);
});

it('after a 429, the check continues when the waiting time is over [contract:check-gateway.patience]', async () => {
  const gateway = await opened();
  const waits: (number | null)[] = [];
  let first = true;
  const report = await check(gateway, {
    onProgress: ({ waiting }) => waits.push(waiting),
    fetch: async (input, init) => {
      if (!first) return gateway.fetch(input, init);
      first = false;
      const body = { code: 429, success: false, message: 'Too many.', error: 'rate_limited' };
      return Response.json(body, { status: 429, headers: { 'retry-after': '1' } });
    },
  });
  expect(report.failed).toBe(0);
  expect(waits.filter((wait) => wait !== null)).toEqual([1]);
});

it.each([
  ['the API Secret', { mchSecret: 'nobodys' }, /API Secret .*\(401 invalid_signature\)/, 1],
  ['the API Key', { mchKey: 'nobodys' }, /API Key .*\(401 invalid_signature\)/, 2],
  ['the merchant', { mchId: 'NOBODY' }, /the merchant is unknown or the key is wrong/, 1],
  [
    'both keys, which are exchanged',
    { mchKey: 'demo-mch-secret', mchSecret: 'demo-mch-key' },
    /the value of API Secret \(mchSecret\) is the API Key/,
    1,
  ],
] as const)(
  'the check stops immediately when the gateway does not accept %s [contract:check-gateway.stops]',
  async (...[, options, message, requests]) => {
    const gateway = await opened();
    let asked = 0;
    const rejected = await check(gateway, {
      ...options,
      fetch: (input, init) => {
        asked += 1;
        return gateway.fetch(input, init);
      },
    }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ name: 'CheckError', code: 'wrong_keys' });
    expect(String(rejected)).toMatch(message);
    expect(String(rejected)).not.toContain('demo-mch');
    expect(asked).toBe(requests);
  },
);

it.each([
  [
    'a suspended account',
    { suspended: true },
    /account_suspended\): the account is suspended; ask the gateway’s support to reactivate the account$/,
  ],
  [
    'an IP address outside the list',
    { ipAllowList: ['10.0.0.1'] },
    /ip_not_allowed\): this machine’s IP address/,
  ],
])('the check stops immediately at %s [contract:check-gateway.stops]', async (_, fields, message) => {
  const gateway = await opened();
  await gateway.merchants.update(gateway.merchant.mchId, fields);
  await expect(check(gateway)).rejects.toThrow(message);
});

it('the check stops immediately during maintenance or if its IP address is locked [contract:check-gateway.stops]', async () => {
  const maintained = await opened({ settings: { maintenance: true } });
  await expect(check(maintained)).rejects.toThrow(/503 maintenance\): the gateway is in maintenance/);
  const locked = await opened({ settings: { signatureLock: { failures: 1 } } });
  await check(locked, { mchKey: 'nobodys' }).catch(() => {});
  await expect(check(locked)).rejects.toThrow(/has locked this IP address .* run the check again in \d+ s/);
});

async function serving(answer: RequestListener): Promise<Partial<CheckGatewayOptions>> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl: `${origin}/v3`, legacyBaseUrl: `${origin}/v1`, fetch: undefined };
}

it.each<[string, RequestListener, CheckError['code'], RegExp]>([
  [
    'a page',
    (_, response) => response.end('<html>'),
    'not_a_gateway',
    /HTML for the balance \(status 200\)$/,
  ],
  [
    'other JSON',
    (_, response) => response.writeHead(404).end('{"a":1}'),
    'not_a_gateway',
    /other JSON for the balance \(status 404\); use the base URL/,
  ],
  ['nothing', (_, response) => response.end(), 'not_a_gateway', /content that is not JSON/],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: 'https://other.example/login?token=1' }).end(),
    'redirected',
    /redirect to other\.example \(status 302\)/,
  ],
  ['without an end', (_, response) => endless(response), 'not_a_gateway', /larger than 1 MB/],
  ['never', () => {}, 'unreachable', /no complete response within 0\.2 s/],
  [
    'by a reset',
    (request) => request.socket.destroy(),
    'unreachable',
    /does not respond: (?:UND_ERR_SOCKET|ECONNRESET|EPIPE)/,
  ],
])(
  'the check reports a server that returns %s in one sentence [contract:check-gateway.stops]',
  async (how, answer, code, message) => {
    const gateway = await opened();
    // The timeout is long enough for a response on a busy machine.
    const options = { ...(await serving(answer)), timeoutMs: how === 'never' ? 200 : 60_000 };
    const rejected = await check(gateway, options).catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(CheckError);
    expect(rejected).toMatchObject({ code, message: expect.stringMatching(message) });
  },
);

it('the check reads only a part of an endless response [contract:check-gateway.stops]', async () => {
  let written = 0;
  const at = await serving((_, response) => endless(response, (bytes) => (written += bytes)));
  await expect(check(await opened(), at)).rejects.toThrow('a response is larger than 1 MB');
  // The amount includes the buffers of both ends.
  expect(written).toBeLessThan(64 * 1_048_576);
});

function endless(response: Parameters<RequestListener>[1], wrote?: (bytes: number) => void): void {
  const more = () => {
    do wrote?.(65_536);
    while (response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

it('an abort signal ends the check with the reason', async () => {
  const gateway = await opened();
  const abort = new AbortController();
  const onProgress = () => abort.abort(new Error('enough'));
  await expect(check(gateway, { signal: abort.signal, onProgress })).rejects.toThrow('enough');
});

it.each([
  [{ baseUrl: 'gateway' }, 'baseUrl must be an http or https URL'],
  [{ baseUrl: 'https://a:b@gateway.example/v3' }, 'baseUrl must not contain a user name or a password'],
  [{ baseUrl: 'https://gateway.example/v3?a=b' }, 'baseUrl must not contain ? or #'],
  [{ mchKey: '' }, 'mchKey is empty'],
  [{ level: 'mock' as 'smallest' }, 'level "mock" is unknown. Allowed levels: read-only, smallest'],
  [{ payinAmount: '200' }, 'payinAmount "200" is invalid'],
  [{ payoutUpi: 'nobody' }, 'payoutUpi "nobody" is invalid'],
  [{ requestsPerMinute: 0 }, 'requestsPerMinute 0 is invalid: use a number of at least 1'],
])('the check rejects the option %j', async (options, message) => {
  await expect(check(await opened(), options)).rejects.toThrow(message);
});
