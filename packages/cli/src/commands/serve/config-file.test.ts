import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FaultyFile } from '../../output/usage-error.ts';
import { readConfigFile } from './config-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string) {
  const file = path.join(folder, 'gateway.yaml');
  writeFileSync(file, content);
  return readConfigFile(file);
}

async function problemOf(content: string): Promise<string> {
  const problem = await read(content).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  return problem.replace(folder + path.sep, '');
}

test('the configuration file of the contract is valid', async () => {
  const config = await read(`
merchants:
  - mchId: DEMO1001
    mchKey: demo-mch-key
    mchSecret: demo-mch-secret
    callbackUrl: http://127.0.0.1:3000/callbacks   # or absent
    callbackFormat: json                           # json | form
    ipAllowList: ["127.0.0.1", "::1"]
    inrEnabled: true
    usdtEnabled: true
    suspended: false
    balance: "100000.00"
    limits: { payinMin: "200.00", payinMax: "50000.00", payoutMin: "500.00", payoutMax: "200000.00", payoutDaily: "200000.00" }
settings:
  usdtRate: "90.0000"
  orderValidityMinutes: 30
  latePayments: credit
  failedPayinCallback: true
  rateLimitPerMinute: 120
  signatureLock: { failures: 10, windowSeconds: 600, lockSeconds: 900 }
  maintenance: false
  providerAvailable: true
`);
  expect(config.merchants?.[0]?.balance).toBe('100000.00');
});

const merchant = 'merchants:\n  - mchId: A\n    mchKey: key-a\n    mchSecret: secret-a\n';

test('a configuration file may begin with a byte order mark', async () => {
  expect((await read(`\ufeff${merchant}`)).merchants).toHaveLength(1);
  expect(
    (await read(`\ufeff${JSON.stringify({ settings: { usdtRate: '91.0000' } })}`)).settings,
  ).toBeDefined();
});

test.each([
  ['settings:\n  usdtRat: "90.0000"', 'gateway.yaml:2: settings.usdtRat: unknown key. Allowed: usdtRate, '],
  [`${merchant}    colour: red`, 'gateway.yaml:5: merchants[0].colour: unknown key. Allowed: mchId, '],
  ['merchant: []', 'gateway.yaml:1: merchant: unknown key. Allowed: merchants, settings'],
  [
    'merchants:\n  - mchId: A\n    mchKey: key-a',
    'gateway.yaml:2: merchants[0].mchSecret is missing. Expected a string',
  ],
  [
    'merchants:\n  - mchId: 1001\n    mchKey: k\n    mchSecret: s',
    'merchants[0].mchId: expected a string, got a number. Enclose the value in quotes',
  ],
  [
    `${merchant}    balance: 100000.00`,
    'merchants[0].balance: must be a string with two decimals, for example "500.00". Enclose the value in quotes',
  ],
  [`${merchant}    ipAllowList: 127.0.0.1`, 'merchants[0].ipAllowList: expected a list, got a string'],
  [
    `${merchant}    ipAllowList: [localhost]`,
    'merchants[0].ipAllowList[0]: must be an IP address or a CIDR block',
  ],
  ['settings:\n  latePayments: later', 'settings.latePayments: must be credit or refuse'],
  ['', 'gateway.yaml:1: the file: expected a mapping, got nothing'],
  ['- 1', 'gateway.yaml:1: the file: expected a mapping, got a list'],
  ['merchants: [', 'gateway.yaml:1:'],
  ['settings: {}\nsettings: {}', 'gateway.yaml:2:1: Map keys must be unique'],
])('the error for the configuration %j names the key and the expected value', async (content, expected) => {
  const problem = await problemOf(content);
  expect(problem).toContain(expected);
  expect(problem).not.toContain('\n');
});

/** Returns every issue of a file, with its line. */
async function faultsOf(content: string): Promise<readonly string[]> {
  const error: unknown = await read(content).catch((problem: unknown) => problem);
  if (!(error instanceof FaultyFile)) throw error;
  return error.faults.map(({ line, reason }) => `${line} ${reason}`);
}

test('a configuration error lists all issues, each with its line', async () => {
  const config = `
settings:
  maintenance: 1
  usdtRates: "1"
  usdtRat: "2"
merchants:
  - &first
    mchId: A
    mchKey: key-a
    mchSecret: secret-a
    limits:
      payinMin: "60000.00"
  - mchId: A
    mchKey: key-b
    mchSecret: [b]
  - *first
  - { mchId: "C", mchKey: key-b }
`;
  const known = 'unknown key. Allowed: usdtRate';
  const told = (await faultsOf(config)).map((fault) => fault.replace(/(usdtRate), .*/, '$1'));
  expect(told).toEqual([
    '3 settings.maintenance: expected true or false, got a number',
    `4 settings.usdtRates: ${known}`,
    `5 settings.usdtRat: ${known}`,
    '11 merchants[0].limits: payinMin 60000.00 is above payinMax 50000.00',
    '13 merchants[1].mchId: is used by another merchant',
    '15 merchants[1].mchSecret: expected a string, got a list',
    '16 merchants[2].mchId: is used by another merchant',
    '16 merchants[2].mchKey: is used by another merchant',
    '16 merchants[2].limits: payinMin 60000.00 is above payinMax 50000.00',
    '17 merchants[3].mchSecret is missing. Expected a string',
    '17 merchants[3].mchKey: is used by another merchant',
  ]);
});

test('a configuration error lists all syntax errors', async () => {
  expect(
    (await faultsOf('settings: {}\nsettings: {}\nmerchants: []\nmerchants: []')).map((text) =>
      text.slice(0, 22),
    ),
  ).toEqual(['2 Map keys must be uni', '4 Map keys must be uni']);
});

test('a configuration error does not repeat values, because a value may be a key', async () => {
  const problem = await problemOf(
    'merchants:\n  - mchId: A\n    mchKey: "top secret key"\n    mchSecret: [top, secret]',
  );
  expect(problem).not.toMatch(/top|secret key/);
});

test('the error for a folder in place of a configuration file states that the folder cannot be read', async () => {
  await expect(readConfigFile(folder)).rejects.toThrow(/cannot be read \(EISDIR\)/);
});

test.each([
  ['an unknown anchor', 'settings: *none'],
  [
    'too many expanded values',
    `a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n${[...'bcdefgh'].map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]}, `.repeat(9)}]`).join('\n')}`,
  ],
])('the configuration error reports an alias with %s', async (_what, content) => {
  expect(await problemOf(content)).toBe(
    'gateway.yaml contains a YAML alias that has no anchor or expands too far. Write the values without an alias',
  );
});
