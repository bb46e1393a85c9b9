import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

  const recording = readFileSync(file, 'utf8');
  const kinds = JSON.parse(recording).log.entries.map(
    ({ _inrgate }: { _inrgate: { kind: string } }) => _inrgate.kind,
  );
  expect(kinds).toEqual(['v3', 'callback']);
  const all = recording + ended.stdout + ended.stderr;
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

test('proxy explains a wrong signature', async () => {
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
