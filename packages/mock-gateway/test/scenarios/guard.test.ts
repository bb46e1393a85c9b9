import type { OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { MockGateway } from '../../src/index.ts';
import { type Reply, send as sendTo } from '../access/send.ts';
import { callerOf, listenGateway, Orders, openGateway, socketCallerOf } from './harness.ts';

/** Sends any header, including Host, because fetch does not allow this header. */
function send(url: string, headers: OutgoingHttpHeaders, method = 'GET'): Promise<Reply> {
  const { hostname, port, pathname, search } = new URL(url);
  return sendTo({ host: hostname, port }, [method, pathname + search], headers);
}

function portOf({ url }: MockGateway): string {
  return new URL(url).port;
}

describe('gateway on a loopback address [contract:control.host]', () => {
  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', 'gateway.localhost', '[::1]', '127.8.9.10'])(
    'the gateway accepts the Host %s as a loopback name',
    async (name) => {
      const gateway = await listenGateway();
      const reply = await send(`${gateway.controlUrl}/health`, { host: `${name}:${portOf(gateway)}` });
      expect(reply.status).toBe(200);
    },
  );

  it.each([
    'attacker.example',
    '127.0.0.1.attacker.example',
    'localhost.attacker.example',
    'attackerlocalhost',
    'attacker.example@127.0.0.1.attacker.example',
    'attacker.example@127.0.0.1',
    'attacker.example:80@localhost',
    '192.168.1.20',
    '0.0.0.0',
    '[::]',
    '[2001:db8::1]',
    '128.0.0.1',
    'local host',
  ])('the gateway rejects the Host "%s" as DNS rebinding [contract:control.rebinding]', async (name) => {
    const gateway = await listenGateway();
    const host = `${name}:${portOf(gateway)}`;
    const reply = await send(`${gateway.controlUrl}/reset`, { host }, 'POST');
    expect(reply.status).toBe(403);
    expect(JSON.parse(reply.body)).toEqual({ error: 'forbidden', message: expect.any(String) });
    expect(gateway.clock.get().mode).toBe('frozen');
  });

  it('the gateway rejects an HTTP/1.0 request without a Host', async () => {
    const gateway = await listenGateway();
    const socket = connect(Number(portOf(gateway)), '127.0.0.1');
    socket.end('GET /_mock/merchants HTTP/1.0\r\n\r\n');
    const chunks = await socket.setEncoding('utf8').toArray();
    expect(chunks.join('')).toMatch(/^HTTP\/1\.1 403 /);
    expect(chunks.join('')).not.toContain('DEMO1001');
  });

  it('the gateway accepts its own Origin with every loopback name', async () => {
    const gateway = await listenGateway();
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const host = `${name}:${portOf(gateway)}`;
      const reply = await send(`${gateway.controlUrl}/health`, { host, origin: `http://${host}` });
      expect(reply.status).toBe(200);
    }
  });

  it.each([
    () => 'http://attacker.example',
    () => 'null',
    () => '',
    (port: string) => `https://127.0.0.1:${port}`,
    (port: string) => `http://localhost:${port}`,
    () => 'http://127.0.0.1',
    () => 'http://127.0.0.1:1',
    (port: string) => `http://127.0.0.1:${port}/`,
    (port: string) => `http://127.0.0.1:${port}.attacker.example`,
  ])(
    'a request from another Origin is rejected and has no effect (%#) [contract:control.origin]',
    async (originOf) => {
      const gateway = await listenGateway();
      const host = `127.0.0.1:${portOf(gateway)}`;
      for (const [method, path] of [
        ['GET', '/merchants'],
        ['POST', '/reset'],
        ['GET', '/events'],
        ['OPTIONS', '/reset'],
      ] as const) {
        const reply = await send(
          gateway.controlUrl + path,
          { host, origin: originOf(portOf(gateway)) },
          method,
        );
        expect(reply.status, `${method} ${path}`).toBe(403);
        expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      }
      expect(gateway.clock.get().mode).toBe('frozen');
    },
  );

  it.each(['cross-site', 'same-site'])(
    'the gateway rejects a GET request with Sec-Fetch-Site: %s even without an Origin [contract:control.origin]',
    async (site) => {
      const gateway = await listenGateway({ controlToken: 'tok' });
      const headers = { 'sec-fetch-site': site };
      for (const path of ['/merchants', '/requests.har', '/events'])
        expect((await send(gateway.controlUrl + path, headers)).status, path).toBe(403);
      const bearing = { ...headers, authorization: 'Bearer tok' };
      expect((await send(`${gateway.controlUrl}/merchants`, bearing)).status).toBe(200);
    },
  );

  it.each(['none', 'same-origin'])('the gateway accepts a request with Sec-Fetch-Site: %s', async (site) => {
    const gateway = await listenGateway();
    const reply = await send(`${gateway.controlUrl}/health`, { 'sec-fetch-site': site });
    expect(reply.status).toBe(200);
  });

  it('a link on a shop page can open the checkout and the dashboard', async () => {
    const gateway = await listenGateway();
    const { data } = await socketCallerOf(gateway).payin();
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await send(String(data['pay_url']), headers)).body).toContain('/expire');
    expect((await send(gateway.dashboardUrl, headers)).status).toBe(200);
  });

  it('the wire API accepts every Host, because signatures protect it', async () => {
    const gateway = await listenGateway();
    const reply = await send(`${gateway.baseUrl}/payin`, { host: 'gateway.example' }, 'POST');
    expect(JSON.parse(reply.body)).toMatchObject({ error: 'invalid_request' });
  });

  it('the control API on loopback requires no token, even if the gateway has a token', async () => {
    const gateway = await listenGateway({ controlToken: 'secret-token' });
    expect((await send(`${gateway.controlUrl}/health`, {})).status).toBe(200);
  });

  describe('request through a proxy or a tunnel [contract:control.passed-on]', () => {
    const passed = [
      { forwarded: 'for=203.0.113.7' },
      { via: '1.1 proxy' },
      { 'x-forwarded-for': '203.0.113.7' },
      { 'X-Forwarded-Host': 'abc.tunnel.example' },
      { 'X-FORWARDED-PROTO': 'https' },
      { 'x-forwarded': 'for=203.0.113.7' },
      { 'x-forwarded-client-certificate-chain2': 'a' },
      { 'x-forwarded-for': '' },
      { 'x-real-ip': '203.0.113.7' },
      { 'cf-connecting-ip': '203.0.113.7' },
      { 'true-client-ip': '203.0.113.7' },
    ];
    const calls = [
      ['GET', '/_mock/merchants'],
      ['POST', '/_mock/reset'],
      ['GET', '/_mock/events'],
      ['GET', '/'],
    ] as const;

    it.each(passed)(
      'the control API and the dashboard reject a request with %o and state the reason',
      async (headers) => {
        const gateway = await listenGateway();
        for (const [method, path] of calls) {
          const { status, body } = await send(gateway.url + path, headers, method);
          expect([path, status]).toEqual([path, 403]);
          expect(body).toMatch(/proxy or a tunnel.*--control-token.*controlToken/);
          expect(body).toContain(Object.keys(headers)[0]);
          expect(body).not.toMatch(/demo-mch|203\.0\.113|tunnel\.example/);
        }
        expect(gateway.clock.get().mode).toBe('frozen');
      },
    );

    it.each(passed)(
      'the gateway accepts a request with %o if the request contains the token',
      async (headers) => {
        const gateway = await listenGateway({ controlToken: 'tok' });
        for (const [method, path] of calls) {
          const { status, headers: answered, body } = await send(gateway.url + path, headers, method);
          expect([path, status, answered['www-authenticate']]).toEqual([path, 401, 'Bearer']);
          if (path !== '/') expect(body).toContain('Authorization: Bearer TOKEN');
        }
        expect(gateway.clock.get().mode).toBe('frozen');
        const shown = { ...headers, host: 'abc.tunnel.example', authorization: 'Bearer tok' };
        expect((await send(`${gateway.controlUrl}/merchants`, shown)).status).toBe(200);
        expect((await send(gateway.dashboardUrl, shown)).status).toBe(200);
        const wrong = { ...headers, authorization: 'Bearer other' };
        expect((await send(`${gateway.controlUrl}/merchants`, wrong)).status).toBe(401);
      },
    );

    it("a request through a proxy can use the wire API and the customer's part of the checkout", async () => {
      const gateway = await listenGateway();
      const tunnel = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'abc.tunnel.example' };
      const { status, data } = await socketCallerOf(gateway).payin({}, { headers: tunnel });
      expect(status).toBe(200);
      const page = String(data['pay_url']);
      const shown = await send(page, tunnel);
      expect(shown.status).toBe(200);
      expect(shown.body).not.toContain('/expire');
      const form = { ...tunnel, origin: 'https://abc.tunnel.example', 'sec-fetch-site': 'same-origin' };
      expect((await send(`${page}/fail`, form, 'POST')).status).toBe(403);
      expect((await send(`${page}/pay`, { ...form, 'sec-fetch-site': 'cross-site' }, 'POST')).status).toBe(
        403,
      );
      expect((await send(`${page}/pay`, form, 'POST')).status).toBe(303);
      expect(await gateway.payins.get(String(data['orderNo']))).toMatchObject({ status: 'success' });
    });

    it('the option `trustProxy` selects the trusted proxies but grants no access', async () => {
      const gateway = await openGateway({ controlToken: 'tok' });
      await gateway.listen({ trustProxy: 'loopback' });
      await gateway.merchants.update('DEMO1001', { ipAllowList: ['203.0.113.7'] });
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
      expect((await socketCallerOf(gateway).payin({}, from('203.0.113.7'))).status).toBe(200);
      expect((await socketCallerOf(gateway).payin({}, from('203.0.113.8'))).status).toBe(403);
      const headers = { 'x-forwarded-for': '127.0.0.1' };
      expect((await send(`${gateway.controlUrl}/health`, headers)).status).toBe(401);
    });
  });

  it('the in-process gateway accepts only its own Host and Origin', async () => {
    const gateway = await openGateway();
    expect((await gateway.fetch(`${gateway.controlUrl}/health`)).status).toBe(200);
    const foreign = { headers: { origin: 'http://attacker.example' } };
    expect((await gateway.fetch(`${gateway.controlUrl}/health`, foreign)).status).toBe(403);
    expect((await gateway.fetch('http://attacker.example/_mock/health')).status).toBe(403);
  });
});

describe('gateway on a public address [contract:control.token]', () => {
  const token = 'tok-5f2c9d';

  async function reachable(): Promise<{ readonly gateway: MockGateway; readonly url: string }> {
    const gateway = await openGateway({ controlToken: token });
    const { controlUrl } = await gateway.listen({ host: '0.0.0.0' });
    return { gateway, url: controlUrl };
  }

  it('a public gateway without a token can listen only on loopback', async () => {
    const gateway = await openGateway();
    for (const host of ['0.0.0.0', '::', '192.168.1.20', 'gateway.example']) {
      await expect(gateway.listen({ host })).rejects.toMatchObject({
        name: 'ConfigurationError',
        code: 'invalid_config',
        key: 'controlToken',
      });
    }
    expect((await send(`${(await gateway.listen()).controlUrl}/health`, {})).status).toBe(200);
  });

  it.each(['', ' ', '\t\n'])(
    'a public gateway with the blank token %j does not start',
    async (controlToken) => {
      await expect(openGateway({ controlToken })).rejects.toMatchObject({
        name: 'ConfigurationError',
        key: 'controlToken',
      });
    },
  );

  it.each([
    ['no header', {}],
    ['no token', { authorization: 'Bearer' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another token', { authorization: 'Bearer tok-5f2c9e' }],
    ['a part of the token', { authorization: 'Bearer tok-5f2c' }],
    ['a longer token', { authorization: `Bearer ${token}x` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['no scheme', { authorization: token }],
    ['in the query', { 'x-token': token }],
  ])('a request with %s returns 401 and has no effect', async (_, headers) => {
    const { gateway, url } = await reachable();
    for (const [method, path] of [
      ['POST', '/reset'],
      ['GET', '/health'],
      ['GET', '/ready'],
      ['GET', '/events'],
      ['GET', '/nothing'],
      ['DELETE', '/health'],
    ] as const) {
      const reply = await send(`${url}${path}?token=${token}`, headers, method);
      expect(reply.status).toBe(401);
      expect(reply.headers['www-authenticate']).toBe('Bearer');
      expect(reply.body).toBe(
        '{"error":"unauthorized","message":"The control API requires the header Authorization: Bearer TOKEN."}',
      );
    }
    expect(gateway.clock.get().mode).toBe('frozen');
  });

  it('the gateway accepts a request with the token, whatever its Host and Origin', async () => {
    const { url } = await reachable();
    for (const scheme of ['Bearer', 'bearer']) {
      const headers = {
        authorization: `${scheme} ${token}`,
        host: 'gateway.example',
        origin: 'http://panel.example',
      };
      expect((await send(`${url}/health`, headers)).status).toBe(200);
    }
  });

  it('the readiness check requires the token for GET and HEAD [contract:control.ready]', async () => {
    const { gateway, url } = await reachable();
    const shown = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' };
    const probe = async (headers: OutgoingHttpHeaders) => {
      const asked = ['GET', 'HEAD'].map((method) => send(`${url}/ready`, headers, method));
      return (await Promise.all(asked)).map(({ status, body }) => [status, body]);
    };
    const shut = [
      [401, expect.stringContaining('unauthorized')],
      [401, ''],
    ];
    for (const headers of [{}, { authorization: 'Bearer other' }, { 'x-forwarded-for': '203.0.113.7' }])
      expect(await probe(headers)).toEqual(shut);
    expect(await probe(shown)).toEqual([
      [200, '{"ready":true}'],
      [200, ''],
    ]);
    await gateway.drain();
    expect(await probe({})).toEqual(shut);
    expect(await probe(shown)).toEqual([
      [503, expect.stringContaining('not_ready')],
      [503, ''],
    ]);
  });

  it('the dashboard requires the token', async () => {
    const { gateway } = await reachable();
    const shut = await send(gateway.dashboardUrl, {});
    expect(shut.status).toBe(401);
    expect(shut.headers['www-authenticate']).toBe('Bearer');
    expect(shut.body).not.toContain('/_mock/');
    expect((await send(gateway.dashboardUrl, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('the wire API and the checkout require no token', async () => {
    const { gateway } = await reachable();
    const { data, status } = await socketCallerOf(gateway).payin();
    expect(status).toBe(200);
    expect((await send(String(data['pay_url']), {})).status).toBe(200);
  });
});

describe('unknown paths and bodies in the control API', () => {
  it.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/', 404, 'not_found'],
    ['GET', '', 404, 'not_found'],
    ['GET', '/payins/%zz', 404, 'not_found'],
    ['GET', '/payins/a/b/c', 404, 'not_found'],
    ['DELETE', '/health', 405, 'method_not_allowed'],
    ['GET', '/reset', 405, 'method_not_allowed'],
    ['PUT', '/settings', 405, 'method_not_allowed'],
    ['POST', '/events', 405, 'method_not_allowed'],
  ])('the request %s %s returns %i %s [contract:control.errors]', async (method, path, status, error) => {
    const gateway = await openGateway();
    const response = await gateway.fetch(gateway.controlUrl + path, { method });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, message: expect.any(String) });
    expect(response.headers.has('allow')).toBe(status === 405);
  });

  it('the 405 response names the allowed methods [contract:control.errors]', async () => {
    const gateway = await openGateway();
    const response = await gateway.fetch(`${gateway.controlUrl}/faults`, { method: 'PUT' });
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, DELETE');
  });

  it.each(['/health', '/ready', '/merchants?limit=1', '/requests.har', '/openapi.json', '/payins/none'])(
    'the request HEAD %s returns the headers of GET without the body [contract:control.errors]',
    async (path) => {
      const gateway = await listenGateway();
      const [head, get] = await Promise.all(
        ['HEAD', 'GET'].map((method) => send(gateway.controlUrl + path, {}, method)),
      );
      const { date: _, ...headers } = get?.headers ?? {};
      expect(head).toMatchObject({ status: get?.status, headers, body: '' });
    },
  );

  it('the request HEAD /events returns immediately without opening a stream [contract:control.errors]', async () => {
    const gateway = await listenGateway();
    const { status, headers, body } = await send(`${gateway.controlUrl}/events`, {}, 'HEAD');
    expect([status, headers['content-type'], body]).toEqual([200, 'text/event-stream', '']);
  });

  it('a HEAD request to a call that changes data returns 405 [contract:control.errors]', async () => {
    const gateway = await listenGateway();
    const { status, headers } = await send(`${gateway.controlUrl}/reset`, {}, 'HEAD');
    expect([status, headers['allow']]).toEqual([405, 'POST']);
    expect(gateway.clock.get().mode).toBe('frozen');
  });

  it.each(['{', '', 'null', '[]', '"x"', '{"by":"1m"} x'])(
    'an invalid body %j returns 422 [contract:control.errors]',
    async (body) => {
      const gateway = await openGateway();
      const response = await gateway.fetch(`${gateway.controlUrl}/clock/advance`, { method: 'POST', body });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ error: 'invalid_body' });
    },
  );

  it('a body that is not UTF-8 returns 422 [contract:control.errors]', async () => {
    const gateway = await openGateway();
    const body = new Uint8Array([0x7b, 0xff, 0x7d]);
    const response = await gateway.fetch(`${gateway.controlUrl}/clock/advance`, { method: 'POST', body });
    expect(response.status).toBe(422);
  });

  it.each(['payins', 'links'] as const)(
    'an action that the state of an order in %s does not allow returns 409 and changes nothing [contract:control.errors]',
    async (kind) => {
      const gateway = await openGateway();
      const orders = new Orders(gateway);
      const orderNo = kind === 'payins' ? await orders.payin() : await orders.link();
      const move = (name: string) =>
        gateway.fetch(`${gateway.controlUrl}/${kind}/${orderNo}/${name}`, { method: 'POST' });
      expect((await move('pay')).status).toBe(200);
      const seen = async () => [await gateway[kind].get(orderNo), await gateway.merchants.wallet('DEMO1001')];
      const before = await seen();
      for (const name of ['pay', 'fail']) {
        const response = await move(name);
        expect(response.status).toBe(409);
        expect(await response.json()).toEqual({ error: 'illegal_transition', message: expect.any(String) });
      }
      expect(await seen()).toEqual(before);
    },
  );

  it('a body over 1 MB returns 413 [contract:control.errors]', async () => {
    const gateway = await listenGateway();
    const body = 'x'.repeat(1_048_577);
    const response = await fetch(`${gateway.controlUrl}/settings`, { method: 'PATCH', body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: 'payload_too_large' });
  });

  it('the control API has no rate limit and works during maintenance [contract:control.unlimited]', async () => {
    const gateway = await openGateway({ settings: { rateLimitPerMinute: 1, maintenance: true } });
    for (let sent = 0; sent < 130; sent++) {
      expect((await gateway.fetch(`${gateway.controlUrl}/health`)).status).toBe(200);
    }
    await gateway.settings.update({ maintenance: false });
    expect(await callerOf(gateway).balance()).toMatchObject({ status: 200 });
  });

  it('the message of a rejection names the wrong key but never the given value [contract:control.errors]', async () => {
    const gateway = await openGateway();
    const init = {
      method: 'PATCH',
      body: JSON.stringify({ mchKey: 'se cret', callbackUrl: 'ftp://secret' }),
    };
    const response = await gateway.fetch(`${gateway.controlUrl}/merchants/DEMO1001`, init);
    const { message } = (await response.json()) as { message: string };
    expect(message).toMatch(/mchKey: .*callbackUrl: /);
    expect(message).not.toMatch(/se cret|ftp/);
  });
});
