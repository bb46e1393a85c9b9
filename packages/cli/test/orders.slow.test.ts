import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import type { Ended, Served } from './inrgate.ts';
import { run as start } from './running.ts';

let gateway: Served;
let orders = 0;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

beforeEach(async () => {
  await control('DELETE', '/faults');
});

function run(...args: string[]): Promise<Ended> {
  return inProcess(args, gateway.env);
}

async function json(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function control(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${gateway.ready.controlUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok).toBe(true);
}

function addFault(endpoint: string, phase: 'before' | 'after', action: object, times = 9): Promise<void> {
  return control('POST', '/faults', { endpoint, phase, action, times });
}

function nextNumber(): string {
  orders += 1;
  return `WAIT-${orders}`;
}

async function createPayin(): Promise<Record<string, string>> {
  return json('payin', 'create', '--mch-order-no', nextNumber(), '--amount', '500.00');
}

test('wait prints the order after its payment, and each status change once if the output is not a terminal', async () => {
  const { mchOrderNo = '', orderNo = '' } = await createPayin();
  const wait = start(['payin', 'wait', '--mch-order-no', mchOrderNo, '--interval', '100ms'], gateway.env);
  await wait.line(/: pending$/);
  await json('mock', 'pay', orderNo);
  const { code, stdout, stderr } = await wait.ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Pay-in success\n/);
  expect(stderr.split('\n').filter((line) => line.startsWith('WAIT'))).toEqual([
    `${mchOrderNo}: pending`,
    `${mchOrderNo}: success`,
  ]);
});

test('wait exits with code 0 for the final status failed', async () => {
  const { orderNo = '' } = await createPayin();
  await json('mock', 'fail', orderNo);
  expect(await json('payin', 'wait', '--order-no', orderNo)).toMatchObject({ orderNo, status: 'failed' });
});

test('wait follows a payout to its final status', async () => {
  const create = ['--mch-order-no', nextNumber(), '--amount', '500.00', '--upi-id', 'asha@okhdfcbank'];
  const { orderNo = '' } = await json('payout', 'create', ...create);
  await json('mock', 'approve', orderNo);
  await json('mock', 'complete', orderNo);
  expect(await json('payout', 'wait', '--order-no', orderNo)).toMatchObject({ status: 'success' });
});

test('wait exits with code 3 at its timeout, with the last status and the command to continue', async () => {
  const { mchOrderNo = '' } = await createPayin();
  const args = ['payin', 'wait', '--mch-order-no', mchOrderNo, '--deadline', '10s', '--interval', '1s'];
  const [{ code, stdout, stderr }, forPrograms] = await Promise.all([
    run(...args),
    inProcess([...args, '--json'], gateway.env),
  ]);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('The last status was pending, which can still change.');
  expect(stderr).toContain(`\n  inrgate payin wait --mch-order-no ${mchOrderNo}\n`);
  expect(JSON.parse(forPrograms.stderr)).toMatchObject({ error: 'TimeoutError', outcome: 'unknown' });
});

test('wait exits with code 1 for an order that does not exist', async () => {
  const { code, stderr } = await run('payin', 'wait', '--mch-order-no', 'ABSENT-1', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stderr)).toMatchObject({ error: 'order_not_found', status: 404 });
});

test('link finds a link by its code and returns the same link for a repeated clientRef', async () => {
  const create = ['link', 'create', '--amount', '500', '--client-ref', 'INV-1', '--note', 'Invoice 1'];
  const created = await json(...create);
  expect(created).toMatchObject({ clientRef: 'INV-1', amount: '500.00', status: 'pending' });
  const { linkCode = '' } = created;
  expect(await json(...create)).toMatchObject({ linkCode });
  await json('mock', 'pay', linkCode);
  expect(await json('link', 'get', '--link-code', linkCode)).toMatchObject({
    linkCode,
    status: 'success',
    note: 'Invoice 1',
  });
});

test.each([
  [['--amount', '600.00', '--client-ref', 'INV-2'], 'duplicate_client_ref', 'Use a new client_ref'],
  [['--amount', '100.00'], 'invalid_amount', 'within the pay-in limits'],
])('the error for a v1 rejection describes the cause: %j', async (args, error, advice) => {
  await json('link', 'create', '--amount', '500.00', '--client-ref', 'INV-2');
  const { code, stderr } = await run('link', 'create', ...args);
  expect(code).toBe(1);
  expect(stderr).toContain(error);
  expect(stderr).toMatch(new RegExp(`^ {2}fix +.*${advice}`, 'm'));
});

test('the error for an unknown payout outcome contains a command that finds the payout', async () => {
  await addFault('payout', 'after', { kind: 'drop' });
  const number = nextNumber();
  const create = ['--mch-order-no', number, '--amount', '500.00', '--upi-id', 'asha@okhdfcbank'];
  const { code, stdout, stderr } = await inProcess(
    ['payout', 'create', ...create, '--base-url', gateway.ready.baseUrl, '--mch-id', 'DEMO1001'],
    {},
  );
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain(
    'The payout may exist. Retry only with the same order number. A new order number can pay the beneficiary twice.',
  );
  expect(stderr).toMatch(/^note: attempt 1 failed \(no response\), retrying in \d+\.\d s$/m);
  expect(stderr).not.toContain('asha');
  const [, words = ''] = /To query the outcome, run:\n {2}inrgate (.*)\n/.exec(stderr) ?? [];
  expect(words).toBe(
    `payout get --mch-order-no ${number} --base-url ${gateway.ready.baseUrl} --mch-id DEMO1001`,
  );
  const found = await inProcess([...words.split(' '), '--json'], {});
  expect(JSON.parse(found.stdout)).toMatchObject({ mchOrderNo: number, status: 'pending' });
});

test('a payout that Ctrl-C interrupts during the request has an unknown outcome', async () => {
  const arrived = Promise.withResolvers<void>();
  const silent = createServer(() => arrived.resolve()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const create = [
    'payout',
    'create',
    '--mch-order-no',
    'W-1',
    '--amount',
    '500.00',
    '--upi-id',
    'asha@okhdfcbank',
  ];
  const call = start(create, { INRGATE_BASE_URL: `http://127.0.0.1:${port}/v3` });
  await arrived.promise;
  const { code, stdout, stderr } = await call.stop('SIGINT');
  silent.closeAllConnections();
  silent.close();
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('\n  inrgate payout get --mch-order-no W-1\n');
});

test('with --json, the error for an unknown outcome is one line that contains the command to resolve the outcome', async () => {
  await addFault('payin', 'after', { kind: 'drop' });
  const number = nextNumber();
  const { stderr } = await run('payin', 'create', '--mch-order-no', number, '--amount', '500.00', '--json');
  expect(stderr).toMatch(/^\{.*\}\n$/);
  expect(JSON.parse(stderr)).toMatchObject({
    error: 'ConnectionError',
    outcome: 'unknown',
    attempts: 3,
    findOut: `inrgate payin get --mch-order-no ${number}`,
  });
});

test('after an unknown outcome, link create advises the same call only if --client-ref was set', async () => {
  await addFault('create-link', 'after', { kind: 'drop' });
  const withRef = await run('link', 'create', '--amount', '500.00', '--client-ref', 'INV 3');
  const without = await run('link', 'create', '--amount', '500.00');
  expect([withRef.code, without.code]).toEqual([3, 3]);
  expect(withRef.stderr).toContain("\n  inrgate link create --amount 500.00 --client-ref 'INV 3'\n");
  expect(without.stderr).toContain('The link may exist. Without --client-ref, a repeated call creates');
  expect(without.stderr).not.toContain('To check the outcome, run');
});

test('a command exits with code 3 and prints the error code if the last retry returns a 5xx', async () => {
  await addFault('payin', 'before', { kind: 'status', status: 503, error: 'provider_unavailable' });
  const { code, stderr } = await run('payin', 'create', '--mch-order-no', nextNumber(), '--amount', '500.00');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^note: attempt 2 failed \(503 provider_unavailable\), retrying in/m);
  expect(stderr).toMatch(/^ {2}code +provider_unavailable$/m);
});

test('a command exits with code 1 and prints the time to wait if the gateway returns 429', async () => {
  const action = { kind: 'status', status: 429, error: 'too_many_failures', retryAfter: 900 };
  await addFault('check-gateway-balance', 'before', action);
  const { code, stderr } = await run('balance');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^ {2}retryAfter +900 s$/m);
});
