import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { inProcess } from './in-process.ts';
import { deadAddress, inrgate } from './inrgate.ts';

test('the option --version prints only the version', async () => {
  expect(await inrgate(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

/** Returns the files that a command line loads. */
async function loaded(...args: readonly string[]): Promise<readonly string[]> {
  const watch = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        urls.push(resolved.url);
        return resolved;
      },
    });
    process.on('exit', () => process.stderr.write(urls.join('\\n')));`;
  const { stderr } = await inrgate(args, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watch)}`,
  });
  return stderr.split('\n').filter((url) => url.startsWith('file:'));
}

test('the option --version loads only commander and the program', async () => {
  const files = await loaded('--version');
  expect(files.some((url) => url.includes('/commander/'))).toBe(true);
  expect(files.filter((url) => !/\/commander\/|\/cli\/(bin|dist)\//.test(url))).toEqual([]);
  // The files include the entry, the shared code, the loader of bundled CommonJS, and commander.
  expect(files.filter((url) => url.includes('/cli/dist/')).length).toBeLessThan(6);
});

test('a command for the mock gateway loads neither the schemas nor the gateway', async () => {
  const files = await loaded('mock', 'fault', 'add', '--help');
  expect(files.some((url) => url.includes('/sdk/'))).toBe(true);
  expect(files.filter((url) => /\/zod\/|\/sdk\/dist\/(index|protocol)\./.test(url))).toEqual([]);
  // Of the gateway's package, the command loads only the small client of the control API.
  const ofTheGateway = files.filter((url) => url.includes('/mock-gateway/'));
  const bytes = ofTheGateway.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
  expect(bytes, ofTheGateway.join('\n')).toBeLessThan(10_000);
});

test.each([[['help', 'payin', 'create']], [['payin', 'create', '--help']], [['payin', 'help', 'create']]])(
  'the help of %j explains the options and shows an example',
  async (args) => {
    const { code, stdout, stderr } = await inProcess(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--notify-url');
    expect(stdout).toContain('Global Options:');
    expect(stdout).toMatch(/^ {2}\$ inrgate payin create/m);
  },
);

test.each([[['--json']], [['payin', '--json']], [['--json', 'mock', 'merchants', 'nothing']]])(
  'the error for a missing command in %j is one line of JSON',
  async (args) => {
    const { code, stdout, stderr } = await inProcess(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr)).toMatchObject({ error: 'usage' });
  },
);

test.each([
  ['a misspelt command', ['blance'], 'Did you mean balance?'],
  ['help for a misspelt command', ['help', 'blance'], 'Did you mean balance?'],
  ['a misspelt subcommand', ['payin', 'crate'], 'Did you mean create?'],
  [
    'a misspelt option',
    ['payin', 'create', '--mch-order-no', 'A', '--amont', '5.00'],
    'Did you mean --amount?',
  ],
  ['a missing parameter', ['payin', 'create', '--mch-order-no', 'A'], '--amount is missing'],
  [
    'a misspelt value',
    ['payout', 'create', '--pay-type', 'bnak'],
    'Expected bank, upi or usdt. (Did you mean bank?)',
  ],
  ['an invalid duration', ['payin', 'wait', '--deadline', '10'], 'Use for example 3s'],
  ['a key as an argument', ['balance', '--mch-secret', 'x'], '--mch-secret: a key cannot be an argument'],
  ['a query without an order number', ['payout', 'get'], 'Use --mch-order-no or --order-no'],
  ['an additional argument', ['balance', 'now'], 'too many arguments'],
  ['a missing argument', ['mock', 'pay'], "missing required argument 'orderNo'"],
  ['an invalid port', ['serve', '--port', '70000'], 'Allowed: 0 to 65535.'],
  ['an invalid URL', ['balance', '--base-url', 'localhost:4300'], 'must be an absolute http or https URL'],
])('the command rejects %s with exit code 2', async (_case, args, expected) => {
  const { code, stdout, stderr } = await inProcess(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(expected);
});

test('the error for wrong usage with --json is one line of JSON', async () => {
  const { code, stderr } = await inProcess(['blance', '--json']);
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toEqual({
    error: 'usage',
    message: "unknown command 'blance' (Did you mean balance?)",
  });
});

test('the command rejects a key without a merchant with exit code 2', async () => {
  const { code, stderr } = await inProcess(['balance'], { INRGATE_MCH_SECRET: 'some-secret' });
  expect(code).toBe(2);
  expect(stderr).toContain('Set INRGATE_MCH_ID');
});

test('the command without arguments prints the help on standard error', async () => {
  const { code, stdout, stderr } = await inProcess([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('Usage: inrgate');
});

test('the demo keys are used only for a gateway on this machine', async () => {
  const { code, stderr } = await inProcess(['balance', '--base-url', 'https://gateway.example/v3']);
  expect(code).toBe(2);
  expect(stderr).toContain('the Merchant ID is missing. Set INRGATE_MCH_ID');
});

test('the demo keys are used only for the demo merchant', async () => {
  const { code, stderr } = await inProcess(['balance', '--mch-id', 'SHOP77']);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'the API Secret (mchSecret) of merchant SHOP77 is missing. Set INRGATE_MCH_SECRET',
  );
});

test('the command exits with code 3 for an unreachable gateway and shows the command that starts a gateway', async () => {
  const env = { INRGATE_BASE_URL: `${await deadAddress()}/v3` };
  const { code, stdout, stderr } = await inProcess(['balance'], env);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toContain('inrgate serve');
});

test('the error with --json is one line of JSON without notes', async () => {
  const { code, stderr } = await inProcess(['mock', 'pay', 'P1', '--json'], {
    INRGATE_CONTROL_URL: await deadAddress(),
  });
  expect(code).toBe(3);
  expect(JSON.parse(stderr)).toMatchObject({ error: 'no_answer' });
});

test('the command exits with code 3 for a response that is not from the control API', async () => {
  const server = createServer((_request, response) => response.end('<h1>hello</h1>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await inProcess(['mock', 'approve', 'WD1'], {
    INRGATE_CONTROL_URL: `http://127.0.0.1:${port}`,
  });
  server.close();
  expect(code).toBe(3);
  expect(stderr).toContain('is not the control API');
});
