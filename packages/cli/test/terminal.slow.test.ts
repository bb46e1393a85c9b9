import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inProcess, serveInProcess } from './in-process.ts';
import { type Env, homeIn, inrgate, type Served } from './inrgate.ts';
import { terminal } from './terminal.ts';

let gateway: Served;
let home: string;
let env: Env;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'inrgate-terminal-'));
  env = { ...homeIn(home), ...gateway.env };
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const controls = '\u001b[';

function isColoured(shown: string): boolean {
  return shown.split(controls).some((part) => /^\d+m/.test(part));
}

test('profile add prompts for missing values and shows no key', async () => {
  const { shows, type, ended } = terminal(['profile', 'add', 'shop'], homeIn(home));
  await shows('Base URL of the v3 API:');
  type('gateway.example\r');
  await shows('Enter an absolute http or https URL.');
  type('\u0015https://gateway.example/v3\r');
  await shows('Base URL of the v1 API');
  type('\r');
  await shows('Merchant ID');
  type('M1 \r');
  await shows('API Key (mchKey)');
  type('key-that-stays-secret \r');
  await shows('API Secret (mchSecret)');
  type('\r');
  const { code, text } = await ended;
  expect(code).toBe(0);
  expect(text).not.toContain('stays-secret');
  expect(text).toMatch(/baseUrl +https:\/\/gateway\.example\/v3\r\n +mchKey +set\r\n +mchSecret +not set/);
  const { stdout } = await inProcess(
    ['sign', 'mchId=M1', 'tradeType=usdt', '--profile', 'shop', '--json'],
    env,
  );
  const { stdout: expected } = await inProcess(['sign', 'mchId=M1', 'tradeType=usdt', '--json'], {
    INRGATE_MCH_KEY: 'key-that-stays-secret',
  });
  expect(stdout).toBe(expected);
});

test('profile add asks before it replaces a profile', async () => {
  const add = ['profile', 'add', 'shop', '--mch-id', 'M1', '--from-env'];
  await inProcess(add, { ...homeIn(home), INRGATE_MCH_KEY: 'old-key' });
  const { shows, type, ended } = terminal(['profile', 'add', 'shop'], homeIn(home));
  await shows('Replace the profile shop?');
  type('\r');
  expect(await ended).toMatchObject({ code: 2, text: expect.stringContaining('error: cancelled') });
});

test('a command prompts for a missing key, uses it and does not save it', async () => {
  const { shows, type, ended } = terminal(['balance', '--mch-id', 'DEMO1001'], {
    ...env,
    INRGATE_MCH_KEY: 'demo-mch-key',
  });
  await shows('API Secret (mchSecret) of merchant DEMO1001 (not saved):');
  type('demo-mch-secret\r');
  const { code, text } = await ended;
  expect(code).toBe(0);
  expect(text).toContain('available  100000.00');
  expect(text).not.toContain('demo-mch-secret');
  expect(readdirSync(home)).toEqual([]);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['nothing', '\r'],
])('a command exits with code 2 and sends nothing on %s at the prompt', async (_case, keys) => {
  const { shows, type, ended } = terminal(['balance', '--mch-id', 'M1'], env);
  await shows('API Secret (mchSecret)');
  type(keys);
  expect(await ended).toMatchObject({ code: 2, text: expect.stringContaining('error: ') });
});

test('wait rewrites one line until the status is final, and then clears the line', async () => {
  const create = ['payin', 'create', '--mch-order-no', 'TTY-1', '--amount', '500.00', '--json'];
  const { orderNo } = JSON.parse((await inProcess(create, env)).stdout);
  const wait = ['payin', 'wait', '--mch-order-no', 'TTY-1', '--interval', '100ms'];
  const { shows, ended } = terminal(wait, env);
  await shows('TTY-1: pending');
  await inProcess(['mock', 'pay', orderNo], env);
  const { code, raw, text } = await ended;
  expect(code).toBe(0);
  expect(text).toMatch(/TTY-1: pending, \d+s, next query in \d+s/);
  expect(text).toMatch(/Pay-in success\r\n {2}type +payin/);
  // The output contains no line feed before the order, because the command rewrites one line and finally erases it.
  const [waiting = ''] = raw.slice(raw.indexOf('TTY-1: pending')).split('Pay-in');
  expect(waiting).not.toContain('\n');
  expect(waiting).toContain(`${controls}1G${controls}0K`);
});

test('wait exits with code 3 and the last known state on Ctrl-C', async () => {
  await inProcess(['payin', 'create', '--mch-order-no', 'TTY-2', '--amount', '500.00'], env);
  const { shows, type, ended } = terminal(['payin', 'wait', '--mch-order-no', 'TTY-2'], env);
  await shows('TTY-2: pending');
  type('\u0003');
  const { code, text } = await ended;
  expect(code).toBe(3);
  expect(text).toContain('The last status was pending');
  expect(text).toContain('inrgate payin wait --mch-order-no TTY-2');
});

test('output on a terminal is coloured unless the user switches colours off', async () => {
  const coloured = await terminal(['balance'], env).ended;
  const byOption = await terminal(['balance', '--no-color'], env).ended;
  const byVariable = await terminal(['balance'], { ...env, NO_COLOR: '1' }).ended;
  const both = await terminal(['balance', '--no-color'], { ...env, FORCE_COLOR: '1' }).ended;
  expect([coloured, byOption, byVariable, both].map(({ raw }) => isColoured(raw))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('output without a terminal is not coloured unless the user forces colours', async () => {
  const plain = await inrgate(['balance'], env);
  const forced = await inrgate(['balance'], { ...env, FORCE_COLOR: '1' });
  expect(plain.stdout + plain.stderr).not.toContain('\u001b');
  expect(isColoured(forced.stdout)).toBe(true);
});
