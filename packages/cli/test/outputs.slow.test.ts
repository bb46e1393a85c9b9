import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createMockGateway, type MockGateway } from '@inrgate/mock-gateway';
import { GatewayClient } from '@inrgate/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, environment } from './inrgate.ts';
import { terminal } from './terminal.ts';

let gateway: MockGateway;
let folder: string;
/** A file descriptor that is open only for reading, so writes fail as on a full disk. */
let unwritable: number;

beforeAll(async () => {
  gateway = await createMockGateway();
  await gateway.listen({ port: 0 });
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-outputs-'));
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, '');
  unwritable = openSync(file, 'r');
});

afterAll(async () => {
  closeSync(unwritable);
  rmSync(folder, { recursive: true, force: true });
  await gateway.close();
});

type Output = 'pipe' | number;

function start(args: readonly string[], stdout: Output, stderr: Output): ChildProcess {
  const env = environment({ INRGATE_BASE_URL: gateway.baseUrl });
  return spawn(process.execPath, [command, ...args], { env, stdio: ['ignore', stdout, stderr] });
}

function fileOf(content: string): string {
  const file = path.join(folder, 'a.csv');
  writeFileSync(file, content);
  return file;
}

const absent = ['payin', 'get', '--mch-order-no', 'ABSENT'];

test.each([
  ['balance', 0, ['balance']],
  ['a rejection', 1, absent],
  ['a wrong signature', 4, ['verify', 'mchId=DEMO1001', 'sign=00']],
])(
  'a command keeps its exit code if its outputs are closed: %s exits with code %i',
  async (_case, expected, args) => {
    const child = start(args, 'pipe', 'pipe');
    child.stdout?.destroy();
    child.stderr?.destroy();
    const [code] = await once(child, 'close');
    expect(code).toBe(expected);
  },
);

test.each([
  ['balance', 0, ['balance']],
  ['a rejection', 1, absent],
])(
  'a command keeps its exit code if its standard error is unwritable: %s exits with code %i',
  async (_case, expected, args) => {
    const child = start(args, 'pipe', unwritable);
    const [code] = await once(child, 'close');
    expect(code).toBe(expected);
  },
);

test.each([
  ['balance', () => ['balance']],
  ['a list of orders', () => ['reconcile', fileOf('mchOrderNo\nW-1\n'), '--type', 'payout']],
])('a command exits with code 3 if its output is unwritable: %s', async (_case, args) => {
  const child = start([...args(), '--json'], unwritable, 'pipe');
  const [stderr, [code]] = await Promise.all([child.stderr && text(child.stderr), once(child, 'close')]);
  expect(code).toBe(3);
  expect(JSON.parse(stderr ?? '')).toEqual({
    error: 'unwritten',
    message: 'standard output is not writable (EBADF), so the result is lost',
  });
});

test.each(['payins', 'callbacks', 'requests', 'ledger'])(
  'mock %s wraps no line in a terminal of 80 columns',
  async (list) => {
    const mchOrderNo = `SALARY-2026-11-BRANCH-${list}`;
    const client = new GatewayClient({ baseUrl: gateway.baseUrl, ...gateway.merchant });
    const { orderNo } = await client.payins.create({ mchOrderNo, amount: '500.00' });
    await gateway.payins.pay(orderNo);
    const env = { INRGATE_BASE_URL: gateway.baseUrl };
    const { code, text: shown } = await terminal(['mock', list], env, { columns: 80 }).ended;
    expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringMatching(/order/i) });
    expect(shown.split('\r\n').filter((line) => line.length > 80)).toEqual([]);
  },
);
