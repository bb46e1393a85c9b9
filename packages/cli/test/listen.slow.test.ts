import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { signedCallback } from '@inrgate/sdk/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inProcess, runInProcess, serveInProcess } from './in-process.ts';
import { command, environment, type Served } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';
import type { Running } from './running.ts';

const demo = { mchId: 'DEMO1001', mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };

let gateway: Served;
let orders = 0;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

/** Starts the command and returns its URL. */
async function listen(...args: readonly string[]): Promise<Running & { readonly url: string }> {
  const running = runInProcess(['listen', ...args], gateway.env);
  const line = await running.line(/^listening on|"event":"ready"/);
  return { ...running, url: /http:[^",\s]+/.exec(line)?.[0] ?? '' };
}

function deliver(url: string, { body, contentType }: { body: string | Buffer; contentType: string }) {
  return fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body, redirect: 'manual' });
}

async function savedUrl(): Promise<unknown> {
  const { stdout } = await inProcess(['mock', 'merchants', 'get', '--json'], gateway.env);
  return JSON.parse(stdout).callbackUrl;
}

async function saveUrl(url: string): Promise<void> {
  await inProcess(['mock', 'merchants', 'update', '--callback-url', url], gateway.env);
}

async function pay(notifyUrl?: string): Promise<string> {
  orders += 1;
  const number = `LISTEN-${orders}`;
  const own = notifyUrl === undefined ? [] : ['--notify-url', notifyUrl];
  await inProcess(['payin', 'create', '--mch-order-no', number, '--amount', '500.00', ...own], gateway.env);
  await inProcess(['mock', 'pay', number], gateway.env);
  return number;
}

test('listen verifies, prints and acknowledges a gateway callback', async () => {
  const listener = await listen();
  const number = await pay(listener.url);
  await listener.line(/^<-- /);
  const { code, stdout } = await listener.stop();
  expect(code).toBe(0);
  expect(stdout).toBe(`--> payin.success ${number} 500.00 verified\n<-- [200] success ${number}\n`);
});

test.each(['json', 'form'] as const)(
  'listen receives payout and link callbacks as %s, signed with mchSecret',
  async (format) => {
    const listener = await listen('--json');
    const payout = signedCallback('payout', demo, { mchOrderNo: 'W-1', status: 'processing' }, { format });
    const link = signedCallback('link', demo, { client_ref: 'L-1' });
    expect(await (await deliver(listener.url, payout)).text()).toBe('success');
    expect(await (await deliver(listener.url, link)).text()).toBe('success');
    const { stdout } = await listener.stop('SIGTERM');
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events).toMatchObject([
      { event: 'ready', url: listener.url, forwardTo: null },
      { event: 'callback', verified: true, callbackEvent: 'payout.processing', mchOrderNo: 'W-1' },
      { event: 'answer', mchOrderNo: 'W-1', status: 200, body: 'success', received: true, reason: null },
      { event: 'callback', verified: true, callbackEvent: 'link.success', clientRef: 'L-1' },
      { event: 'answer', clientRef: 'L-1', status: 200 },
    ]);
    expect(stdout).not.toMatch(/demo-mch|"sign"/);
  },
);

test('listen forwards the exact bytes to the server and returns the response of the server unchanged', async () => {
  const server = await merchantServer((response) =>
    response.writeHead(201, { 'content-type': 'text/html', 'x-own': 'no' }).end('<p>success</p>'),
  );
  const listener = await listen('--forward-to', server.url);
  const { body } = signedCallback('payin', demo, { mchOrderNo: 'EXACT-1', extra: 'naïve ✓' });
  // Adds spaces that a parser would lose.
  const odd = Buffer.from(body.replace('{', '{  ').replace('"amount":', '"amount" : '));
  const contentType = 'Application/JSON; charset="utf-8"';
  const answer = await deliver(listener.url, { body: odd, contentType });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'text/html',
    '<p>success</p>',
  ]);
  expect(server.received).toEqual([{ path: '/hooks', contentType, body: odd }]);
  const { stdout } = await listener.stop();
  expect(stdout).toMatch(
    /^<-- \[201\] <p>success<\/p> \(\d+ ms\) EXACT-1: not acknowledged, only status 200 acknowledges a callback \(the gateway sends it up to 6 times\)$/m,
  );
});

test('listen returns a redirect of the server unchanged instead of following it', async () => {
  const elsewhere = await merchantServer();
  const server = await merchantServer((response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  const listener = await listen('--forward-to', server.url);
  const answer = await deliver(listener.url, signedCallback('payin', demo));
  expect([answer.status, answer.headers.get('location')]).toEqual([307, elsewhere.url]);
  expect(elsewhere.received).toEqual([]);
  await listener.stop();
});

test('listen returns 502 if the server is down, so the gateway retries', async () => {
  const server = await merchantServer();
  await server.close();
  const listener = await listen('--forward-to', server.url);
  const number = await pay(listener.url);
  await listener.line(/\[502\].*ECONNREFUSED/);
  const first = async () => {
    const { stdout } = await inProcess(['mock', 'callbacks', 'list', '--json'], gateway.env);
    return JSON.parse(stdout).items[0];
  };
  // Wait, because the response precedes the output of the event.
  await expect.poll(first, { timeout: 20_000 }).toMatchObject({
    state: 'pending',
    attempts: [{ status: 502, ok: false }],
    body: expect.stringContaining(number),
  });
  await listener.stop();
});

test('listen reports that a test callback is not retried', async () => {
  const server = await merchantServer((response) => response.writeHead(500).end('no'));
  const listener = await listen('--forward-to', server.url, '--set-callback-url');
  const { stdout } = await inProcess(['mock', 'test-callback', '--json'], gateway.env);
  const { stdout: lines } = await listener.stop();
  expect(JSON.parse(stdout)).toMatchObject({ acceptedFormat: null });
  expect(
    lines.match(
      /not acknowledged, only status 200 acknowledges a callback \(the gateway does not retry test callbacks\)$/gm,
    ),
  ).toHaveLength(2);
});

test('listen rejects a wrongly signed callback and prints the reason without forwarding the callback', async () => {
  const server = await merchantServer();
  const listener = await listen('--forward-to', server.url);
  const forged = signedCallback('payin', { ...demo, mchKey: 'another-key' });
  const answer = await deliver(listener.url, forged);
  const tooMuch = await deliver(listener.url, { ...forged, body: 'x'.repeat(70_000) });
  const asked = await fetch(listener.url);
  expect([answer.status, tooMuch.status, asked.status]).toEqual([401, 413, 405]);
  expect(await answer.text()).not.toContain('success');
  expect(server.received).toEqual([]);
  const { stdout } = await listener.stop();
  expect(stdout).toContain('--> callback not verified: callback rejected: the signature is wrong\n<-- [401]');
});

test('listen --forward-unverified forwards a wrongly signed callback', async () => {
  const server = await merchantServer((response) => response.writeHead(400).end('no'));
  const listener = await listen('--forward-to', server.url, '--forward-unverified');
  const answer = await deliver(listener.url, signedCallback('payin', { ...demo, mchKey: 'another-key' }));
  await listener.stop();
  expect([answer.status, server.received.length]).toEqual([400, 1]);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'listen sets the callback URL until %s and then restores the previous URL',
  async (signal) => {
    await saveUrl('http://127.0.0.1:9/old');
    const listener = await listen('--set-callback-url');
    expect(await savedUrl()).toBe(listener.url);
    const number = await pay();
    await listener.line(new RegExp(`^<-- \\[200\\] success ${number}`));
    const { code, stderr } = await listener.stop(signal);
    expect(code).toBe(0);
    expect(stderr).toContain(': http://127.0.0.1:9/old');
    expect(await savedUrl()).toBe('http://127.0.0.1:9/old');
  },
);

test('two nested listen commands restore the saved callback URL', async () => {
  await saveUrl('none');
  const outer = await listen('--set-callback-url');
  const inner = await listen('--set-callback-url');
  expect(await savedUrl()).toBe(inner.url);
  await inner.stop();
  expect(await savedUrl()).toBe(outer.url);
  await outer.stop();
  expect(await savedUrl()).toBeNull();
});

test('listen restores the previous callback URL when the reader closes the pipe', async () => {
  const child = spawn(process.execPath, [command, 'listen', '--quiet', '--set-callback-url', '--print-url'], {
    env: environment(gateway.env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await pay();
  expect(await exited).toEqual([0, null]);
  expect(await savedUrl()).toBeNull();
});

test('listen keeps a callback URL that was saved while listen ran', async () => {
  const listener = await listen('--set-callback-url');
  await saveUrl('http://127.0.0.1:9/newer');
  const { code, stderr } = await listener.stop();
  expect(code).toBe(0);
  expect(stderr).toContain('to http://127.0.0.1:9/newer, so listen does not restore it');
  expect(await savedUrl()).toBe('http://127.0.0.1:9/newer');
  await saveUrl('none');
});

test('listen reports a stopped gateway with the command that restores the callback URL', async () => {
  const own = await serveInProcess();
  const running = runInProcess(['listen', '--set-callback-url'], own.env);
  await running.line(/^listening on/);
  await own.stop();
  const { code, stderr } = await running.stop();
  expect(code).toBe(3);
  expect(stderr).toContain('inrgate mock merchants update DEMO1001 --callback-url none');
});

test('listen needs no keys for a merchant of the mock gateway', async () => {
  await inProcess(['mock', 'merchants', 'create', '--mch-id', 'LISTENER'], gateway.env);
  const listener = await listen('--set-callback-url', '--mch-id', 'LISTENER');
  await inProcess(['trigger', 'payout.failed', '--mch-id', 'LISTENER'], gateway.env);
  const { stdout } = await listener.stop();
  expect(stdout).toMatch(/^--> payout\.failed payout\.failed-\w+ 1000\.00 verified\n<-- \[200\]/);
  const without = await inProcess(['listen', '--mch-id', 'LISTENER'], gateway.env);
  expect(without.code).toBe(2);
  expect(without.stderr).toContain('INRGATE_MCH_KEY');
});

test('listen --print-url prints only the URL on the first line', async () => {
  const running = runInProcess(['listen', '--print-url'], gateway.env);
  const url = await running.line(/^http/);
  const answer = await deliver(url, signedCallback('payin', demo, { mchOrderNo: 'PRINTED-1' }));
  const { stdout } = await running.stop();
  expect(answer.status).toBe(200);
  expect(stdout.split('\n').slice(0, 2)).toEqual([url, '--> payin.success PRINTED-1 500.00 verified']);
});

test('listen prints one line for a port in use and leaves the callback URL unchanged', async () => {
  const { port } = new URL(gateway.ready.url);
  const before = await savedUrl();
  const second = await inProcess(['listen', '--quiet', '--port', port, '--set-callback-url'], gateway.env);
  expect(second).toMatchObject({ code: 2, stdout: '' });
  expect(second.stderr).toContain(`127.0.0.1:${port} is in use`);
  expect(await savedUrl()).toBe(before);
});

test.each([
  [['--forward-to', 'localhost:3000'], '--forward-to must be an absolute http or https URL'],
  [['--port', '70000'], 'Allowed: 0 to 65535.'],
])('listen rejects the options %s', async (args, expected) => {
  const { code, stderr } = await inProcess(['listen', ...args], gateway.env);
  expect(code).toBe(2);
  expect(stderr).toContain(expected);
});
