import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createCallbackHandler } from '@inrgate/sdk/callbacks';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckReport } from '../../findings/report.ts';
import { checkWebhook } from '../check-webhook.ts';
import type { CheckWebhookOptions } from '../options.ts';
import { type PathId, pathIds } from './response-signs.ts';

const credentials = {
  mchId: 'SHOP1',
  mchKey: 'mch-key-that-nobody-may-see',
  mchSecret: 'mch-secret-that-nobody-may-see',
};
/** A timeout that is longer than a busy machine needs. */
const patient = { ...credentials, timeoutMs: 60_000 };

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks`;
}

interface Arrived {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

/** Forwards a callback to the endpoint. Can change the callback. */
type Pass = (response: ServerResponse, changes?: Partial<Arrived>) => Promise<void>;
type Front = (arrived: Arrived, response: ServerResponse, pass: Pass) => unknown;

/** A server in front of a correct endpoint, which exists only at /callbacks. */
function inFront(front: Front): Promise<string> {
  const handle = createCallbackHandler({ ...credentials, onError: () => {}, onUnhandled: () => {} });
  const listener: RequestListener = async (request, response) => {
    const { url = '', headers } = request;
    const arrived = { path: url, type: headers['content-type'] ?? '', body: await buffer(request) };
    await front(arrived, response, async (to, changes) => {
      const { path, type, body } = { ...arrived, ...changes };
      if (path !== '/callbacks') return void to.writeHead(404).end('Not Found');
      const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(body) };
      const answer = await handle(new Request('http://shop/', init));
      to.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  };
  return listen(createServer(listener));
}

const replying =
  (status: number, body: string | Buffer = '', headers: Readonly<Record<string, string>> = {}): Front =>
  (_arrived, response) =>
    response.writeHead(status, headers).end(body);

const html = (text: string) =>
  `<!doctype html><html><head><title>${text}</title></head><body>${text}</body></html>`;

function pathOf({ checks }: CheckReport) {
  return checks
    .filter(({ id }) => id.startsWith('path-'))
    .toSorted((a, b) => pathIds.indexOf(a.id as PathId) - pathIds.indexOf(b.id as PathId));
}

/** Returns the failed parts of the path's twelve parts, and the result of a case that needs the path. */
async function obstacles(url: string, options: Partial<CheckWebhookOptions> = {}) {
  const report = await checkWebhook(url, { ...patient, cases: [...pathIds, 'unsigned'], ...options });
  const path = pathOf(report);
  expect(path.map(({ id }) => id)).toEqual(pathIds);
  const shown = JSON.stringify(report);
  for (const key of [credentials.mchKey, credentials.mchSecret]) expect(shown).not.toContain(key);
  const found = path.filter(({ status }) => status === 'fail');
  return {
    report,
    path,
    found,
    ids: found.map(({ id }) => id),
    behind: report.checks.find(({ id }) => id === 'unsigned'),
  };
}

it('with each key, a correct endpoint passes every case of the path check [contract:check-webhook.path]', async () => {
  const url = await inFront((_arrived, response, pass) => pass(response));
  for (const kinds of [['payin'], ['payout'], ['link'], ['payin', 'payout', 'link']] as const) {
    const { path, behind } = await obstacles(url, { kinds });
    expect(path.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(behind?.status ?? 'pass').not.toBe('fail');
  }
});

const tooLong = html('413 Request Entity Too Large');

describe('an obstacle in front of a correct endpoint', () => {
  it.each<[string, PathId, Front, RegExp]>([
    [
      'a 301 to another path',
      'path-redirect',
      replying(301, '', { location: '/login/here?token=t0ken' }),
      /a login page/,
    ],
    [
      'a 301 that adds a slash',
      'path-redirect',
      replying(301, '', { location: '/callbacks/' }),
      /another final slash/,
    ],
    [
      'a 308 to www',
      'path-redirect',
      replying(308, '', { location: 'https://www.shop.example/callbacks' }),
      /another host/,
    ],
    [
      'a 301 to itself',
      'path-redirect',
      ({ path }, response) => response.writeHead(301, { location: path }).end(),
      /in an endless loop/,
    ],
    [
      'basic authentication',
      'path-auth',
      replying(401, html('401'), { 'www-authenticate': 'Basic realm="x"' }),
      /status 401/,
    ],
    ['nginx with deny all', 'path-auth', replying(403, '<html><center>nginx</center></html>'), /status 403/],
    [
      'a firewall without a page',
      'path-auth',
      replying(403, 'blocked'),
      /returns the same response for a path that does not exist/,
    ],
    ['Laravel', 'path-csrf', replying(419, html('Page Expired')), /status 419/],
    ['Django', 'path-csrf', replying(403, html('CSRF verification failed. Request aborted.')), /status 403/],
    ['Rails', 'path-csrf', replying(422, 'ActionController::InvalidAuthenticityToken'), /status 422/],
    [
      'Cloudflare',
      'path-challenge',
      replying(403, html('Just a moment...'), { 'cf-mitigated': 'challenge' }),
      /status 403/,
    ],
    [
      'an old Cloudflare page',
      'path-challenge',
      replying(503, html('Just a moment...'), { 'retry-after': '5' }),
      /status 503/,
    ],
    [
      'Sucuri',
      'path-challenge',
      replying(403, html('Sucuri WebSite Firewall - Access Denied')),
      /status 403/,
    ],
    ['Imperva', 'path-challenge', replying(200, html('<iframe src="/_Incapsula_Resource?x">')), /HTML page/],
    [
      'AWS WAF',
      'path-challenge',
      replying(202, '', { 'x-amzn-waf-action': 'challenge' }),
      /only status 200 acknowledges a callback/,
    ],
    ['a static host', 'path-method', replying(405, html('405 Not Allowed')), /does not accept POST/],
    [
      'a wrong path',
      'path-method',
      (_arrived, response, pass) => pass(response, { path: '/other' }),
      /a path that does not exist/,
    ],
    ['Python’s http.server', 'path-method', replying(501, html("Unsupported method ('POST')")), /status 501/],
    [
      'a 503 with Retry-After',
      'path-maintenance',
      replying(503, '', { 'retry-after': '3600' }),
      /status 503/,
    ],
    [
      'WordPress',
      'path-maintenance',
      replying(503, 'Briefly unavailable for scheduled maintenance.'),
      /status 503/,
    ],
    ['a 504', 'path-slow', replying(504, html('504 Gateway Time-out')), /status 504/],
    ['a 502', 'path-connect', replying(502, html('502 Bad Gateway')), /cannot connect to your application/],
    [
      'HTTP to a TLS port',
      'path-tls',
      replying(400, html('The plain HTTP request was sent to HTTPS port')),
      /expects TLS/,
    ],
    ['a login page', 'path-auth', replying(200, html('<input type="password">')), /HTML page/],
    [
      'a static page for each path',
      'path-method',
      replying(200, html('Welcome')),
      /HTML page; .* a path that does not exist/,
    ],
    ['a 503 without a header', 'path-maintenance', replying(503, 'Service Unavailable'), /status 503/],
    ['a body limit', 'path-body', replying(413, tooLong), /status 413/],
    [
      'a lost body',
      'path-body',
      (_arrived, response, pass) => pass(response, { body: Buffer.of() }),
      /status 4/,
    ],
    [
      'another content type',
      'path-body',
      (_arrived, response, pass) => pass(response, { type: 'text/plain' }),
      /content type/,
    ],
    [
      'gzip',
      'path-encoding',
      replying(200, gzipSync('success'), { 'content-encoding': 'gzip' }),
      /compressed/,
    ],
    [
      'Brotli',
      'path-encoding',
      replying(200, brotliCompressSync('success'), { 'content-encoding': 'br' }),
      /not contain/,
    ],
    ['UTF-16', 'path-encoding', replying(200, Buffer.from('success', 'utf16le')), /not contain/],
  ])(
    'the path check names the obstacle and skips the cases behind it, for %s: %s [contract:check-webhook.path]',
    async (_what, id, front, message) => {
      const { ids, found, path, behind } = await obstacles(await inFront(front));
      expect(ids).toEqual([id]);
      expect(found[0]).toMatchObject({ message: expect.stringMatching(message), fix: expect.any(String) });
      expect(JSON.stringify(found)).not.toContain('t0ken');
      const after = path.slice(pathIds.indexOf(id) + 1);
      expect(after.filter(({ status }) => status !== 'skip')).toEqual([]);
      expect(behind).toMatchObject({
        status: 'skip',
        message: `skipped, because ${id} stops every callback`,
      });
    },
  );
});

/** A TCP server that calls `answer` for each connection after its first bytes. */
function raw(answer: (socket: Socket) => unknown): Promise<string> {
  return listen(createTcpServer((socket) => socket.on('error', () => {}).once('data', () => answer(socket))));
}

/** Writes a string again and again, one byte at a time. */
function drip(socket: Socket, text: string): void {
  socket.write(text);
  const timer = setInterval(() => socket.write('x'), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('a connection without a response', () => {
  const tlsAlert = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

  it.each<[string, PathId, (socket: Socket) => unknown, RegExp]>([
    ['no response', 'path-slow', () => {}, /no response within 300 ms/],
    [
      'a response that drips',
      'path-slow',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n'),
      /no complete response/,
    ],
    [
      'headers that drip',
      'path-slow',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: '),
      /no response within/,
    ],
    ['a reset', 'path-connect', (socket) => socket.resetAndDestroy(), /reset/],
    ['a closed connection', 'path-connect', (socket) => socket.end(), /./],
    ['garbage', 'path-connect', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), /not HTTP/],
    ['a TLS alert', 'path-connect', (socket) => socket.end(tlsAlert), /not HTTP/],
    [
      'half a response',
      'path-connect',
      (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nsucc', () => socket.end()),
      /connection broke/,
    ],
  ])(
    'the path check names the obstacle for a connection with %s: %s [contract:check-webhook.path]',
    async (_what, id, answer, message) => {
      // If the machine stands still, every receiver seems slow, so only one case uses a short timeout.
      const timeoutMs = id === 'path-slow' ? 300 : patient.timeoutMs;
      const { ids, found, behind } = await obstacles(await raw(answer), { timeoutMs });
      expect(ids).toEqual([id]);
      expect(found[0]?.message).toMatch(message);
      expect(behind?.status).toBe('skip');
    },
  );

  it('the path check names a port without a listener [contract:check-webhook.path]', async () => {
    const server = createTcpServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const { ids, found, path, report } = await obstacles(url);
    expect(ids).toEqual(['path-connect']);
    expect(found[0]?.message).toBe('connection refused; no server listens at this host and port');
    expect(report).toMatchObject({ passed: 1, failed: 1, skipped: report.checks.length - 2 });
    expect(path[0]).toMatchObject({ id: 'path-dns', status: 'pass' });
  });

  it('the path check stops at `path-dns` if the host name does not exist [contract:check-webhook.path]', async () => {
    const { ids, report } = await obstacles('https://shop.invalid/callbacks', { timeoutMs: 8_000 });
    expect(ids).toEqual(['path-dns']);
    expect(report.passed).toBe(0);
  });
});

describe('a body that is changed in transit', () => {
  const isPlain = (body: Buffer) => !body.includes('extra') || /"extra":""|extra=&/.test(body.toString());

  it.each<[string, Front]>([
    [
      'another charset',
      ({ body }, response, pass) => pass(response, { body: Buffer.from(body.toString('latin1')) }),
    ],
    [
      'a firewall',
      ({ body }, response, pass) =>
        isPlain(body) ? pass(response) : response.writeHead(406).end('Not Acceptable'),
    ],
  ])(
    'the path check reports path-body for %s although a plain body passes, and continues with the next cases [contract:check-webhook.path-body]',
    async (_what, front) => {
      const { ids, found, behind } = await obstacles(await inFront(front));
      expect(ids).toEqual(['path-body']);
      expect(found[0]).toMatchObject({
        message: expect.stringMatching(
          /^the endpoint acknowledges JSON, but rejects JSON with other scripts and escapes: /,
        ),
        exchanges: { length: 3 },
      });
      expect(behind?.status).toBe('pass');
    },
  );

  it('the path check reports path-body for a changed form', async () => {
    const { ids, found } = await obstacles(
      await inFront(({ type, body }, response, pass) =>
        pass(
          response,
          type.includes('form') ? { body: Buffer.from(body.toString().replaceAll('%20', '')) } : {},
        ),
      ),
    );
    expect(ids).toEqual(['path-body']);
    expect(found[0]?.message).toMatch(
      /^the endpoint acknowledges a form, but rejects a form with other scripts/,
    );
  });

  const changedJson: Front = ({ type, body }, response, pass) =>
    pass(
      response,
      type.includes('json') ? { body: Buffer.from(body.toString().replace('{', '{"via":"proxy",')) } : {},
    );

  it('the path check warns of JSON that gains a field, because the gateway then uses forms', async () => {
    const { ids, path } = await obstacles(await inFront(changedJson));
    expect(ids).toEqual([]);
    expect(path.filter(({ status }) => status === 'warn')).toMatchObject([
      {
        id: 'path-body',
        message: expect.stringMatching(
          /^the endpoint acknowledges a form and reads JSON, but rejects every signed JSON callback/,
        ),
      },
    ]);
  });

  it.each<[string, Front]>([
    [
      'reads only forms',
      ({ type }, response, pass) =>
        type.includes('json') ? response.writeHead(401).end('wrong signature') : pass(response),
    ],
    [
      'signs true in JSON as True',
      ({ type, body }, response, pass) =>
        type.includes('json') && body.includes('"test":true')
          ? response.writeHead(401).end('wrong signature')
          : pass(response),
    ],
  ])('the path check does not report path-body for an endpoint that %s', async (_what, front) => {
    const { path } = await obstacles(await inFront(front));
    expect(path.filter(({ status }) => status !== 'pass')).toEqual([]);
  });

  it('the path check does not report path-body for an endpoint that responds differently each time', async () => {
    let times = 0;
    const { ids } = await obstacles(
      await inFront((_arrived, response, pass) => {
        times += 1;
        return times > 2 ? response.writeHead(500).end() : pass(response);
      }),
    );
    expect(ids).toEqual([]);
  });
});

describe('the response of an endpoint', () => {
  it.each<[string, Front]>([
    ['401 about the signature', replying(401, 'invalid signature')],
    ['401 without a body', replying(401)],
    ['401 as Flask’s', replying(401, html('401 Unauthorized: wrong signature'))],
    ['403 about the signature', replying(403, '{"error":"invalid sign"}')],
    ['404 about the order', replying(404, 'no such order')],
    ['500', replying(500, html('Internal Server Error'))],
    ['503 without a page', replying(503, 'retry later')],
    ['another word', replying(200, 'ok')],
    ['an endless body', (_arrived, response) => endless(response)],
  ])(
    'the path check does not report an obstacle for %s [contract:check-webhook.path]',
    async (_what, front) => {
      const { ids, behind } = await obstacles(await inFront(front));
      expect(ids).toEqual([]);
      expect(behind).toMatchObject({ message: expect.not.stringContaining('the path') });
    },
  );

  it('the path check does not report a CSRF check that covers only forms', async () => {
    const front: Front = ({ type }, response, pass) =>
      type.includes('form')
        ? response.writeHead(403).end('Cross-site POST form submissions are forbidden')
        : pass(response);
    expect((await obstacles(await inFront(front))).ids).toEqual([]);
  });

  it.each([
    ['a byte order mark', '\uFEFFsuccess', {}, /byte order mark/],
    ['an encoding that is not there', 'success', { 'content-encoding': 'gzip' }, /uses a compression/],
  ] as const)(
    'the path check accepts success with %s and adds a warning',
    async (_what, text, headers, message) => {
      const { ids, path, behind } = await obstacles(await inFront(replying(200, text, headers)));
      expect(ids).toEqual([]);
      expect(path.filter(({ status }) => status === 'warn')).toMatchObject([
        { id: 'path-encoding', message: expect.stringMatching(message) },
      ]);
      expect(behind?.status).toBe('fail');
    },
  );
});

/** Writes until the client stops reading. */
function endless(response: ServerResponse): void {
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  write();
}

it('a finding of the path check contains no key that a page echoes [contract:check-webhook.masked]', async () => {
  const { mchKey } = credentials;
  const host = replying(301, '', { location: `http://${mchKey}.example/callbacks` });
  expect((await obstacles(await inFront(host))).ids).toEqual(['path-redirect']);
  const front = replying(403, html(`${mchKey} nginx <center>nginx</center>`), { 'www-authenticate': mchKey });
  expect((await obstacles(await inFront(front))).ids).toEqual(['path-auth']);
});
