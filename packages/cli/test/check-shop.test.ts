import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CheckShopOptions, checkShop } from '@inrgate/conformance';
import { demoCredentials } from '@inrgate/sdk/basics';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { openShopGateway } from '../src/commands/check/shop-gateway.ts';
import { shopReportText } from '../src/commands/check/shop-report-text.ts';
import { inProcess } from './in-process.ts';
import { run } from './running.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-check-shop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shop without a database that credits each `success` callback. Variables add a mistake. */
const shop = `
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { env } = process;
if (env.DAEMON) {
  spawn(process.execPath, [process.argv[1]], { detached: true, stdio: 'ignore', env: { ...env, DAEMON: '' } }).unref();
  await new Promise(() => setInterval(() => {}, 1_000));
}
writeFileSync(env.PID_FILE, String(process.pid));
const credits = new Map();
const forgotten = new Set();
const times = new Map();
let latest = '';
let probes = 0;
createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const url = new URL(request.url, 'http://shop');
  const order = url.searchParams.get('mchOrderNo');
  if (url.pathname === env.HANGS) return;
  if (url.pathname === '/orders') {
    const fields = { mchId: env.INRGATE_MCH_ID, mchOrderNo: 'S-' + Math.random(), amount: JSON.parse(body).amount };
    if (env.SAME_NUMBER) fields.mchOrderNo = 'S-1';
    if (env.NUMBERS) fields.amount = String(Number(fields.amount));
    const text = Object.keys(fields).sort().map((name) => name + '=' + fields[name]).join('&');
    const sign = createHash('md5').update(text + '&key=' + env.INRGATE_MCH_KEY).digest('hex').toUpperCase();
    if (env.ORDERS === 'crash') throw new Error('no stock');
    if (env.ORDERS === 'fail') return response.writeHead(500).end();
    const created = await fetch(env.INRGATE_BASE_URL + '/payin', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ...fields, sign }),
    });
    const { data } = await created.json();
    if (data === undefined) return response.writeHead(502).end();
    latest = data.mchOrderNo;
    return response.end(JSON.stringify(env.ORDERS === 'nonsense' ? {} : {
      mchOrderNo: env.ORDERS === 'half' ? data.mchOrderNo + '\\ud800' : data.mchOrderNo, payUrl: data.pay_url,
    }));
  }
  if (url.pathname === '/callbacks') {
    if (env.REFUSES) return response.writeHead(Number(env.REFUSES)).end('no');
    const isForm = request.headers['content-type'] !== 'application/json';
    if (isForm && env.JSON_ONLY) return response.writeHead(400).end('JSON only');
    if (isForm && env.IGNORES_FORMS) return response.end('success');
    const { mchOrderNo, paidAmount, status, payTime } = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
    if (env.FORGETS) setTimeout(() => forgotten.add(mchOrderNo), 200);
    const of = env.LATEST ? latest : mchOrderNo;
    const paid = env.FLOATS ? (Math.trunc(Number.parseFloat(paidAmount) * 100) / 100).toFixed(2) : paidAmount;
    if (env.BY_TIME && times.has(paidAmount + payTime) && times.get(paidAmount + payTime) !== mchOrderNo) return response.end('success');
    times.set(paidAmount + payTime, mchOrderNo);
    if (status === 'success') credits.set(of, env.TWICE || forgotten.has(mchOrderNo) ? [...(credits.get(of) ?? []), paid] : [paid]);
    return response.end('success');
  }
  if (url.pathname === '/credited') {
    if (env.PROBE === 'nonsense') return response.end('{"count":"one"}');
    const { length, [0]: amount = '0.00' } = credits.get(order) ?? [];
    return response.end(JSON.stringify({ count: env.PROBE === 'differs' ? probes++ : length, amount }));
  }
  if (url.pathname === '/return' && env.HOPES) {
    const paid = await fetch(env.INRGATE_BASE_URL + '/check-order-status', { method: 'POST' }).then(() => false, () => true);
    if (paid && !credits.has(order)) credits.set(order, ['500.37']);
  }
  response.end('thank you');
}).listen(Number(env.PORT), '127.0.0.1');
`;
const file = path.join(folder, 'shop.mjs');
beforeAll(() => writeFileSync(file, shop));

/** Returns the command that starts the shop. Each shop writes its process id to a file of its own. */
function started(env: Readonly<Record<string, string>> = {}): string {
  const variables = Object.entries({ PID_FILE: path.join(folder, randomUUID()), ...env }).map(
    ([name, value]) => `${name}='${value}'`,
  );
  return `${variables.join(' ')} exec "${process.execPath}" "${file}"`;
}

/** Process id of the shop that the command has started. */
function pidOf(start: string): number {
  const [, pidFile = ''] = /PID_FILE='([^']+)'/.exec(start) ?? [];
  return Number(readFileSync(pidFile, 'utf8'));
}

async function checked(start: string, options: Partial<CheckShopOptions> = {}) {
  const url = `http://127.0.0.1:${await freePort()}`;
  return checkShop({ start, url, openGateway: openShopGateway, runs: 4, seed: 1, ...options });
}

function isRunning(start: string): boolean {
  const pid = pidOf(start);
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('check shop exits with code 0 for a correct shop and stops its process', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = started();
  const args = ['check', 'shop', '--start', start, '--url', url, '--runs', '4', '--seed', '7'];
  const { code, stdout } = await inProcess([...args, '--json']);
  expect({ code, ...JSON.parse(stdout) }).toEqual({
    ...{ code: 0, passed: 4, failed: 0, runs: 4, seed: 7, loss: null, story: [] },
  });
  expect(isRunning(start)).toBe(false);
});

describe('a shop with one mistake', () => {
  test.concurrent.for<[string, string, Partial<CheckShopOptions>, string, RegExp]>([
    [
      'forgets a handled callback after a while',
      'FORGETS',
      { runs: 1, repeatAfterMs: 400 },
      'credited_twice',
      /again for each callback/,
    ],
    ['calculates with floats', 'FLOATS', { runs: 12 }, 'wrong_amount', /floating-point numbers/],
    ['reads only JSON', 'JSON_ONLY', { runs: 4 }, 'not_credited', /a callback that is a form \(status 400\)/],
    ['ignores forms', 'IGNORES_FORMS', { runs: 4 }, 'not_credited', /acknowledges a callback that is a form/],
    [
      'recognizes repeats by the time',
      'BY_TIME',
      { runs: 12 },
      'not_credited',
      /the payment of another customer/,
    ],
    ['credits if its query fails', 'HOPES', { runs: 40 }, 'credited_unpaid', /although its query failed/],
    ['credits the latest order', 'LATEST', { runs: 12 }, 'not_credited', /the latest open order/],
    [
      'responds with 401 to every callback',
      'REFUSES',
      { runs: 4 },
      'not_credited',
      /rejects every callback \(status 401/,
    ],
  ])('check shop finds a shop that %s', async ([, variable, options, loss, cause], { expect }) => {
    const report = await checked(started({ [variable]: variable === 'REFUSES' ? '401' : '1' }), options);
    expect(report).toMatchObject({ loss, failed: 1, diagnosis: { cause: expect.stringMatching(cause) } });
    if (variable === 'REFUSES') expect(shopReportText(report, 'again')).not.toContain('PRIMARY KEY');
  });

  test('the report of a correct shop tells what the stories contained', async () => {
    const report = await checked(started(), { runs: 8, repeatAfterMs: 0 });
    expect(report.events).toEqual({
      kills: 0,
      lostMessages: 0,
      latePayments: 0,
      forms: 4,
      repeatedAfter: expect.any(Number),
    });
    expect(shopReportText(report, 'again')).toMatch(
      /4 orders were forms.*cannot move your shop's own clock/s,
    );
  });
});

test('check shop exits with code 4 for a double credit and prints the steps, the cause and the fix', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = started({ TWICE: '1' });
  const args = ['check', 'shop', '--start', start, '--url', url, '--seed', '7'];
  const { code, stdout, stderr } = await inProcess(args);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^credited_twice {2}in story 5, after 4 passed stories$/m);
  expect(stdout).toContain(
    '3. The success callback (paid 500.37) arrives. The shop responds with 200 success.',
  );
  expect(stdout).toContain(
    'The probe returns {"count": 2, "amount": "500.37"}. Expected: {"count": 1, "amount": "500.37"}.',
  );
  for (const text of ['cause ', 'fix ', '--seed 7', 'PRIMARY KEY', 'PostgreSQL', 'SQLite', 'MySQL']) {
    expect(stdout).toContain(text);
  }
  const json = await inProcess([...args, '--json']);
  expect({ code: json.code, ...JSON.parse(json.stdout) }).toMatchObject({
    ...{ code: 4, passed: 4, failed: 1, runs: 5, seed: 7, loss: 'credited_twice' },
    story: [
      { step: 1, what: expect.stringContaining('500.37') },
      { step: 2 },
      { step: 3 },
      { step: 4 },
      { step: 5 },
    ],
  });
  expect(stdout + stderr + json.stdout).not.toContain(demoCredentials.mchKey);
  expect(isRunning(start)).toBe(false);
});

describe('wrong options of check shop', () => {
  const url = 'http://127.0.0.1:3000';
  test.each([
    [['--url', url], /^--start is missing/],
    [['--start', 'node shop.js'], /^--url is missing/],
    [['--start', ' ', '--url', url], /--start is empty/],
    [['--start', 'x', '--url', 'http://shop.example'], /http:\/\/shop\.example is not on this machine/],
    [['--start', 'x', '--url', 'https://127.0.0.1:3000'], /--url https:\/\/127\.0\.0\.1:3000 is invalid/],
    [['--start', 'x', '--url', 'shop'], /--url shop is invalid/],
    [['--start', 'x', '--url', url, '--runs', '0'], /--runs 0 is invalid: use 1 to/],
    [['--start', 'x', '--url', url, '--seed', '20000000001'], /is from another version of inrgate/],
    [['--start', 'x', '--url', url, '--seed', '1-2'], /Use the seed that an earlier run printed/],
    [
      ['--start', 'x', '--url', url, '--return-path', '/thanks'],
      /--return-path \/thanks has no \{mchOrderNo\}/,
    ],
    [['--start', 'x', '--url', url, '--order-path', 'orders'], /--order-path orders must begin with \//],
  ])('check shop exits with code 2 and one sentence for %o', async (args, message) => {
    const { code, stderr } = await inProcess(['check', 'shop', ...args, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).message).toMatch(message);
  });

  test('check shop exits with code 2 and one sentence for a port in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const used = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await inProcess(['check', 'shop', '--start', 'x', '--url', used, '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stderr).message).toMatch(/another program already listens at 127\.0\.0\.1:/);
  });
});

test('check shop exits with code 3 for a shop that does not start, and prints the last output without keys', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = 'echo "key: $INRGATE_MCH_KEY"; echo "no database" >&2; exit 7';
  const { code, stderr } = await inProcess(['check', 'shop', '--start', start, '--url', url, '--json']);
  expect(code).toBe(3);
  const { error, message } = JSON.parse(stderr);
  expect(error).toBe('shop_failed');
  expect(message).toMatch(
    /the shop did not start: the command exited with exit code 7; last output of the shop: .*no database/,
  );
  expect(message).toContain('key: ***');
  expect(message).not.toContain(demoCredentials.mchKey);
});

test('check shop prints no part of a key at the beginning of a long output', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const start = 'printf %s "$INRGATE_MCH_KEY"; head -c 16380 /dev/zero | tr "\\0" x; exit 7';
  const { stderr } = await inProcess(['check', 'shop', '--start', start, '--url', url, '--json']);
  expect(JSON.parse(stderr).message).toMatch(/last output of the shop: x{10000,}$/);
});

// These tests and the next one mostly wait, so they run at the same time.
test.concurrent.for<[string, string, RegExp, Partial<CheckShopOptions>]>([
  [
    'the shell does not start',
    `exit 1 #${'x'.repeat(3_000_000)}`,
    /^the shop did not start: no shell .* \(E2BIG\)$/,
    {},
  ],
  [
    'never listens',
    'exec sleep 1000',
    /no server listens at .* within 0\.2 s; the shop printed no output/,
    { startMs: 200 },
  ],
  [
    'fails to create orders',
    started({ ORDERS: 'fail' }),
    /POST \/orders failed for 500\.37: the shop created no pay-in/,
    {},
  ],
  [
    'converts amounts to numbers',
    started({ NUMBERS: '1' }),
    /POST \/orders failed for 1250\.50: the gateway rejected the pay-in: 422 invalid_amount, amount has 1 decimal/,
    { runs: 6 },
  ],
  [
    'returns the order number of an earlier customer',
    started({ SAME_NUMBER: '1' }),
    /the shop returned the pay-in of another customer\. Use a new order number/,
    {},
  ],
  [
    'crashes at an order',
    started({ ORDERS: 'crash' }),
    /the shop exited with exit code 1; last output of the shop: .*Error: no stock/,
    {},
  ],
  [
    'returns no order',
    started({ ORDERS: 'nonsense' }),
    /POST \/orders failed for 500\.37: the response must be \{"mchOrderNo"/,
    {},
  ],
  [
    'returns an order number with half a character',
    started({ ORDERS: 'half' }),
    /POST \/orders failed for 500\.37: the response must be \{"mchOrderNo"/,
    {},
  ],
  [
    'has a probe that returns nonsense',
    started({ PROBE: 'nonsense' }),
    /the probe returns an invalid value/,
    {},
  ],
  [
    'has a probe that returns another value each time',
    started({ PROBE: 'differs' }),
    /the probe returns \{"count": \d+, "amount": "500\.37"\} and then .* for the same order/,
    {},
  ],
  [
    'hangs at an order',
    started({ HANGS: '/orders' }),
    /\/orders did not respond within 1 s/,
    { timeoutMs: 1_000 },
  ],
  [
    'hangs at a callback',
    started({ HANGS: '/callbacks' }),
    /did not respond within 3 s/,
    { timeoutMs: 3_000 },
  ],
])(
  'check shop prints one sentence if the shop fails: %s',
  async ([, start, message, options], { expect }) => {
    await expect(checked(start, options)).rejects.toThrow(message);
    if (start.includes('PID_FILE')) expect(isRunning(start)).toBe(false);
  },
);

test.concurrent('check shop stops if the shop becomes a daemon, because a daemon cannot be killed', async ({
  expect,
  onTestFinished,
}) => {
  const start = started({ DAEMON: '1' });
  onTestFinished(() => void process.kill(pidOf(start)));
  await expect(checked(start, { startMs: 10_000 })).rejects.toThrow(
    /a process still listens at .* after inrgate killed the shop/,
  );
});

test.skipIf(process.platform === 'win32')('a killed check shop leaves no shop running', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const isServing = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const start = started();
  const check = run(['check', 'shop', '--start', start, '--url', url, '--runs', '100000']);
  await expect.poll(isServing, { timeout: 60_000 }).toBe(true);
  await check.stop('SIGKILL');
  // Both, because the system can give the shop's port to another test.
  await expect.poll(async () => (await isServing()) && isRunning(start), { timeout: 60_000 }).toBe(false);
});

test('an interrupted check shop stops the shop', async () => {
  const stop = new AbortController();
  const onProgress = () => stop.abort(new Error('interrupted'));
  const start = started();
  await expect(checked(start, { runs: 200, signal: stop.signal, onProgress })).rejects.toThrow('interrupted');
  expect(isRunning(start)).toBe(false);
});
