import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sign } from '@inrgate/sdk/protocol';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { inProcess, runInProcess, serveInProcess } from './in-process.ts';
import { deadAddress, type Served } from './inrgate.ts';
import { merchantServer } from './merchant-server.ts';
import { run } from './running.ts';

let gateway: Served;

beforeAll(async () => {
  gateway = await serveInProcess();
});

afterAll(async () => {
  await gateway.stop();
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('proxy checks and records a staging run without a key in any output', async () => {
  const shop = await merchantServer();
  const file = path.join(newFolder(), 'staging.har');
  const to = gateway.ready.baseUrl;
  const proxy = runInProcess([
    'proxy',
    '--to',
    to,
    '--callbacks-to',
    shop.url,
    '--record',
    file,
    '--fail-on',
    'broken',
    '--json',
  ]);
  const ready = JSON.parse(await proxy.line(/"event":"ready"/));
  expect(ready).toEqual({
    event: 'ready',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    baseUrl: `${ready.url}/v3`,
    legacyBaseUrl: `${ready.url}/v1`,
    callbackUrl: `${ready.url}/callbacks`,
  });
  const env = { INRGATE_BASE_URL: ready.baseUrl };
  const create = ['payin', 'create', '--mch-order-no', 'PROXY-1', '--amount', '500.00'];
  expect(await inProcess([...create, '--notify-url', ready.callbackUrl], env)).toMatchObject({ code: 0 });
  expect(await inProcess(['mock', 'pay', 'PROXY-1'], gateway.env)).toMatchObject({ code: 0 });
  const exchange = JSON.parse(await proxy.line(/"event":"exchange"/));
  expect(exchange).toMatchObject({ method: 'POST', path: '/payin', status: 200, findings: [] });
  const callback = JSON.parse(await proxy.line(/"event":"callback"/));
  expect(callback).toMatchObject({ method: 'POST', status: 200, findings: [] });
  const ended = await proxy.stop();
  expect(ended.code).toBe(0);

  const judged = await inProcess(['check', 'recording', file, '--json']);
  expect(judged.code).toBe(0);
  expect(JSON.parse(judged.stdout)).toMatchObject({ failed: 0, passed: expect.any(Number) });
  const replayed = await inProcess(['replay', file, '--to', shop.url, '--json']);
  expect(replayed).toMatchObject({ code: 0 });
  expect(JSON.parse(replayed.stdout)).toMatchObject({
    event: 'replayed',
    mchOrderNo: 'PROXY-1',
    received: true,
  });
  const all = readFileSync(file, 'utf8') + ended.stdout + ended.stderr + judged.stdout + replayed.stdout;
  expect(all).not.toMatch(/demo-mch-key|demo-mch-secret/);
});

test('proxy --fail-on broken names a failed rule and exits with code 4', async () => {
  const proxy = runInProcess(['proxy', '--to', gateway.ready.baseUrl, '--fail-on', 'broken']);
  const line = await proxy.line(/forwarding http/);
  const [, baseUrl = ''] = /forwarding (\S+) to/.exec(line) ?? [];
  const body = JSON.stringify({ mchId: 'DEMO1001', mchOrderNo: 'X', amount: '5', sign: 'A'.repeat(32) });
  await fetch(`${baseUrl}/payin`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  await proxy.line(/failed spec:errors\.invalid_signature \(request\)/);
  const { code, stdout } = await proxy.stop('SIGTERM');
  expect(code).toBe(4);
  expect(stdout).toContain('1 rule failed');
  expect(stdout.split('\n').length).toBeLessThan(24);
});

test('proxy and check recording explain a wrong signature', async () => {
  const proxy = runInProcess(['proxy', '--to', gateway.ready.baseUrl, '--json']);
  const { baseUrl } = JSON.parse(await proxy.line(/"event":"ready"/));
  const params = { mchId: 'DEMO1001', mchOrderNo: 'X', amount: '500.00' };
  const text = JSON.stringify({ ...params, sign: sign(params, 'demo-mch-key').toLowerCase() });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${baseUrl}/payin`, { method: 'POST', body: text, headers });
  const { findings } = JSON.parse(await proxy.line(/"event":"exchange"/));
  expect(findings).toMatchObject([
    {
      id: 'spec:errors.invalid_signature',
      state: 'broken',
      mistakes: [{ id: 'lower-case', fix: expect.any(String) }],
    },
  ]);
  await proxy.stop();
  const file = path.join(newFolder(), 'browser.har');
  const request = { method: 'POST', url: `${baseUrl}/payin`, headers: pairs(headers), postData: { text } };
  const content = { text: '{"code":401,"success":false,"error":"invalid_signature","message":"no"}' };
  const response = { status: 401, headers: pairs(headers), content };
  writeFileSync(file, JSON.stringify({ log: { entries: [{ request, response }] } }));
  const judged = await inProcess(['check', 'recording', file]);
  expect(judged).toMatchObject({ code: 4, stdout: expect.stringContaining(findings[0].mistakes[0].title) });
  expect(judged.stdout).toMatch(/skipped: no exchange is a callback/);
  const { checks } = JSON.parse((await inProcess(['check', 'recording', file, '--json'])).stdout);
  expect(checks).toContainEqual(
    expect.objectContaining({
      id: 'spec:payout.fee',
      status: 'skip',
      message: expect.stringContaining('no '),
    }),
  );
});

function pairs(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

test.each([
  ['a recording that is cut off', '{"log":{"entries":[{"request"', 'its JSON ends early'],
  ['a HAR of another API', '{"log":{"entries":[]}}', 'none of its 0 exchanges is'],
  ['a file that is not a HAR', 'hello', 'not JSON'],
])('check recording rejects %s with one sentence and exit code 2', async (_what, text, sentence) => {
  const file = path.join(newFolder(), 'other.har');
  writeFileSync(file, text);
  for (const args of [
    ['check', 'recording', file],
    ['replay', file, '--to', 'http://127.0.0.1:1/'],
  ]) {
    const { code, stderr } = await inProcess(args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  }
});

test('proxy returns 502 for a gateway that is down, and never overwrites a recording', async () => {
  const file = path.join(newFolder(), 'there.har');
  writeFileSync(file, '{}');
  const rejected = await inProcess(['proxy', '--to', await deadAddress(), '--record', file]);
  expect(rejected).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') });
  const proxy = runInProcess(['proxy', '--to', `${await deadAddress()}/v3`, '--json']);
  const { baseUrl } = JSON.parse(await proxy.line(/"event":"ready"/));
  const answer = await fetch(`${baseUrl}/payin`, { method: 'POST', body: '{}' });
  expect({ status: answer.status, own: answer.headers.get('inrgate-proxy') }).toEqual({
    status: 502,
    own: 'ECONNREFUSED',
  });
  expect(await proxy.stop()).toMatchObject({ code: 0 });
});

/** Creates a self-signed certificate for this machine. */
async function selfSigned(folder: string) {
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject]);
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

test.runIf(hasRuntimes('openssl'))(
  'proxy rejects an untrusted HTTPS certificate in one sentence, and accepts a trusted certificate',
  async () => {
    const { file, ...credentials } = await selfSigned(newFolder());
    const target = createHttpsServer(credentials, (_request, response) => response.end('over TLS'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      target.closeAllConnections();
      target.close();
    });
    const to = `https://127.0.0.1:${(target.address() as AddressInfo).port}/v3`;
    const through = async (env: Readonly<Record<string, string>>) => {
      // Node reads the certificates when a process starts.
      const proxy = run(['proxy', '--to', to, '--json'], env);
      const { baseUrl } = JSON.parse(await proxy.line(/"event":"ready"/));
      const answer = await fetch(`${baseUrl}/payin`, { method: 'POST', body: '{}' });
      const text = await answer.text();
      await proxy.stop();
      return { status: answer.status, text };
    };
    expect(await through({})).toEqual({
      status: 502,
      text: expect.stringMatching(/SELF_SIGNED.*its certificate is not trusted.*NODE_EXTRA_CA_CERTS=FILE/),
    });
    expect(await through({ NODE_EXTRA_CA_CERTS: file })).toEqual({ status: 200, text: 'over TLS' });
  },
);

/** Creates a recording of one callback in the format of another program. */
function recordingOf(body: object): string {
  const file = path.join(newFolder(), 'callbacks.har');
  const request = {
    method: 'POST',
    url: 'https://shop.example/callbacks',
    headers: pairs({ 'content-type': 'application/json' }),
    postData: { text: JSON.stringify(body) },
  };
  const response = { status: 200, headers: [], content: { text: 'success' } };
  writeFileSync(file, JSON.stringify({ log: { entries: [{ request, response }] } }));
  return file;
}

const callback = {
  mchId: 'A',
  mchOrderNo: 'B',
  orderNo: 'PI1',
  amount: '5.00',
  status: 'success',
  sign: '***',
};

test.each([
  [
    'redirects',
    (response: ServerResponse) => response.writeHead(302, { location: '/other' }).end(),
    'the gateway does not follow redirects',
  ],
  ['never ends', (response: ServerResponse) => endless(response), 'the response does not contain success'],
  [
    'refuses',
    (response: ServerResponse) => response.writeHead(503).end('success'),
    'only status 200 acknowledges a callback',
  ],
])(
  'replay to an endpoint that %s exits with code 4 and reports the result',
  async (_what, answer, sentence) => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { code, stdout } = await inProcess(['replay', recordingOf(callback), '--to', to]);
    expect({ code, stdout, asked }).toEqual({ code: 4, stdout: expect.stringContaining(sentence), asked: 1 });
  },
);

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

test('replay shows merchant, orders and sum before it requires --yes', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('success');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const file = recordingOf(callback);
  const live = { INRGATE_MCH_ID: 'SHOP1', INRGATE_MCH_KEY: 'live-key-of-shop-1' };
  const rejected = await inProcess(['replay', file, '--to', to], live);
  expect({ code: rejected.code, asked }).toEqual({ code: 2, asked: 0 });
  expect(rejected.stderr).toMatch(
    /merchant +SHOP1\nendpoint .*\ncallbacks +1\norders +\S+\nsum +\d+\.\d\d\n/,
  );
  expect(rejected.stderr).toContain('Use --yes');
  const elsewhere = await inProcess(['replay', file, '--to', 'http://192.0.2.1/'], live);
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Use --yes') });
  expect(await inProcess(['replay', file, '--to', to, '--yes'], live)).toMatchObject({ code: 0 });
  expect(asked).toBe(1);
  expect(rejected.stderr + elsewhere.stderr).not.toContain('live-key');
});

test('replay exits with code 3 if the endpoint is down, and with code 2 without a callback or a file', async () => {
  const resets = createServer((request) => request.socket.resetAndDestroy());
  await new Promise<void>((resolve) => resets.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    resets.close();
  });
  const reset = `http://127.0.0.1:${(resets.address() as AddressInfo).port}`;
  const file = recordingOf(callback);
  for (const to of [await deadAddress(), reset]) {
    const { code, stderr } = await inProcess(['replay', file, '--to', to]);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(/^error: no response from http:\/\/127\.0\.0\.1:\d+ \(ECONN\w+\)$/m),
    });
  }
  const none = path.join(newFolder(), 'calls.har');
  const request = { method: 'POST', url: 'http://x.example/v3/payin', headers: [] };
  writeFileSync(none, JSON.stringify({ log: { entries: [{ request, response: { status: 401 } }] } }));
  expect(await inProcess(['replay', none, '--to', reset])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('contains no callback'),
  });
  for (const args of [
    ['check', 'recording'],
    ['replay', '--to', reset],
  ]) {
    expect(await inProcess([...args, path.join(newFolder(), 'no.har')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not exist'),
    });
  }
});

test.each([
  [['--to', 'http://me:secret@127.0.0.1:1/v3'], '--to must not contain a user name or a password'],
  [['--to', 'http://127.0.0.1:1/v3?a=b'], '--to must not contain ? or #, because paths are appended to it'],
  [
    ['--to', 'http://127.0.0.1:1/v3', '--to-legacy', 'http://127.0.0.1:1/v1#x'],
    '--to-legacy must not contain',
  ],
])('proxy rejects a URL with a part that proxy would drop: %j', async (options, sentence) => {
  const { code, stderr } = await inProcess(['proxy', ...options]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
  expect(stderr).not.toContain('secret');
});
