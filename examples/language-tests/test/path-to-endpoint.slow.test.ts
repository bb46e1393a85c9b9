import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { caseSummaries, checkWebhook } from '@inrgate/conformance';
import { callbackMiddleware } from '@inrgate/sdk/express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { startServerProcess, temporaryFolder } from '../../../test/server-process.ts';
import { certificates, type Nginx, startNginx } from './nginx.ts';
import { credentials } from './shop.ts';

const cases = caseSummaries().flatMap(({ id, kind }) => (kind === 'path' ? [id] : []));
const ends: (() => unknown)[] = [];
let nginx: Nginx;

async function listening(listener?: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener ?? (() => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}

/** Starts the example endpoint of a language. */
async function example(
  program: string,
  args: (port: number) => readonly string[],
  ready: RegExp,
): Promise<string> {
  const port = await freePort();
  const folder = await temporaryFolder('endpoint');
  const { mchId: INRGATE_MCH_ID, mchKey: INRGATE_MCH_KEY, mchSecret: INRGATE_MCH_SECRET } = credentials;
  const own = { INRGATE_MCH_ID, INRGATE_MCH_KEY, INRGATE_MCH_SECRET, PORT: String(port) };
  const env = { ...process.env, ...own, ORDERS: path.join(folder, 'orders') };
  const { stop } = await startServerProcess({ program, args: args(port), options: { env }, folder, ready });
  ends.push(stop);
  return `http://127.0.0.1:${port}/callbacks`;
}

const file = (name: string) => path.join(import.meta.dirname, '../..', name);

/** Returns the failed checks of the path, after the number of passed checks. */
async function failedOn(url: string, timeoutMs = 60_000) {
  const { checks, passed } = await checkWebhook(url, { ...credentials, cases, timeoutMs });
  const failed = checks.filter(({ status }) => status === 'fail');
  return { ids: failed.map(({ id }) => id), message: failed[0]?.message ?? '', passed };
}

describe.runIf(hasRuntimes('nginx', 'openssl', 'php', 'python'))('a path behind nginx', () => {
  beforeAll(async () => {
    const quiet = { onUnhandled: () => {}, onError: () => {} };
    const [node, php, python, hanging] = await Promise.all([
      listening(callbackMiddleware({ ...credentials, ...quiet })),
      example('php', (port) => ['-S', `127.0.0.1:${port}`, file('php/callbacks.php')], /started/),
      example('python3', () => ['-B', file('python/callbacks.py')], /^waiting for callbacks/),
      listening(),
    ]);
    nginx = await startNginx({ node, php, python }, hanging);
    ends.push(nginx.stop);
    const trusted = tls.getCACertificates('default');
    ends.push(() => tls.setDefaultCACertificates([...trusted]));
    tls.setDefaultCACertificates([...trusted, nginx.ca]);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test.each(['node', 'php', 'python', 'slash/'])(
    'the path check finds no obstacle on a correct path to %s with gzip',
    async (location) => {
      expect(await failedOn(nginx.url(location))).toMatchObject({ ids: [], passed: cases.length });
    },
  );

  test('the path check finds no obstacle on a correct path over TLS', async () => {
    expect(await failedOn(nginx.secureUrl('good'))).toMatchObject({ ids: [], passed: cases.length });
  });

  test.each([
    ['to-https', 'path-redirect', /with https/],
    ['to-www', 'path-redirect', /another host name/],
    ['slash', 'path-redirect', /another final slash/],
    ['login', 'path-auth', /status 401/],
    ['denied', 'path-auth', /status 403/],
    ['static', 'path-method', /status 405/],
    ['missing', 'path-method', /status 404/],
    ['maintenance', 'path-maintenance', /status 503/],
    ['hanging', 'path-slow', /status 504/],
    ['dead', 'path-connect', /status 502/],
    ['small', 'path-body', /status 413/],
    ['no-body', 'path-body', /status 4/],
    ['plain-text', 'path-body', /content type/],
  ])('the path check of /%s reports %s', async (location, id, message) => {
    expect(await failedOn(nginx.url(location))).toMatchObject({
      ids: [id],
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ['expired', /has expired/],
    ['otherHost', /for another host name/],
    ['incomplete', /chain is incomplete/],
    ['selfSigned', /self-signed/],
  ] as const)('the path check reports path-tls for a certificate that is %s', async (name, message) => {
    expect(certificates).toContain(name);
    expect(await failedOn(nginx.secureUrl(name))).toMatchObject({
      ids: ['path-tls'],
      message: expect.stringMatching(message),
    });
  });

  test('the path check reports path-tls for HTTP to a TLS port and for HTTPS to a port without TLS', async () => {
    const insecure = nginx.secureUrl('good').replace('https:', 'http:');
    expect(await failedOn(insecure)).toMatchObject({
      ids: ['path-tls'],
      message: expect.stringContaining('expects TLS'),
    });
    const secure = nginx.url('node').replace('http:', 'https:');
    expect(await failedOn(secure)).toMatchObject({
      ids: ['path-tls'],
      message: 'the port does not speak TLS',
    });
  });
});
