import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import type { Ended, Served } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

let gateway: Served;
let orders = 0;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

function mock(...args: readonly string[]): Promise<Ended> {
  return inProcess(['mock', ...args], gateway.env);
}

/** Runs a command that must succeed, and parses its output. */
async function json(...args: readonly string[]) {
  const { code, stdout, stderr } = await mock(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function control(path: string): Promise<unknown> {
  const answer = await fetch(`${gateway.ready.controlUrl}${path}`);
  return answer.json();
}

/** Creates an order and returns its order number. */
async function order(kind: 'payin' | 'payout', ...args: readonly string[]): Promise<string> {
  orders += 1;
  const number = `MOCK-${orders}`;
  const amount =
    kind === 'payin' ? ['--amount', '500.00'] : ['--amount', '1000.00', '--upi-id', 'asha@okhdfcbank'];
  const { code } = await inProcess(
    [kind, 'create', '--mch-order-no', number, ...amount, ...args],
    gateway.env,
  );
  expect(code).toBe(0);
  return number;
}

test.each([
  ['payins', '/payins'],
  ['payouts list', '/payouts'],
  ['links list', '/links'],
  ['callbacks', '/callbacks'],
  ['merchants', '/merchants'],
  ['requests', '/requests'],
  ['fault', '/faults'],
  ['locks', '/locks'],
  ['settings', '/settings'],
  ['ready', '/ready'],
  ['wallet', '/merchants/DEMO1001/wallet'],
  ['ledger', '/merchants/DEMO1001/ledger'],
  ['ledger --check', '/ledger/check'],
  ['notifications', '/merchants/DEMO1001/notifications'],
  ['merchants get DEMO1001', '/merchants/DEMO1001'],
])('mock %s --json prints the response of the control API', async (words, path) => {
  expect(await json(...words.split(' '))).toEqual(await control(path));
});

test.each(['health', 'clock'])(
  'mock %s --json prints the response of the control API, except for the time',
  async (name) => {
    const { now: _, ...others } = (await control(`/${name}`)) as Record<string, unknown>;
    expect(await json(name)).toMatchObject(others);
  },
);

test('mock finds an order by its gateway order number and by its order number', async () => {
  const number = await order('payin');
  const { items } = await json('payins', '--mch-order-no', number);
  expect(await json('fail', items[0].orderNo)).toMatchObject({ mchOrderNo: number, status: 'failed' });
  expect(await json('pay', number, '--paid-amount', '400.00', '--utr', 'U1')).toMatchObject({
    status: 'success',
    paidAmount: '400.00',
    utr: 'U1',
  });
  expect(await json('payins', 'get', number)).toMatchObject({ mchOrderNo: number, utr: 'U1' });
  const again = await mock('pay', number);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('illegal_transition');
  const nobody = await mock('pay', 'NO-SUCH-ORDER');
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toContain('has the order number NO-SUCH-ORDER');
});

test('mock rejects an order number that two merchants use as ambiguous', async () => {
  const other = await json('merchants', 'create');
  const number = await order('payin');
  await inProcess(['payin', 'create', '--mch-order-no', number, '--amount', '500.00'], {
    ...gateway.env,
    INRGATE_MCH_ID: other.mchId,
    INRGATE_MCH_KEY: other.mchKey,
  });
  const { code, stderr } = await mock('pay', number);
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`several orders use the order number ${number}: .*${other.mchId}`, 'i'));
  expect(await json('pay', number, '--mch-id', other.mchId)).toMatchObject({ mchId: other.mchId });
});

test('mock resend requires a kind if a pay-in and a payout use the same order number', async () => {
  const number = await order('payin');
  await json('pay', number);
  const withdrawal = ['--mch-order-no', number, '--amount', '1000.00', '--upi-id', 'asha@okhdfcbank'];
  const { code } = await inProcess(['payout', 'create', ...withdrawal], gateway.env);
  expect(code).toBe(0);
  const { stderr } = await mock('resend', number);
  expect(stderr).toContain(`everal orders use the order number ${number}`);
  expect(await json('approve', number)).toMatchObject({ mchOrderNo: number, status: 'processing' });
});

test('mock approves, completes, rejects and cancels payouts', async () => {
  const [paid, rejected, cancelled] = [await order('payout'), await order('payout'), await order('payout')];
  await json('approve', paid);
  expect(await json('complete', paid, '--txid', 'T1')).toMatchObject({ status: 'success', txid: 'T1' });
  expect(await json('reject', rejected, '--message', 'no')).toMatchObject({
    status: 'failed',
    message: 'no',
  });
  expect(await json('cancel', cancelled)).toMatchObject({ status: 'failed', message: 'Cancelled' });
});

test('mock lists, shows, re-sends and settles callbacks, and checks the endpoint', async () => {
  const server = await merchantServer();
  await json('merchants', 'update', '--callback-url', server.url);
  const number = await order('payin');
  await json('pay', number);
  expect(await json('callbacks', 'settle')).toMatchObject({ settled: true });
  const { items } = await json('callbacks', 'list', '--state', 'delivered');
  const sent = await json('callbacks', 'get', items[0].id);
  expect(sent.body).toContain(number);
  expect(await json('resend', number)).toMatchObject({
    attempts: [{ manual: false }, { manual: true, ok: true }],
  });
  expect(await json('test-callback')).toMatchObject({ acceptedFormat: 'json' });
  await json('merchants', 'update', '--callback-url', 'none');
  expect(server.received).toHaveLength(4);
});

test('mock callbacks settle exits with code 3 if a delivery takes longer than the timeout', async () => {
  const server = await merchantServer(() => {});
  const number = await order('payin', '--notify-url', server.url);
  await json('pay', number);
  const { code, stdout } = await mock('callbacks', 'settle', '--timeout', '1ms', '--json');
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ settled: false });
  await server.close();
  await json('callbacks', 'settle');
});

test('mock advances, freezes and resumes the clock, and advances to the next due time', async () => {
  const number = await order('payin');
  expect(await json('freeze')).toMatchObject({ mode: 'frozen' });
  await json('advance', 'next');
  await json('advance', '30m');
  expect((await json('payins', '--mch-order-no', number)).items).toMatchObject([{ status: 'expired' }]);
  expect(await json('resume')).toMatchObject({ mode: 'running' });
  const { code, stderr } = await mock('advance', 'soon');
  expect(code).toBe(1);
  expect(stderr).toContain('by: must be a duration');
});

test('mock fault adds, lists and removes faults', async () => {
  const flags = ['--endpoint', '*', '--action', 'status', '--status', '503', '--error', 'maintenance'];
  const added = await json('fault', 'add', ...flags, '--retry-after', '5', '--probability', '0.5');
  expect(added).toMatchObject({
    endpoint: '*',
    phase: 'before',
    probability: 0.5,
    action: { kind: 'status', status: 503, error: 'maintenance', retryAfter: 5 },
  });
  const { stdout } = await mock('fault', 'list');
  expect(stdout).toMatch(/\* +before +status status=503 error=maintenance retryAfter=5/);
  await mock('fault', 'add', '--endpoint', 'callback', '--action', 'tamper', '--mch-id', 'DEMO1001');
  expect((await mock('fault', 'remove', added.id)).code).toBe(0);
  expect((await json('fault')).items).toMatchObject([{ endpoint: 'callback', mchId: 'DEMO1001' }]);
  await mock('fault', 'remove', '--all');
  expect((await json('fault')).items).toEqual([]);
});

test('mock ledger prints all pages of a long journal', async () => {
  const { mchId } = await json('merchants', 'create');
  for (let made = 0; made < 500; made++) {
    await fetch(`${gateway.ready.controlUrl}/merchants/${mchId}/credit`, {
      method: 'POST',
      body: JSON.stringify({ amount: '1.00' }),
    });
  }
  const ledger = await json('ledger', mchId);
  // Each top-up, including the opening balance, has two entries.
  expect(ledger.entries).toHaveLength(1002);
  expect(ledger.nextCursor).toBeNull();
  expect(await control(`/merchants/${mchId}/ledger`)).not.toMatchObject({ nextCursor: null });
});

test('mock credit tops up a wallet', async () => {
  const before = await json('wallet');
  const after = await json('credit', '0.01');
  expect(BigInt(after.available.replace('.', ''))).toBe(BigInt(before.available.replace('.', '')) + 1n);
});

test('mock merchants creates and changes merchants, and shows keys only with --json', async () => {
  const flags = ['--balance', '5.00', '--payin-max', '900.00', '--suspended', 'true'];
  const made = await json('merchants', 'create', '--mch-id', 'SHOP-2', ...flags);
  expect(made).toMatchObject({ mchId: 'SHOP-2', suspended: true, limits: { payinMax: '900.00' } });
  const changed = ['--ip-allow-list', '10.0.0.0/8, ::1', '--callback-format', 'form', '--suspended', 'false'];
  expect(await json('merchants', 'update', 'SHOP-2', ...changed)).toMatchObject({
    ipAllowList: ['10.0.0.0/8', '::1'],
    callbackFormat: 'form',
    suspended: false,
  });
  const texts = [await mock('merchants'), await mock('merchants', 'get', 'SHOP-2')];
  for (const { stdout } of texts) {
    expect(stdout).toContain('SHOP-2');
    expect(stdout).not.toContain(made.mchKey);
    expect(stdout).not.toContain(made.mchSecret);
  }
});

test('mock settings shows and changes settings', async () => {
  const flags = ['--usdt-rate', 'none', '--lock-failures', '5', '--failed-payin-callback', 'false'];
  const before = await json('settings');
  expect(await json('settings', 'set', ...flags)).toMatchObject({
    usdtRate: null,
    failedPayinCallback: false,
    signatureLock: { failures: 5, windowSeconds: before.signatureLock.windowSeconds },
  });
  const back = ['--usdt-rate', before.usdtRate, '--lock-failures', '10', '--failed-payin-callback', 'true'];
  expect(await json('settings', 'set', ...back)).toEqual(before);
  const off = ['--rate-limit-per-minute', 'none', '--lock-failures', 'none'];
  expect(await json('settings', 'set', ...off)).toMatchObject({
    rateLimitPerMinute: null,
    signatureLock: null,
  });
  const on = ['--rate-limit-per-minute', String(before.rateLimitPerMinute), '--lock-failures', '10'];
  expect(await json('settings', 'set', ...on)).toEqual(before);
});

test('mock prints tables, the timeline of an order, and the command for the next page', async () => {
  const number = await order('payin');
  const paid = await json('pay', number);
  const list = await mock('payins', '--limit', '1');
  expect(list.stdout).toMatch(new RegExp(`^Pay-ins\n +orderNo .*\n +PI\\d+ +${number} +DEMO1001 +500\\.00 `));
  const cursor = /next page: --cursor (\S+)/.exec(list.stderr)?.[1] ?? '';
  expect((await json('payins', '--limit', '1', '--cursor', cursor)).items).toHaveLength(1);
  const one = await mock('payins', 'get', paid.orderNo);
  expect(one.stdout).toMatch(/move +pending -> success, by the customer/);
  expect((await mock('links')).stdout).toBe('Links\n  none\n');
});

test('mock requests finds a failed request by its status and shows the diagnosis', async () => {
  await inProcess(['payin', 'create', '--mch-order-no', 'WRONG-1', '--amount', '500.00'], {
    ...gateway.env,
    INRGATE_MCH_ID: 'DEMO1001',
    INRGATE_MCH_KEY: 'wrong-key',
  });
  const { items } = await json('requests', 'list', '--status', '4xx', '--mch-order-no', 'WRONG-1');
  const { stdout } = await mock('requests', 'get', items[0].id);
  expect(stdout).toContain('invalid_signature');
  expect(stdout).toContain('amount=500.00&mchId=DEMO1001&mchOrderNo=WRONG-1&key=<key>');
  expect(stdout).toContain('Either the key is wrong or the mistake is unknown.');
});

test('mock requests writes HAR to standard output or to a new file', async () => {
  await inProcess(['payin', 'create', '--mch-order-no', 'HAR-1', '--amount', '500.00'], gateway.env);
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-har-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'run.har');
  const of = ['requests', 'har', '--mch-order-no', 'HAR-1'];
  const printed = await mock(...of);
  expect(JSON.parse(printed.stdout)).toMatchObject({
    log: { version: '1.2', entries: [{ response: { status: 200 } }] },
  });
  const { stdout } = await mock(...of, file, '--json');
  expect(JSON.parse(stdout)).toEqual({ file, requests: 1 });
  expect(readFileSync(file, 'utf8')).toBe(printed.stdout);
  expect(printed.stdout).not.toContain('demo-mch-key');
  expect(await mock(...of, file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('already exists'),
  });
});

test('mock reset deletes the orders of the gateway', async () => {
  const own = await serveInProcess();
  await inProcess(['payin', 'create', '--mch-order-no', 'GONE-1', '--amount', '500.00'], own.env);
  const { code, stdout } = await inProcess(['mock', 'reset'], own.env);
  const left = await inProcess(['mock', 'payins', '--json'], own.env);
  await own.stop();
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(JSON.parse(left.stdout).items).toEqual([]);
});

test.each([
  [
    ['fault', 'add', '--endpoint', 'callback', '--action', 'garbage'],
    '--action garbage is invalid for the endpoint callback',
  ],
  [
    ['fault', 'add', '--endpoint', 'payin', '--action', 'drop', '--ms', '5'],
    '--ms cannot be combined with --action drop',
  ],
  [['fault', 'add', '--endpoint', 'payin', '--action', 'delay'], '--action delay requires --ms'],
  [['fault', 'add', '--endpoint', 'payouts', '--action', 'drop'], 'Allowed choices are'],
  [['fault', 'remove'], 'the fault id is missing'],
  [['merchants', 'update'], 'the new setting is missing'],
  [['settings', 'set'], 'the new setting is missing'],
  [['settings', 'set', '--maintenance', 'maybe'], 'Allowed: true or false.'],
  [['settings', 'set', '--lock-failures', 'some'], 'Use a whole number.'],
  [['settings', 'set', '--lock-failures', 'none', '--lock-seconds', '5'], 'cannot be combined'],
  [['payins', '--limit', '1000'], 'Allowed: 1 to 200.'],
])('mock %s exits with code 2', async (args, expected) => {
  const { code, stdout, stderr } = await mock(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('mock locks lists and unlocks an IP address that wrong signatures have locked', async () => {
  await json('settings', 'set', '--lock-failures', '1');
  const body = JSON.stringify({ mchId: 'DEMO1001', sign: 'A'.repeat(32) });
  const call = () =>
    fetch(`${gateway.ready.baseUrl}/payin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  await call();
  expect((await call()).status).toBe(429);
  const { stdout } = await mock('requests', 'list', '--status', '429', '--json');
  expect(JSON.parse(stdout).items[0].explanation).toContain('`inrgate mock unlock 127.0.0.1`');
  expect((await mock('locks')).stdout).toMatch(/127\.0\.0\.1 +\d+ +20/);
  expect(await mock('unlock', '127.0.0.1')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('unlocked 127.0.0.1'),
  });
  expect((await mock('unlock', '127.0.0.1')).code).not.toBe(0);
  expect((await call()).status).toBe(401);
  expect(await mock('unlock')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('unlocked 127.0.0.1'),
  });
  expect(await mock('unlock')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('no IP address is locked'),
  });
  expect((await call()).status).toBe(401);
  await json('settings', 'set', '--lock-failures', '10');
  await mock('unlock');
});

test('mock advance reports its delivery attempts, and mock callbacks shows the last error', async () => {
  const url = 'http://127.0.0.1:9/callbacks';
  const args = ['--mch-order-no', 'TRIED-1', '--amount', '500.00', '--notify-url', url];
  await inProcess(['payin', 'create', ...args], gateway.env);
  await mock('pay', 'TRIED-1');
  await mock('callbacks', 'settle');
  expect((await mock('advance', '1s')).stdout).toContain('no callback fell due');
  expect((await mock('advance', '61s')).stdout).toContain('1 callback attempted, 1 failed');
  expect((await mock('callbacks', 'list')).stdout).toMatch(/reason[\s\S]*payin\.success.*connection refused/);
});
