import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inProcess, runInProcess, serveInProcess } from './in-process.ts';
import { serve, serveUntil } from './inrgate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const target = path.join(folder, name);
  writeFileSync(target, content);
  return target;
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'serve prints the ready line, serves requests, and exits with code 0 on %s',
  async (signal) => {
    const { ready, stop } = await serve();
    const { url } = ready;
    expect(ready).toEqual({
      event: 'ready',
      url,
      baseUrl: `${url}/v3`,
      legacyBaseUrl: `${url}/v1`,
      controlUrl: `${url}/_mock`,
      dashboardUrl: `${url}/`,
      merchants: [{ mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' }],
    });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/);
    const health = await fetch(`${ready.controlUrl}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok', store: 'memory' });
    expect(await stop(signal)).toMatchObject({ code: 0, stderr: '' });
  },
);

test('serve prints one line for a port in use, and names a gateway that uses it', async () => {
  const { ready, stop } = await serveInProcess();
  const second = await inProcess(['serve', '--port', new URL(ready.url).port]);
  await stop();
  const error = `error: a gateway already runs at ${ready.url}/. Use it, or start another one with --port 0\n`;
  expect(second).toEqual({ code: 2, stdout: '', stderr: error });
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const third = await inProcess(['serve', '--port', `${port}`]);
  other.close();
  const inUse = `error: 127.0.0.1:${port} is in use. Use another --port, or --port 0 for a free port\n`;
  expect(third).toEqual({ code: 2, stdout: '', stderr: inUse });
});

test.each(['--base-url', '--legacy-base-url', '--mch-id'])(
  'serve says that it does not use the shared option %s',
  async (option) => {
    const given = ['serve', '--host', '0.0.0.0', option, 'http://127.0.0.1:4400/v3'];
    const { code, stderr } = await inProcess(given, { INRGATE_CONTROL_TOKEN: '' });
    const note = `note: serve does not use ${option}, but --host, --port and --config\n`;
    expect([code, stderr]).toEqual([2, expect.stringContaining(note)]);
  },
);

test.each([
  [['--host', '0.0.0.0'], {}, 'to listen on 0.0.0.0'],
  [['--public-url', 'https://pay.example'], {}, 'with the public URL https://pay.example'],
  [['--trust-proxy', 'loopback'], {}, 'with a trusted proxy'],
  [[], { INRGATE_PUBLIC_URL: 'https://pay.example' }, 'with the public URL https://pay.example'],
  [['--trust-proxy', 'loopback'], { INRGATE_CONTROL_TOKEN: '' }, 'with a trusted proxy'],
])(
  'serve with the options %j and the environment %j requires a control token [contract:control.exposed]',
  async (options, env, why) => {
    const { code, stdout, stderr } = await inProcess(['serve', '--port', '0', '--json', ...options], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const message = `--control-token is required ${why} because external clients can reach the gateway`;
    expect(JSON.parse(stderr)).toMatchObject({ error: 'usage', message });
  },
);

test('environment variables set the options of serve, and the error for an invalid value names the variable [contract:serve.environment]', async () => {
  const merchant = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
  const env = {
    INRGATE_CONTROL_TOKEN: 'open sesame\n',
    INRGATE_HOST: '0.0.0.0',
    INRGATE_PUBLIC_URL: 'https://pay.example',
    INRGATE_CONFIG: file('environment.json', JSON.stringify({ merchants: [merchant] })),
  };
  const { ready, stop } = await serveInProcess([], env);
  await stop();
  expect(ready).toMatchObject({ url: 'https://pay.example', merchants: [merchant] });
  const wrong = await inProcess(['serve'], { INRGATE_PORT: 'many' });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('INRGATE_PORT')]);
});

test.each([
  [['--control-token', ' '], {}, '--control-token must not be blank'],
  [['--control-token', ''], {}, '--control-token must not be blank'],
  [[], { INRGATE_CONTROL_TOKEN: ' \n' }, 'INRGATE_CONTROL_TOKEN is blank'],
])(
  'serve rejects the blank control token in the options %j or the environment %j',
  async (options, env, message) => {
    const { code, stdout, stderr } = await inProcess(['serve', '--port', '0', ...options], env);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  },
);

test('serve with a control token requires the token for the control API', async () => {
  const { env, stop } = await serveInProcess(['--host', '0.0.0.0'], { INRGATE_CONTROL_TOKEN: 'open sesame' });
  const without = await inProcess(['mock', 'advance', '1s'], { ...env, INRGATE_CONTROL_TOKEN: '' });
  const withToken = await inProcess(['mock', 'advance', '1s'], {
    ...env,
    INRGATE_CONTROL_TOKEN: 'open sesame',
  });
  await stop();
  expect(without.code).toBe(1);
  expect(without.stderr).toContain('Set INRGATE_CONTROL_TOKEN');
  expect(withToken.code).toBe(0);
});

test('serve behind a tunnel prints its public URL', async () => {
  const options = ['--public-url', 'https://pay.example', '--trust-proxy', 'loopback,10.0.0.0/8'];
  options.push('--control-token', 'open sesame');
  const { ready, stop } = await serveInProcess(options);
  expect(ready).toMatchObject({ url: 'https://pay.example', baseUrl: 'https://pay.example/v3' });
  expect(await stop()).toMatchObject({ code: 0 });
});

test('serve prints a note on standard error if a configured balance differs from the stored wallet', async () => {
  const merchant = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
  const config = (balance: string) =>
    file('balance.json', JSON.stringify({ merchants: [{ ...merchant, balance }] }));
  const db = ['--db', path.join(folder, 'balance.db'), '--config'];
  const first = await serveInProcess([...db, config('5.00')]);
  expect(await first.stop()).toMatchObject({ code: 0, stderr: '' });
  const second = await serveInProcess([...db, config('6.00')]);
  const { stderr } = await second.stop();
  expect(stderr).toMatch(/^note: merchants\.0\.balance .* the wallet of SHOP1 is already stored.*\n$/);
});

test.each([
  [['--public-url', 'pay.example'], '--public-url must be an http or https URL'],
  [['--max-deliveries', '0'], 'Allowed: 1 to 10000.'],
  [['--max-per-receiver', 'many'], 'Allowed: 1 to 10000.'],
  [['--drain', '1m'], 'Allowed: 0 to 3600 seconds.'],
  [['--drain', '3601'], 'Allowed: 0 to 3600 seconds.'],
])('serve rejects the options %j as a usage error [contract:serve.caps]', async (options, message) => {
  const { code, stderr } = await inProcess(['serve', '--port', '0', ...options]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

// The gateway reads this option when it listens.
test('serve rejects an invalid trusted proxy as a usage error', async () => {
  const options = ['--trust-proxy', 'everybody', '--control-token', 'tok'];
  const { code, stderr } = await inProcess(['serve', '--port', '0', ...options]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--trust-proxy must be IP addresses')]);
});

test.each(['yaml', 'json'])('serve reads merchants and settings from %s', async (kind) => {
  const merchant = {
    mchId: 'SHOP1',
    mchKey: 'key-of-shop-1',
    mchSecret: 'secret-of-shop-1',
    balance: '5.00',
  };
  const yaml = `merchants:\n  - ${Object.entries(merchant)
    .map(([name, value]) => `${name}: "${value}"`)
    .join('\n    ')}\n`;
  const config = file(`good.${kind}`, kind === 'yaml' ? yaml : JSON.stringify({ merchants: [merchant] }));
  const { ready, env, stop } = await serveInProcess(['--config', config]);
  const keys = { INRGATE_MCH_ID: 'SHOP1', INRGATE_MCH_SECRET: 'secret-of-shop-1' };
  const balance = await inProcess(['balance', '--json'], { ...env, ...keys });
  await stop();
  expect(ready.merchants).toEqual([
    { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' },
  ]);
  expect(JSON.parse(balance.stdout)).toMatchObject({ available: '5.00' });
});

test('serve prints one line for an invalid configuration, with the file, the key and the expected value', async () => {
  const config = file('bad.yaml', 'settings:\n  maintenance: maybe\n');
  expect(await inProcess(['serve', '--config', config])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${config}:2: settings.maintenance: expected true or false, got a string\n`,
  });
});

test('serve prints each issue of a configuration on its own line', async () => {
  const config = file(
    'worse.yaml',
    'settings:\n  maintenance: maybe\nmerchants:\n  - mchId: A\n    mchKey: key\n',
  );
  const { code, stderr } = await inProcess(['serve', '--config', config]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      `error: ${config} has 2 issues\n` +
      '  line 2: settings.maintenance: expected true or false, got a string\n' +
      '  line 4: merchants[0].mchSecret is missing. Expected a string\n',
  });
  const json = await inProcess(['serve', '--config', config, '--json']);
  expect(JSON.parse(json.stderr)).toMatchObject({ error: 'usage', faults: [{ line: 2 }, { line: 4 }] });
});

test('serve prints one line for a missing configuration', async () => {
  const config = path.join(folder, 'absent.yaml');
  const { code, stderr } = await inProcess(['serve', '--config', config]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^error: .*absent\.yaml does not exist\. --config requires a YAML or JSON file .*\n$/,
  );
});

test('serve --db keeps orders and wallet after a kill', async () => {
  const db = path.join(folder, 'gateway.db');
  const first = await serve(['--db', db]);
  await inProcess(['payin', 'create', '--mch-order-no', 'KEPT-1', '--amount', '500.00'], first.env);
  const before = await inProcess(['payin', 'get', '--mch-order-no', 'KEPT-1', '--json'], first.env);
  await first.stop('SIGKILL');
  const second = await serveInProcess(['--db', db]);
  const after = await inProcess(['payin', 'get', '--mch-order-no', 'KEPT-1', '--json'], second.env);
  await second.stop();
  const { pay_url: _, payUrl: __, ...order } = JSON.parse(before.stdout);
  expect(JSON.parse(after.stdout)).toMatchObject(order);
});

test('serve uses the database in INRGATE_DB unless --db names another database', async () => {
  const [named, given] = ['environment.db', 'option.db'].map((name) => path.join(folder, name));
  const env = { INRGATE_DB: named ?? '' };
  for (const args of [[], ['--db', given ?? '']]) {
    const { ready, stop } = await serveInProcess(args, env);
    const health = await fetch(`${ready.controlUrl}/health`);
    expect(await health.json()).toMatchObject({ store: 'sqlite' });
    await stop();
    expect([existsSync(named ?? ''), existsSync(given ?? '')]).toEqual([true, args.length > 0]);
  }
});

test.each([
  ['postgres', ['--db', 'postgres://shop:hush@127.0.0.1:1/mock'], {}],
  ['postgresql', ['--db', 'postgresql://shop:hush@127.0.0.1:1/mock'], {}],
  ['mysql', [], { INRGATE_DB: 'mysql://shop:hush@127.0.0.1:1/mock' }],
] as const)('serve refuses a %s URL in one sentence without the password', async (_, args, env) => {
  const { code, stdout, stderr } = await inProcess(['serve', '--port', '0', ...args], env);
  const option = args.length > 0 ? '--db' : 'INRGATE_DB';
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: ${option} must be the name of a file, not the URL of a database server; leave it out to keep all data in memory\n`,
  });
});

test('serve prints one line for a file that is not a database', async () => {
  const db = file('notes.txt', 'this is no database, however long it may be. '.repeat(100));
  const { code, stderr } = await inProcess(['serve', '--port', '0', '--db', db]);
  expect(code).toBe(2);
  expect(stderr).toBe(`error: ${db} is not a gateway store; the file is unchanged\n`);
});

test('serve without --json prints a welcome, the demo keys and the next steps', async () => {
  const { line, stop } = runInProcess(['serve', '--port', '0']);
  await line(/Press Ctrl-C to stop/);
  const { code, stdout } = await stop();
  expect(code).toBe(0);
  const parts = ['dashboard', '/v3', '/v1', '/_mock', 'DEMO1001', 'demo-mch-key', 'demo-mch-secret'];
  for (const part of [...parts, 'inrgate payin create', 'inrgate listen', 'inrgate trigger']) {
    expect(stdout).toContain(part);
  }
});

test('serve started by npm suggests a command that runs in every folder', async () => {
  const { stop } = await serveUntil(/Press Ctrl-C to stop/, [], { npm_lifecycle_event: 'start' });
  const { stdout } = await stop();
  const suggested =
    /^ {2}(\/\S+\/bin\/inrgate) trigger payin\.success --base-url http:\/\/127\.0\.0\.1:\d+\/v3$/m;
  const [, program = ''] = suggested.exec(stdout) ?? [];
  // An environment whose PATH contains only the oldest supported Node, and not the command.
  const elsewhere = { cwd: tmpdir(), env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' } as const;
  expect(spawnSync(program, ['--version'], elsewhere)).toMatchObject({ status: 0, stderr: '' });
});

test('serve shows only the keys of the demo merchant in its welcome', async () => {
  const merchant = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };
  const config = file('quiet.json', JSON.stringify({ merchants: [merchant] }));
  const { line, stop } = runInProcess(['serve', '--port', '0', '--config', config]);
  await line(/Press Ctrl-C to stop/);
  const { stdout } = await stop();
  expect(stdout).toContain('SHOP1');
  expect(stdout).not.toMatch(/(key|secret)-of-shop-1/);
});
