import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { inrgate } from './inrgate.ts';

test('--version prints the version alone', async () => {
  expect(await inrgate(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test('--help lists every command', async () => {
  const { code, stdout } = await inrgate(['--help']);
  expect(code).toBe(0);
  for (const name of ['serve', 'payin', 'payout', 'balance', 'mock'])
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
});

test.each([
  [['serve'], '--control-token'],
  [['payin', 'create'], '--notify-url'],
  [['payin', 'get'], '--order-no'],
  [['payout', 'create'], '--account-number'],
  [['payout', 'get'], '--order-no'],
  [['balance'], '--json'],
  [['mock', 'pay'], '--paid-amount'],
  [['mock', 'fail'], '<orderNo>'],
  [['mock', 'approve'], '<orderNo>'],
  [['mock', 'complete'], '--txid'],
  [['mock', 'reject'], '--message'],
  [['mock', 'cancel'], '--message'],
  [['mock', 'advance'], '<duration>'],
])('help %s explains the options and gives an example', async (command, option) => {
  const { code, stdout } = await inrgate(['help', ...command]);
  expect(code).toBe(0);
  expect(stdout).toContain(option);
  expect(stdout).toContain('Global Options:');
  expect(stdout).toMatch(new RegExp(`^  \\$ inrgate ${command.join(' ')}`, 'm'));
});

test.each([
  ['a misspelt command', ['blance'], 'Did you mean balance?'],
  ['a misspelt subcommand', ['payin', 'crate'], 'Did you mean create?'],
  [
    'a misspelt option',
    ['payin', 'create', '--mch-order-no', 'A', '--amont', '5.00'],
    'Did you mean --amount?',
  ],
  ['a missing parameter', ['payin', 'create', '--mch-order-no', 'A'], '--amount is missing'],
  ['a query for nothing', ['payout', 'get'], 'Give --mch-order-no or --order-no'],
  ['an argument too many', ['balance', 'now'], 'too many arguments'],
  ['a missing argument', ['mock', 'pay'], "missing required argument 'orderNo'"],
  ['a port that is none', ['serve', '--port', '70000'], 'A port is 0 to 65535.'],
  [
    'an address that is none',
    ['balance', '--base-url', 'localhost:4300'],
    'must be an absolute http or https URL',
  ],
])('%s is refused with exit code 2', async (_case, args, expected) => {
  const { code, stdout, stderr } = await inrgate(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('a key without a merchant is refused with exit code 2', async () => {
  const { code, stderr } = await inrgate(['balance'], { INRGATE_MCH_SECRET: 'some-secret' });
  expect(code).toBe(2);
  expect(stderr).toContain('set INRGATE_MCH_ID');
});

test('no arguments print the help on standard error', async () => {
  const { code, stdout, stderr } = await inrgate([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage: inrgate');
});

test('the demo keys are for a gateway on this machine', async () => {
  const { code, stderr } = await inrgate(['balance', '--base-url', 'https://gateway.example/v3']);
  expect(code).toBe(2);
  expect(stderr).toContain('set INRGATE_MCH_KEY');
});

test('the demo keys are for the demo merchant', async () => {
  const { code, stderr } = await inrgate(['balance', '--mch-id', 'SHOP77']);
  expect(code).toBe(2);
  expect(stderr).toContain('set INRGATE_MCH_KEY');
});

test('no gateway there is exit code 3, and says how to start one', async () => {
  const env = { INRGATE_BASE_URL: `${await deadAddress()}/v3` };
  const { code, stdout, stderr } = await inrgate(['balance'], env);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toContain('inrgate serve');
});

test('with --json a failure is one line of JSON, without notes', async () => {
  const { code, stderr } = await inrgate(['mock', 'pay', 'P1', '--json'], {
    INRGATE_CONTROL_URL: await deadAddress(),
  });
  expect(code).toBe(3);
  expect(JSON.parse(stderr)).toMatchObject({ error: 'no_answer' });
});

test('an answer that is not the control API is exit code 3', async () => {
  const server = createServer((_request, response) => response.end('<h1>hello</h1>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await inrgate(['mock', 'approve', 'WD1'], {
    INRGATE_CONTROL_URL: `http://127.0.0.1:${port}`,
  });
  server.close();
  expect(code).toBe(3);
  expect(stderr).toContain('is not the control API');
});

/** Where nobody listens: a port that was free a moment ago. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
