import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inProcess, runInProcess, serveInProcess } from './in-process.ts';
import { command, environment, type Served } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';

let gateway: Served;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

function create(number: string, ...args: readonly string[]) {
  return inProcess(['payin', 'create', '--mch-order-no', number, '--amount', '500.00', ...args], gateway.env);
}

async function past(...args: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { code, stdout, stderr } = await inProcess(['logs', '--no-follow', '--json', ...args], gateway.env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

test.each(['SIGINT', 'SIGTERM'] as const)('logs shows requests until it receives %s', async (signal) => {
  const logs = runInProcess(['logs'], gateway.env);
  await logs.line(/^following http/);
  await create(`FOLLOW-${signal}`);
  await logs.line(/^--> /);
  const { code, stdout } = await logs.stop(signal);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^--> POST /v3/payin 200 FOLLOW-${signal} \\(\\d+ ms\\)\n$`));
});

test('logs --json prints lines of JSON, beginning with a line that confirms the connection', async () => {
  const logs = runInProcess(['logs', '--json'], gateway.env);
  await logs.line(/"event":"connected"/);
  await create('JSON-1');
  await logs.line(/"event":"request"/);
  const { stdout, stderr } = await logs.stop();
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { event: 'connected', url: `${gateway.ready.controlUrl}/events` },
    { event: 'order', mchOrderNo: 'JSON-1', status: 'pending' },
    { event: 'request', mchOrderNo: 'JSON-1', status: 200 },
  ]);
  expect(stderr).toBe('');
});

test('logs filters entries by kind, order, status, path and merchant', async () => {
  const server = await merchantServer((response) => response.writeHead(500).end('no'));
  await create('PICK-1', '--notify-url', server.url);
  await create('PICK-2', '--amount', '1.00');
  await inProcess(['mock', 'pay', 'PICK-1'], gateway.env);
  await inProcess(['mock', 'callbacks', 'settle'], gateway.env);
  await inProcess(['balance'], gateway.env);
  const numbers = async (...args: readonly string[]) =>
    (await past(...args)).map(({ event, mchOrderNo }) => `${event} ${mchOrderNo}`);
  expect(await numbers('--order', 'PICK-1')).toEqual(['request PICK-1', 'callback PICK-1']);
  expect(await numbers('--order', 'PICK-1', '--type', 'callback')).toEqual(['callback PICK-1']);
  expect(await numbers('--status', '4xx')).toEqual(['request PICK-2']);
  expect(await numbers('--status', '500')).toEqual(['callback PICK-1']);
  expect(await numbers('--path', 'balance')).toEqual(['request null']);
  expect(await numbers('--mch-id', 'NOBODY')).toEqual([]);
});

test('logs --since shows past entries and then new entries, each once', async () => {
  await create('SINCE-1');
  await inProcess(['mock', 'advance', '2h'], gateway.env);
  await create('SINCE-2');
  const recent = await past('--since', '1h', '--type', 'request');
  expect(recent.map(({ mchOrderNo }) => mchOrderNo)).toEqual(['SINCE-2']);
  expect(recent.map(({ time }) => time)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+\+05:30$/)]);
  const logs = runInProcess(['logs', '--since', '1h', '--type', 'request'], gateway.env);
  await logs.line(/^\d{4}-\d\d-\d\dT\S+\+05:30 --> POST .*SINCE-2/);
  await create('SINCE-3');
  await logs.line(/SINCE-3/);
  const { stdout } = await logs.stop();
  expect(stdout.match(/SINCE-\d/g)).toEqual(['SINCE-2', 'SINCE-3']);
});

test('logs prints the time of each past request and callback', async () => {
  const server = await merchantServer((response) => response.end('success'));
  await create('TIMED-1', '--notify-url', server.url);
  await inProcess(['mock', 'pay', 'TIMED-1'], gateway.env);
  await inProcess(['mock', 'callbacks', 'settle'], gateway.env);
  const lines = await past('--order', 'TIMED-1');
  expect(lines.map(({ event }) => event)).toEqual(['request', 'callback']);
  for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\S+\+05:30$/);
});

test('logs reports a lost connection and reconnects when the gateway restarts', async () => {
  const own = await serveInProcess();
  const { port } = new URL(own.ready.url);
  await inProcess(['payin', 'create', '--mch-order-no', 'GONE-1', '--amount', '500.00'], own.env);
  const logs = runInProcess(['logs', '--since', '1h'], own.env);
  await logs.line(/GONE-1/);
  await own.stop();
  await logs.line(/^connection to the gateway lost, retrying in 0\.5 s/);
  const next = await serveInProcess(['--port', port]);
  await logs.line(/^reconnected to/);
  await inProcess(['payin', 'create', '--mch-order-no', 'BACK-1', '--amount', '500.00'], next.env);
  await logs.line(/BACK-1/);
  const { code } = await logs.stop();
  await next.stop();
  expect(code).toBe(0);
});

test('logs ends when its reader closes the pipe', async () => {
  const child = spawn(process.execPath, [command, 'logs', '--json'], {
    env: environment(gateway.env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await create('ENOUGH-1');
  expect(await exited).toEqual([0, null]);
});

test('logs exits with code 3 for an unreachable gateway', async () => {
  const { code, stderr } = await inProcess(['logs'], { INRGATE_BASE_URL: 'http://127.0.0.1:1/v3' });
  expect(code).toBe(3);
  expect(stderr).toContain('inrgate serve');
});

test('logs exits with code 3 for a server that is not a mock gateway', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('<h1>not here</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await inProcess(['logs'], { INRGATE_BASE_URL: `http://127.0.0.1:${port}/v3` });
  expect(code).toBe(3);
  expect(stderr).toContain('is not the control API of a mock gateway');
});

test.each([
  [['--type', 'weather'], 'Allowed types: request, order, callback, clock, fault.'],
  [['--since', 'yesterday'], 'Use for example'],
])('logs rejects the options %s', async (args, expected) => {
  const { code, stderr } = await inProcess(['logs', ...args], gateway.env);
  expect(code).toBe(2);
  expect(stderr).toContain(expected);
});
