import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProcess } from './in-process.ts';
import { type Env, inrgate, type RunOptions } from './inrgate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-signing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = { INRGATE_MCH_KEY: 'key-that-stays-secret', INRGATE_MCH_SECRET: 'secret-that-stays-too' };

async function json(args: readonly string[], options?: RunOptions, env: Env = keys) {
  const words = [...args, '--json'];
  const { code, stdout, stderr } = await inProcess(words, env, options);
  return { code, stderr, data: stdout === '' ? undefined : JSON.parse(stdout) };
}

// Computed with: printf '%s' 'amount=500.00&mchId=M1&mchOrderNo=ORDER-1&key=key-that-stays-secret' | md5sum
const order = { mchId: 'M1', mchOrderNo: 'ORDER-1', amount: '500.00' };
const canonical = 'amount=500.00&mchId=M1&mchOrderNo=ORDER-1&key=***';
const orderSign = '4B9BDC64A0E03AAB7E679BCD384FFD54';

test.each([
  ['arguments', ['mchOrderNo=ORDER-1', 'mchId=M1', 'amount=500.00'], ''],
  ['JSON', [], JSON.stringify(order)],
  ['JSON from standard input', ['-'], `\n ${JSON.stringify(order, null, 2)}\n`],
  ['a form', [], 'mchId=M1&mchOrderNo=ORDER%2D1&amount=500.00\n'],
  ['a form with a Windows line ending', [], 'mchId=M1&mchOrderNo=ORDER-1&amount=500.00\r\n'],
  ['parameters with a signature', [], JSON.stringify({ ...order, sign: 'OLD', extra: '' })],
])('sign reads %s', async (_case, args, input) => {
  const { code, stderr, data } = await json(['sign', ...args], { input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(data).toEqual({ canonical, sign: orderSign, key: 'mchKey' });
});

test('sign reads a file', async () => {
  const file = path.join(folder, 'request=1.json');
  writeFileSync(file, JSON.stringify(order));
  expect((await json(['sign', file])).data).toMatchObject({ sign: orderSign });
  expect((await json(['sign', './request=1.json'], { cwd: folder })).data).toMatchObject({ sign: orderSign });
});

test('sign signs a JSON number exactly as it is written', async () => {
  const { data } = await json(['sign'], { input: '{"mchId":"M1","amount":500.00,"x":1.0}' });
  expect(data.canonical).toBe('amount=500.00&mchId=M1&x=1.0&key=***');
});

test.each([
  ['a payout', ['mchId=M1', 'mchOrderNo=W-1', 'amount=1000.00', 'upiId=asha@okhdfcbank'], 'mchSecret'],
  ['a pay-in', ['mchId=M1', 'mchOrderNo=O-1', 'amount=1000.00', 'tradeType=usdt'], 'mchKey'],
  ['the balance', ['mchId=M1'], 'mchSecret'],
  ['a payment link', ['api_key=key-that-stays-secret', 'link_code=L1'], 'mchSecret'],
  ['a query', ['mchId=M1', 'mchOrderNo=O-1'], 'mchKey'],
  ['a query with --with', ['mchId=M1', 'mchOrderNo=O-1', '--with', 'mchSecret'], 'mchSecret'],
])('sign selects the key for %s', async (_case, args, key) => {
  expect((await json(['sign', ...args])).data.key).toBe(key);
});

test('sign uses the only configured key if two keys are possible', async () => {
  const { INRGATE_MCH_SECRET } = keys;
  const { data } = await json(['sign', 'mchId=M1', 'mchOrderNo=O-1'], undefined, { INRGATE_MCH_SECRET });
  expect(data.key).toBe('mchSecret');
});

test('sign masks a key that a parameter contains', async () => {
  const { data } = await json(['sign', 'api_key=key-that-stays-secret', 'link_code=L1']);
  expect(data.canonical).toBe('api_key=***&link_code=L1&key=***');
});

test('sign without --json prints the base string, the signature and the name of the key', async () => {
  const { stdout } = await inProcess(['sign', ...Object.entries(order).map((pair) => pair.join('='))], keys);
  expect(stdout).toBe(
    `  canonical  ${canonical}\n  sign       ${orderSign}\n  key        mchKey (API Key)\n`,
  );
});

test.each([
  ['no parameters', [], '', 'the input contains no parameters'],
  ['an empty object', [], '{}', 'the input contains no parameters'],
  ['a list', [], '[1]', 'JSON but not an object'],
  ['nested values', [], '{"a":{}}', 'send only strings, numbers and booleans'],
  ['broken JSON', [], '{"a"', 'not valid JSON'],
  ['a repeated parameter', ['a=1', 'a=2'], '', 'a parameter is repeated. Use each parameter name once'],
  ['a repeated parameter in JSON', [], '{"a":1,"a":2}', 'a parameter occurs more than once'],
  ['a missing file', ['absent.json'], '', 'absent.json does not exist'],
  ['a folder', ['.'], '', 'cannot be read'],
  ['two files', ['a.json', 'b.json'], '', 'or one file'],
  ['a file and a parameter', ['a.json', 'a=1'], '', 'or one file'],
  ['an unknown key name', ['a=1', '--with', 'mchKeys'], '', 'Did you mean mchKey?'],
])('sign rejects %s with exit code 2', async (_case, args, input, expected) => {
  const { code, stdout, stderr } = await inProcess(['sign', ...args], keys, { input });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('sign without a key names the variable and the profile that supply a key', async () => {
  const { code, stderr } = await inProcess(['sign', 'mchId=M1', 'mchOrderNo=O-1', '--mch-id', 'M1']);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^error: the API Key \(mchKey\) of merchant M1 is missing\. Set INRGATE_MCH_KEY, or .*profile add/,
  );
});

test.each([
  ['in upper case', orderSign],
  ['in lower case', orderSign.toLowerCase()],
])('verify accepts a signature %s', async (_case, sign) => {
  const { code, data } = await json(['verify'], { input: JSON.stringify({ ...order, sign }) });
  expect(code).toBe(0);
  expect(data).toEqual({
    valid: true,
    reason: null,
    key: 'mchKey',
    signature: 'standard',
    expected: { key: 'mchKey', canonical, sign: orderSign },
    received: { sign },
  });
});

test('verify rejects a tampered callback with exit code 4 and shows the base string', async () => {
  const input = JSON.stringify({ ...order, amount: '900.00', sign: orderSign });
  const { code, data } = await json(['verify'], { input });
  expect(code).toBe(4);
  expect(data).toMatchObject({
    valid: false,
    reason: 'invalid_signature',
    key: null,
    expected: { canonical: canonical.replace('500', '900') },
  });
});

test('verify reads the raw body of a form callback', async () => {
  const { stdout } = await inProcess(
    ['sign', 'mchId=M1', 'payTime=2026-11-20T15:04:05+05:30', 'tradeType=usdt', '--json'],
    keys,
  );
  const { sign } = JSON.parse(stdout);
  const input = `mchId=M1&payTime=2026-11-20T15%3A04%3A05%2B05%3A30&tradeType=usdt&sign=${sign}`;
  // A process, because its standard input is a pipe.
  const verified = await inrgate(['verify', '--json'], keys, { input });
  expect(JSON.parse(verified.stdout)).toMatchObject({ valid: true, key: 'mchKey' });
});

test('verify reports wrong_key for a payout signed with mchKey', async () => {
  const payout = ['mchId=M1', 'mchOrderNo=W-1', 'totalDebit=1075.00'];
  const { data: signed } = await json(['sign', ...payout, '--with', 'mchKey']);
  const { code, data } = await json(['verify', ...payout, `sign=${signed.sign}`]);
  expect(code).toBe(4);
  expect(data).toMatchObject({
    valid: false,
    reason: 'wrong_key',
    key: 'mchKey',
    expected: { key: 'mchSecret' },
  });
});

test('verify with one key tries only that key', async () => {
  const { data: signed } = await json(['sign', 'mchId=M1', 'mchOrderNo=O-1', '--with', 'mchSecret']);
  const args = ['verify', 'mchId=M1', 'mchOrderNo=O-1', `sign=${signed.sign}`];
  expect((await json(args)).code).toBe(0);
  expect((await json([...args, '--with', 'mchKey'])).code).toBe(4);
});

test('verify recognizes the alternative signature of pay-ins', async () => {
  // Computed with: printf '%s' 'M1500.00ORDER-1key-that-stays-secret' | md5sum
  const args = [
    'merchant_id=M1',
    'amount=500.00',
    'merchant_order_no=ORDER-1',
    'sign=6718150e59c14dc89e0d6c6e4ccdbf17',
  ];
  expect(await json(['verify', ...args])).toMatchObject({
    code: 0,
    data: { valid: true, signature: 'alternative', key: 'mchKey' },
  });
});

test('verify exits with code 4 for a missing signature', async () => {
  const { code, stdout } = await inProcess(['verify', 'mchId=M1'], keys);
  expect(code).toBe(4);
  expect(stdout).toMatch(/^not valid: the sign is missing\n/);
});

test('verify accepts a lower-case signature, but warns that the gateway rejects the signature in a request', async () => {
  const pairs = Object.entries({ ...order, sign: orderSign.toLowerCase() }).map((pair) => pair.join('='));
  const { code, stderr } = await inProcess(['verify', ...pairs], keys);
  expect(code).toBe(0);
  expect(stderr).toContain('The gateway rejects requests with a lower-case sign');
});
