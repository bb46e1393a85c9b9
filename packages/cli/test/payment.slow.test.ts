import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import type { Ended, Served } from './inrgate.ts';

let gateway: Served;
let orders = 0;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

function run(...args: string[]): Promise<Ended> {
  return inProcess(args, gateway.env);
}

/** Runs a command that must succeed, and parses its JSON. */
async function json(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout);
}

function nextNumber(): string {
  orders += 1;
  return `CLI-${orders}`;
}

test('the payin commands find a paid pay-in and return the same order for a repeated create', async () => {
  const number = nextNumber();
  const create = ['payin', 'create', '--mch-order-no', number, '--amount', '500.00', '--extra', 'blue shirt'];
  const created = await json(...create);
  expect(created).toMatchObject({
    mchOrderNo: number,
    amount: '500.00',
    status: 'pending',
    extra: 'blue shirt',
  });
  const paid = await json('mock', 'pay', created['orderNo'] ?? '', '--utr', '412345678901');
  expect(paid).toMatchObject({ orderNo: created['orderNo'], status: 'success' });
  const found = await json('payin', 'get', '--mch-order-no', number);
  expect(found).toMatchObject({ status: 'success', paidAmount: '500.00', utr: '412345678901' });
  const repeated = await run(...create);
  expect(repeated.code).toBe(0);
  expect(repeated.stderr).toContain('already existed');
});

test('payin create prints the order, the URL to pay, and the next step', async () => {
  const { code, stdout, stderr } = await run(
    'payin',
    'create',
    '--mch-order-no',
    nextNumber(),
    '--amount',
    '500.00',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Pay-in pending\n/);
  expect(stdout).toMatch(/^ {2}payUrl +http:\/\/127\.0\.0\.1:\d+\/pay\/\S+$/m);
  expect(stdout).not.toContain('pay_url');
  expect(stderr).toMatch(/demo merchant[\s\S]*inrgate mock pay P/);
});

test('payin create --quiet omits the notes', async () => {
  const { stderr } = await run(
    'payin',
    'create',
    '--mch-order-no',
    nextNumber(),
    '--amount',
    '500.00',
    '--quiet',
  );
  expect(stderr).toBe('');
});

test('payin create prints the code, the description and the fix of a rejection', async () => {
  const number = nextNumber();
  await run('payin', 'create', '--mch-order-no', number, '--amount', '500.00');
  const args = ['payin', 'create', '--mch-order-no', number, '--amount', '600.00'];
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(
    /^rejected:.*\n {2}status +409\n {2}code +duplicate_order\n {2}meaning +\S.*\n {2}fix +\S/m,
  );
  const forPrograms = await run(...args, '--json');
  expect(JSON.parse(forPrograms.stderr)).toMatchObject({
    error: 'duplicate_order',
    status: 409,
    outcome: 'rejected',
  });
});

test('the command prints that the gateway rejected a wrong key, but does not print the key', async () => {
  const env = { ...gateway.env, INRGATE_MCH_ID: 'DEMO1001', INRGATE_MCH_SECRET: 'not-the-secret' };
  const { code, stdout, stderr } = await inProcess(['balance'], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('invalid_signature');
  expect(stderr).not.toContain('not-the-secret');
});

test('payout creates a payout that the mock commands approve and complete', async () => {
  const before = await json('balance');
  const number = nextNumber();
  const created = await json(
    'payout',
    'create',
    '--mch-order-no',
    number,
    '--amount',
    '1000.00',
    '--upi-id',
    'asha@okhdfcbank',
  );
  expect(created).toMatchObject({
    mchOrderNo: number,
    totalDebit: '1075.00',
    payType: 'upi',
    status: 'pending',
  });
  const orderNo = created['orderNo'] ?? '';
  const approved = await json('mock', 'approve', orderNo);
  const held = await json('balance');
  const completed = await json('mock', 'complete', orderNo, '--txid', 'T-1');
  expect([approved['status'], completed['status']]).toEqual(['processing', 'success']);
  expect(held['frozen']).toBe('1075.00');
  expect(await json('payout', 'get', '--order-no', orderNo)).toMatchObject({
    status: 'success',
    txid: 'T-1',
  });
  const after = await json('balance');
  expect(Number(after['available'])).toBe(Number(before['available']) - 1075);
});

test.each(['reject', 'cancel'])('mock %s returns the money of a payout to the wallet', async (move) => {
  const before = await json('balance');
  const number = nextNumber();
  const { orderNo = '' } = await json(
    'payout',
    'create',
    '--mch-order-no',
    number,
    '--amount',
    '500.00',
    '--upi-id',
    'asha@okhdfcbank',
  );
  expect(await json('mock', move, orderNo, '--message', 'wrong name')).toMatchObject({ status: 'failed' });
  expect(await json('balance')).toEqual(before);
});

test('mock complete exits with code 1 for a pending payout', async () => {
  const { orderNo = '' } = await json(
    'payout',
    'create',
    '--mch-order-no',
    nextNumber(),
    '--amount',
    '500.00',
    '--upi-id',
    'asha@okhdfcbank',
  );
  const { code, stderr } = await run('mock', 'complete', orderNo);
  expect(code).toBe(1);
  expect(stderr).toContain('illegal_transition');
});

test('mock pay exits with code 1 for an order that does not exist', async () => {
  const { code, stderr } = await run('mock', 'pay', 'P404');
  expect(code).toBe(1);
  expect(stderr).toContain('not_found');
});

test('payin get shows a failed pay-in as failed', async () => {
  const number = nextNumber();
  const { orderNo = '' } = await json('payin', 'create', '--mch-order-no', number, '--amount', '500.00');
  expect(await json('mock', 'fail', orderNo)).toMatchObject({ status: 'failed' });
  expect(await json('payin', 'get', '--order-no', orderNo)).toMatchObject({
    mchOrderNo: number,
    status: 'failed',
  });
});

test('mock advance moves the clock past the expiry of orders', async () => {
  const own = await serveInProcess();
  const create = ['payin', 'create', '--mch-order-no', 'LATE-1', '--amount', '500.00'];
  await inProcess(create, own.env);
  const advanced = await inProcess(['mock', 'advance', '31m', '--json'], own.env);
  const found = await inProcess(['payin', 'get', '--mch-order-no', 'LATE-1', '--json'], own.env);
  await own.stop();
  expect(JSON.parse(advanced.stdout)).toMatchObject({ mode: 'running' });
  expect(JSON.parse(found.stdout)).toMatchObject({ status: 'expired' });
});

test('a lost response is an unknown outcome, with exit code 3 and the command that finds the order', async () => {
  const own = await serveInProcess();
  const fault = { endpoint: 'payin', phase: 'after', action: { kind: 'drop' } };
  const answer = await fetch(`${own.ready.controlUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  const { code, stderr } = await inProcess(
    ['payin', 'create', '--mch-order-no', 'LOST-1', '--amount', '500.00'],
    own.env,
  );
  await own.stop();
  expect(answer.status).toBe(201);
  expect(code).toBe(3);
  expect(stderr).toContain('inrgate payin get --mch-order-no LOST-1');
});
