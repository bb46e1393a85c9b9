import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { inProcess } from './in-process.ts';
import { deadAddress, type Env } from './inrgate.ts';
import { merchantServer, type Reply } from './merchant-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const credentials = { mchId: 'SHOP1', mchKey: 'key-that-stays-secret', mchSecret: 'secret-that-stays-too' };
const env = {
  INRGATE_MCH_ID: credentials.mchId,
  INRGATE_MCH_KEY: credentials.mchKey,
  INRGATE_MCH_SECRET: credentials.mchSecret,
};

/** A shop with the SDK's handler and a probe. */
async function shop(): Promise<string> {
  const credited = new Map<string, { count: number; amount: string }>();
  const handle = createCallbackHandler({
    ...credentials,
    onError: () => {},
    onUnhandled: () => {},
    onPayin: ({ mchOrderNo, status, paidAmount }) => {
      if (status === 'success') credited.set(mchOrderNo, { count: 1, amount: paidAmount ?? '0.00' });
    },
    onLink: ({ clientRef, amount }) => void credited.set(clientRef, { count: 1, amount }),
  });
  const reply: Reply = async (response, { path: asked, contentType, body }) => {
    const order = new URL(asked, 'http://shop').searchParams.get('mchOrderNo');
    if (order !== null) return void response.end(JSON.stringify(credited.get(order) ?? nothing));
    const headers = { 'content-type': contentType ?? '' };
    const answer = await handle(
      new Request('http://shop', { method: 'POST', headers, body: new Uint8Array(body) }),
    );
    response.writeHead(answer.status).end(await answer.text());
  };
  return (await merchantServer(reply)).url;
}

const nothing = { count: 0, amount: '0.00' };

/** Ends a time limit of the command at once, for a server that never responds. */
function shorten(limitMs: number): void {
  const { setTimeout: usual } = globalThis;
  const { timeout } = AbortSignal;
  const msOf = (ms: number) => (ms === limitMs ? 0 : ms);
  const timer = Object.assign((run: () => void, ms = 0) => usual(run, msOf(ms)), usual);
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(timer),
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(msOf(ms))),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}

async function json(args: readonly string[], given: Env = env) {
  const { code, stdout, stderr } = await inProcess(['check', 'webhook', ...args, '--yes', '--json'], given);
  return { code, data: stdout === '' ? undefined : JSON.parse(stdout), error: stderr && JSON.parse(stderr) };
}

test('check webhook exits with code 0 for a correct endpoint, as text and as JSON', async () => {
  const [url, other] = [await shop(), await shop()];
  const [text, { code, data }] = await Promise.all([
    inProcess(['check', 'webhook', url, '--yes', '--kind', 'payin', '--probe', url], env),
    json([other, '--kind', 'payin', '--probe', other]),
  ]);
  expect(text.code).toBe(0);
  // In the test's process, the shop may handle simultaneous callbacks sequentially, so the check can skip their cases.
  expect(text.stdout).toMatch(/0 failed, 0 warnings, [2-5] skipped/);
  // Without a terminal, each case is printed when it ends.
  expect(text.stderr).toMatch(/^pass {2}payin-json {2}200 success; credited once, with 500\.37$/m);
  expect(code).toBe(0);
  expect(data).toMatchObject({ failed: 0, warned: 0, passed: data.checks.length - data.skipped });
  for (const check of data.checks) {
    expect(check).toEqual({
      id: expect.any(String),
      title: expect.any(String),
      status: expect.stringMatching(/^(pass|skip)$/),
      message: expect.any(String),
      exchanges: expect.any(Array),
    });
  }
});

test('check webhook exits with code 4 for a finding and prints the request, the response and the fix', async () => {
  const { url } = await merchantServer((response) => response.end('SUCCESS'));
  const { code, stdout, stderr } = await inProcess(['check', 'webhook', url, '--yes'], env);
  expect(code).toBe(4);
  const again = `inrgate check webhook ${url} --case payin-json --yes`;
  for (const text of ['sent      a paid pay-in, CHECK-', 'received  200 SUCCESS', 'why  ', 'fix  ', again]) {
    expect(stdout).toContain(text);
  }
  expect(stdout.split('\n').length).toBeLessThan(60);
  expect(stdout + stderr).not.toMatch(/key-that-stays-secret|secret-that-stays-too/);
  const only = await json([url, '--case', 'payin-json']);
  expect(only).toMatchObject({ code: 4, data: { passed: 0, failed: 1, checks: [{ id: 'payin-json' }] } });
});

test('check webhook writes a CI report to a file or to standard output', async () => {
  const url = await shop();
  const file = path.join(folder, 'webhook.xml');
  const args = ['check', 'webhook', url, '--yes', '--quiet', '--case', 'payin-json', '--report'];
  const written = await inProcess([...args, 'junit', '--output', file], env);
  expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passed') });
  expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml .*<testsuites name="inrgate check webhook" tests="1"/s);
  const printed = await inProcess([...args, 'tap'], env);
  expect(printed.stdout).toMatch(/^TAP version 14\n1\.\.1\nok 1 - payin-json: .*\n$/);
});

test('check webhook passes values in the environment to the shop commands that create orders and read credits', async () => {
  const url = await shop();
  const script = path.join(folder, 'shop.mjs');
  const orders = path.join(folder, 'orders.txt');
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs';
     const { INRGATE_CHECK_ORDER: order, INRGATE_CHECK_KIND: kind, INRGATE_CHECK_AMOUNT: amount } = process.env;
     if (process.argv[2] === 'order') {
       appendFileSync(${JSON.stringify(orders)}, kind + ' ' + amount + '\\n');
       console.log(order.replace('CHECK-', 'SHOP-'));
     } else console.log(await (await fetch(${JSON.stringify(url)} + '?mchOrderNo=' + order)).text());`,
  );
  const run = (what: string) => `"${process.execPath}" "${script}" ${what}`;
  const { code, data } = await json([
    ...[url, '--case', 'repeated', '--amount', '700.00'],
    ...['--create-order-command', run('order'), '--probe-command', run('probe')],
  ]);
  expect(code).toBe(0);
  expect(data.checks[0].message).toBe('200 success; credited once, with 700.00');
  expect(data.checks[0].exchanges[0].sent).toMatch(/SHOP-/);
  expect(readFileSync(orders, 'utf8')).toMatch(/^(payin 700\.00\n)+$/);
});

test('check webhook exits with code 4 for an unreachable endpoint, or with code 3 if --case selects one case', async () => {
  const dead = `${await deadAddress()}/callbacks`;
  const path = await json([dead]);
  expect(path).toMatchObject({ code: 4, error: '', data: { passed: 1, failed: 1 } });
  expect(path.data.checks[0]).toMatchObject({
    id: 'path-connect',
    status: 'fail',
    message: 'connection refused; no server listens at this host and port',
  });
  const { code, data, error } = await json([dead, '--case', 'payin-json']);
  expect({ code, data }).toEqual({ code: 3, data: undefined });
  expect(error).toEqual({
    error: 'unreachable',
    message: 'the endpoint does not respond: connection refused; no server listens at this host and port',
  });
});

test.each([
  ['a probe that returns nonsense', ['--probe', '<other>'], /the probe does not return JSON: expected/],
  [
    'a probe command that fails',
    ['--probe-command', 'exit 7'],
    /--probe-command failed: the command ended with exit code 7/,
  ],
  [
    'a probe command that prints nonsense',
    ['--probe-command', 'echo yes'],
    /the output of --probe-command is not JSON/,
  ],
  [
    'a probe command with endless output',
    ['--probe-command', 'while echo y; do :; done 2>/dev/null'],
    /--probe-command failed: the command printed more than 64 KB/,
  ],
  [
    'an order command that fails',
    ['--create-order-command', 'exit 7'],
    /--create-order-command failed: the command ended with exit code 7/,
  ],
])('check webhook exits with code 3 and one sentence for %s', async (_case, options, message) => {
  const other = await merchantServer((response) => response.end('<h1>hello</h1>'));
  const args = options.map((word) => (word === '<other>' ? other.url : word));
  const { code, error } = await json([await shop(), ...args]);
  expect(code).toBe(3);
  expect(error.message).toMatch(message);
});

test.each<[string, Reply, RegExp]>([
  [
    'an error',
    (response) => void response.writeHead(500).end('{}'),
    /^the probe returns status 500: expected/,
  ],
  [
    'a redirect',
    (response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
    /^the probe returns status 302: expected/,
  ],
  [
    'another order number',
    (response) => void response.end('{"count":1.5,"amount":"5"}'),
    /^the probe returns an invalid value for CHECK-\S+: expected/,
  ],
  ['an endless body', (response) => endless(response), /^the probe does not return JSON: expected/],
  ['an empty body', (response) => void response.destroy(), /^the probe does not respond$/],
])(
  'check webhook exits with code 3 and one sentence for a probe that returns %s',
  async (_what, reply, message) => {
    const { url: probe } = await merchantServer(reply);
    const { code, data, error } = await json([await shop(), '--probe', probe, '--case', 'payin-json']);
    expect({ code, data }).toEqual({ code: 3, data: undefined });
    expect(error).toEqual({ error: 'probe_failed', message: expect.stringMatching(message) });
  },
);

test('check webhook exits with code 3 and one sentence for a probe that returns no response in time', async () => {
  const { url: probe } = await merchantServer(() => {});
  const url = await shop();
  shorten(10_000);
  const { code, error } = await json([url, '--probe', probe, '--case', 'payin-json']);
  expect({ code, error }).toEqual({
    code: 3,
    error: { error: 'probe_failed', message: 'the probe does not respond within 10 s' },
  });
});

test('check webhook exits with code 3 and one sentence for a probe that is down', async () => {
  const { code, error } = await json([await shop(), '--probe', `${await deadAddress()}/credited`]);
  expect({ code, error }).toEqual({
    code: 3,
    error: { error: 'probe_failed', message: 'the probe does not respond' },
  });
});

/** Writes endlessly, until the reader closes the connection. */
function endless(response: Parameters<Reply>[0]): void {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  write();
}

test.each<[string, Reply, string]>([
  ['an endless body', (response) => endless(response), 'status 200, but the body does not contain success'],
  [
    'a redirect',
    (response) => void response.writeHead(302, { location: 'http://elsewhere.example/in' }).end('success'),
    'status 302, a redirect to elsewhere.example, which the gateway does not follow',
  ],
  [
    'half a response',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('succ');
      setImmediate(() => response.destroy());
    },
    'status 200, but the connection broke before the end of the response',
  ],
])(
  'check webhook reports an endpoint that returns %s as a finding with exit code 4',
  async (_what, reply, reason) => {
    const { url } = await merchantServer(reply);
    const { code, data } = await json([url, '--case', 'payin-json']);
    expect(code).toBe(4);
    expect(data.checks).toMatchObject([{ status: 'fail', message: `it is not acknowledged: ${reason}` }]);
  },
);

test('check webhook requires --yes for keys that can belong to a live shop, and none for the demo keys', async () => {
  const { url, received } = await merchantServer((response) => response.end('success'));
  const refused = await inProcess(['check', 'webhook', url, '--json'], env);
  expect(refused.code).toBe(2);
  expect(JSON.parse(refused.stderr).message).toMatch(
    /signs success callbacks for orders that nobody has paid.*--yes/,
  );
  expect(received).toEqual([]);
  const demo = await inProcess(['check', 'webhook', url, '--json', '--case', 'payin-json']);
  expect(demo.code).toBe(0);
});

test('check webhook waits once for an endpoint that never responds, and skips the remaining cases', async () => {
  const { url } = await merchantServer(() => {});
  shorten(callbackTimeoutMs);
  const { code, data } = await json([url]);
  expect(code).toBe(4);
  const { checks } = data;
  expect(checks).toContainEqual(
    expect.objectContaining({ id: 'path-slow', status: 'fail', message: 'no response within 8 s' }),
  );
  const rest = checks.filter(({ status }: { readonly status: string }) => status === 'skip');
  expect(rest.length).toBeGreaterThan(30);
});

test('check webhook exits with code 3 if it could not observe any case', async () => {
  const { code, data } = await json([await shop(), '--case', 'repeated']);
  expect({ code, passed: data.passed, skipped: data.skipped }).toEqual({ code: 3, passed: 0, skipped: 1 });
});

test.each([
  ['a missing URL', [], /the URL of the endpoint is missing\. Add the URL, or list the cases/],
  ['an invalid URL', ['shop'], /the URL of the endpoint must be an absolute http or https URL/],
  ['an unknown case', ['http://shop.example', '--case', 'nothing'], /unknown case "nothing"/],
  [
    'an invalid amount',
    ['http://shop.example', '--amount', '5'],
    /amount "5" is invalid: use INR with two decimals/,
  ],
  [
    'two probes',
    ['http://s.example', '--probe', 'http://s.example', '--probe-command', 'x'],
    /cannot be combined/,
  ],
  ['a file without a format', ['http://s.example', '--output', 'x.xml'], /--output requires --report/],
  [
    'a file in a missing folder',
    ['http://s.example', '--report', 'tap', '--output', '/nowhere/x.tap'],
    /x\.tap cannot be written \(ENOENT\)/,
  ],
  [
    'a folder in place of a file',
    ['http://s.example', '--report', 'tap', '--output', '/'],
    /cannot be written \(EISDIR\)/,
  ],
  ['a misspelt kind', ['http://s.example', '--kind', 'payins'], /Did you mean payin\?/],
])('check webhook rejects %s with exit code 2', async (_case, args, message) => {
  const { code, stderr } = await inProcess(['check', 'webhook', ...args, '--yes', '--json'], env);
  expect(code).toBe(2);
  expect(JSON.parse(stderr).message).toMatch(message);
});

test('check webhook --list prints every case that the completion of --case suggests', async () => {
  const { code, stdout } = await inProcess(['check', 'webhook', '--list', '--json'], env);
  expect(code).toBe(0);
  const ids = JSON.parse(stdout).items.map(({ id }: { readonly id: string }) => id);
  expect(ids).toContain('at-once');
  const completed = await inProcess(['__complete', '--', 'check', 'webhook', '--case', 'pay'], env);
  expect(completed.stdout.split('\n').map((line) => line.trim())).toContain('payin-json');
});

test('check webhook requires no key for the order kinds that --kind excludes', async () => {
  const { INRGATE_MCH_ID, INRGATE_MCH_SECRET } = env;
  const only = { INRGATE_MCH_ID, INRGATE_MCH_SECRET };
  const { code, data } = await json([await shop(), '--kind', 'payout', '--kind', 'link'], only);
  expect(code).toBe(0);
  const ids = data.checks.map(({ id }: { readonly id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(['payout-json', 'link-json']));
  expect(ids).not.toContain('payin-json');
});

test('check webhook --kind link adds link callbacks to the default kinds', async () => {
  const url = await shop();
  const ids = async (...args: readonly string[]) => {
    const { data } = await json([
      url,
      '--case',
      'payin-json',
      '--case',
      'payout-json',
      '--case',
      'link-json',
      ...args,
    ]);
    return data.checks.map(({ id }: { readonly id: string }) => id);
  };
  expect(await ids()).toEqual(['payin-json', 'payout-json']);
  expect(await ids('--kind', 'link')).toEqual(['payin-json', 'payout-json', 'link-json']);
});

test('check webhook --language adds a line of code in that language to a fix', async () => {
  const { url } = await merchantServer((response) => response.writeHead(404).end());
  const { data } = await json([url, '--case', 'payin-json', '--language', 'php']);
  expect(data.checks[0].fix).toMatch(/^Let your shop create the orders\. --create-order URL /);
  expect(data.checks[0].fix).toContain('php://input');
  expect(data.checks[0].fix).not.toContain('express');
});

test('check webhook with only the API Key skips payouts and prints the reason', async () => {
  const { INRGATE_MCH_ID, INRGATE_MCH_KEY } = env;
  const url = await shop();
  const { code, stdout, stderr } = await inProcess(['check', 'webhook', url, '--yes'], {
    INRGATE_MCH_ID,
    INRGATE_MCH_KEY,
  });
  expect(code).toBe(0);
  expect(stderr).toContain('note: the check skips payouts, because the API Secret is not set');
  expect(stdout + stderr).not.toContain('payout-json');
});

test('check webhook --return-url adds the cases of the return page', async () => {
  const credits = new Map<string, number>();
  const { url } = await merchantServer((response, { path: asked }) => {
    const { pathname, searchParams } = new URL(asked, 'http://shop');
    const order = searchParams.get('mchOrderNo') ?? searchParams.get('order') ?? '';
    if (pathname === '/credited') {
      const count = credits.get(order) ?? 0;
      return void response.end(JSON.stringify({ count, amount: (count * 500.37).toFixed(2) }));
    }
    // The mistake: the return page credits the order.
    if (pathname === '/return') credits.set(order, 1);
    response.end('success');
  });
  const { origin } = new URL(url);
  const args = [url, '--case', 'return-unpaid', '--return-url', `${origin}/return?order={mchOrderNo}`];
  const { code, stdout } = await inProcess(
    ['check', 'webhook', ...args, '--yes', '--probe', `${origin}/credited`],
    env,
  );
  expect(code).toBe(4);
  expect(stdout).toContain(
    'the order was credited once, with 500.37 in total; the order must not be credited',
  );
  expect(stdout).toMatch(/repeat .*--return-url '.*\/return\?order=\{mchOrderNo\}'/);
  const wrong = await json([url, '--return-url', `${origin}/return`]);
  expect(wrong).toMatchObject({ code: 2, error: { message: expect.stringContaining('{mchOrderNo}') } });
});
