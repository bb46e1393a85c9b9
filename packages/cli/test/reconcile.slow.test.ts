import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import type { Ended } from './inrgate.ts';
import { terminal } from './terminal.ts';

let gateway: MockGateway;
let folder: string;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  gateway = await createMockGateway();
  const { baseUrl } = await gateway.listen({ port: 0 });
  env = { INRGATE_BASE_URL: baseUrl };
  const client = new GatewayClient({ baseUrl, ...gateway.merchant });
  const { orderNo } = await client.payins.create({ mchOrderNo: 'P-1', amount: '500.00' });
  await gateway.payins.pay(orderNo, { paidAmount: '499.00' });
  const full = await client.payins.create({ mchOrderNo: 'F-1', amount: '500.00' });
  await gateway.payins.pay(full.orderNo);
  await client.payouts.create({ mchOrderNo: 'W-1', amount: '1000.00', upiId: 'asha@okhdfcbank' });
});
afterAll(() => gateway.close());

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-reconcile-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(...lines: readonly string[]): string {
  const target = path.join(folder, 'a.csv');
  writeFileSync(target, lines.join('\n'));
  return target;
}

function run(...args: readonly string[]): Promise<Ended> {
  return inProcess(['reconcile', ...args], env);
}

function result(): readonly Record<string, string>[] {
  return parse(readFileSync(path.join(folder, 'a.reconciled.csv')), { columns: true });
}

test('reconcile exits with code 0 for a list that matches', async () => {
  const list = file(
    'type,mchOrderNo,amount,status,paidAmount',
    'payin,P-1,500.00,success,499.00',
    'payout,W-1,,pending,',
  );
  const { code, stdout } = await run(list);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /type +orders +matching +differing +missing +unknown\n +payin +1 +1 +0 +0 +0\n +payout +1 +1 +0/,
  );
  expect(result()).toMatchObject([
    {
      line: '2',
      type: 'payin',
      mchOrderNo: 'P-1',
      result: 'matching',
      differences: '',
      paidAmount: '499.00',
    },
    { line: '3', type: 'payout', mchOrderNo: 'W-1', result: 'matching', differences: '', amount: '1000.00' },
  ]);
});

test('reconcile exits with code 4 for a difference or a missing order, with a line for each field', async () => {
  const list = file('type,mchOrderNo,paidAmount', 'payin,P-1,500.00', '', 'payout,W-9,', 'payout,W-1,');
  const { code, stdout } = await run(list);
  expect(code).toBe(4);
  expect(stdout).toMatch(
    /2 +payin +P-1 +differing +paidAmount: listed 500\.00, gateway 499\.00\n +4 +payout +W-9 +missing\n/,
  );
  expect(stdout).not.toMatch(/W-1/);
  expect(result().map((row) => `${row['line']} ${row['result']} ${row['differences']}`)).toEqual([
    '2 differing paidAmount: listed 500.00, gateway 499.00',
    '4 missing ',
    '5 matching ',
  ]);
  const json = await run(list, '--json');
  expect(JSON.parse(json.stdout)).toEqual({
    file: list,
    result: path.join(folder, 'a.reconciled.csv'),
    orders: 3,
    matching: 1,
    differing: 1,
    missing: 1,
    unknown: 0,
    stopped: null,
    statuses: { payin: { success: 1 }, payout: { pending: 1 } },
    findings: [
      {
        line: 2,
        type: 'payin',
        mchOrderNo: 'P-1',
        result: 'differing',
        differences: [{ field: 'paidAmount', listed: '500.00', gateway: '499.00' }],
      },
      { line: 4, type: 'payout', mchOrderNo: 'W-9', result: 'missing' },
    ],
  });
});

test('reconcile exits with code 4 for a failed or differently paid order, even without the columns status and paidAmount', async () => {
  const client = new GatewayClient({ baseUrl: env['INRGATE_BASE_URL'] ?? '', ...gateway.merchant });
  const { orderNo } = await client.payouts.create({
    mchOrderNo: 'W-2',
    amount: '600.00',
    upiId: 'asha@okbank',
  });
  await gateway.payouts.reject(orderNo);
  const { code, stdout } = await run(file('type,mchOrderNo', 'payin,P-1', 'payout,W-1', 'payout,W-2'));
  expect(code).toBe(4);
  expect(stdout).toMatch(/payin +success +1\n +payout +pending +1\n +payout +failed +1\n/);
  expect(result().map((row) => `${row['result']} ${row['differences']}`)).toEqual([
    'differing paidAmount: gateway 499.00 for the amount 500.00',
    'matching ',
    'differing status: gateway failed',
  ]);
});

test('reconcile accepts a file of payouts with their destinations as a list', async () => {
  const list = file('mchOrderNo,amount,upiId', 'W-1,1000.00,asha@okhdfcbank');
  const { code, stdout } = await run(list, '--type', 'payout', '--output', path.join(folder, 'b.csv'));
  expect(code).toBe(0);
  expect(stdout).not.toContain('asha');
  expect(readFileSync(path.join(folder, 'b.csv'), 'utf8')).not.toContain('asha');
});

test('reconcile exits with code 3 for an order without a response', async () => {
  const fault = { endpoint: 'check-order-status', mchOrderNo: 'P-1', phase: 'before', times: 3 } as const;
  gateway.faults.add({ ...fault, action: { kind: 'drop' } });
  const { code, stdout, stderr } = await run(file('mchOrderNo', 'P-1', 'P-2'), '--type', 'payin');
  expect(code).toBe(3);
  expect(stdout).toMatch(/payin +2 +0 +0 +1 +1/);
  expect(stderr).toContain('Run the command again');
});

test.each([
  [
    'a row that cannot be compared',
    ['mchOrderNo,status', 'P-1,paid'],
    '  line 2: status must be one of pending, success',
  ],
  ['a malformed file', ['mchOrderNo,status', 'P-1'], 'line 2: the row contains one value, but the header'],
  ['an unknown column', ['mchOrderNo,state', 'P-1,success'], 'a.csv:1: unknown column "state"'],
])('reconcile exits with code 2 for %s before any request', async (_case, lines, expected) => {
  const { code, stdout, stderr } = await run(file(...lines), '--type', 'payin');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

const sixOrders = ['mchOrderNo', 'F-1', 'P-2', 'P-3', 'P-4', 'P-5', 'P-6'];

test('reconcile keeps its results when the gateway rejects the fifth of six queries', async () => {
  const action = { kind: 'status', status: 403, error: 'ip_not_allowed' } as const;
  gateway.faults.add({ endpoint: '*', mchOrderNo: 'P-5', phase: 'before', times: 1, action });
  const { code, stdout, stderr } = await run(file(...sixOrders), '--type', 'payin', '--json');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ matching: 1, differing: 0, missing: 3, unknown: 2 },
    stopped: { kind: 'refused', error: 'ip_not_allowed' },
  });
  expect(result().map((row) => `${row['mchOrderNo']} ${row['result']} ${row['differences']}`)).toEqual([
    'F-1 matching ',
    ...['P-2 missing ', 'P-3 missing ', 'P-4 missing '],
    'P-5 unknown ip_not_allowed',
    'P-6 unknown not queried: ip_not_allowed: The calling IP address is not on the saved allow-list.',
  ]);
});

test('reconcile shows the waiting time that the gateway requires', async () => {
  const action = { kind: 'status', status: 429, error: 'rate_limited', retryAfter: 600 } as const;
  const { id } = await gateway.faults.add({ endpoint: '*', mchOrderNo: 'P-3', phase: 'before', action });
  const { shows, kill, ended } = terminal(['reconcile', file(...sixOrders), '--type', 'payin'], env);
  await shows('2/6  waiting 10m 0s: the gateway returned rate_limited');
  kill('SIGINT');
  const { code, text } = await ended;
  gateway.faults.remove(id);
  expect(code).toBe(3);
  expect(text).toContain('stopped: interrupted');
  expect(result().map((row) => `${row['result']} ${row['differences']}`)).toEqual([
    ...['matching ', 'missing ', 'unknown interrupted'],
    ...[
      'unknown not queried: interrupted',
      'unknown not queried: interrupted',
      'unknown not queried: interrupted',
    ],
  ]);
});

test('reconcile prints the summary even if it cannot write the result file', async () => {
  const list = file(...sixOrders);
  const fault = { endpoint: '*', mchOrderNo: 'P-6', phase: 'before', times: 1 } as const;
  gateway.faults.add({ ...fault, action: { kind: 'delay', ms: 1_000 } });
  mkdirSync(path.join(folder, 'in'));
  const running = terminal(
    ['reconcile', list, '--type', 'payin', '--output', path.join(folder, 'in', 'b.csv')],
    env,
  );
  await running.shows('5/6  P-6');
  rmSync(path.join(folder, 'in'), { recursive: true });
  const { code, text } = await running.ended;
  expect(code).toBe(3);
  expect(text).toMatch(/payin +6 +1 +0 +5 +0[\s\S]*b\.csv cannot be written \(ENOENT\)/);
});

test('reconcile needs only the key for the kind of order that the list contains', async () => {
  const only = { ...env, INRGATE_MCH_ID: 'DEMO1001', INRGATE_MCH_KEY: 'demo-mch-key' };
  const { code } = await inProcess(['reconcile', file('mchOrderNo', 'F-1'), '--type', 'payin'], only);
  const other = await inProcess(['reconcile', file('mchOrderNo', 'W-1'), '--type', 'payout'], only);
  expect([code, other.code]).toEqual([0, 2]);
  expect(other.stderr).toContain('INRGATE_MCH_SECRET');
});
