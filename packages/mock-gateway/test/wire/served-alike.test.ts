import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sign } from '@inrgate/sdk/protocol';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayExpress } from '../../src/express.ts';
import { createMockGateway, type MockGateway } from '../../src/index.ts';
import { start } from './gateway-per-test.ts';
import { RawSocket } from './raw-socket.ts';

const payin = { mchId: 'DEMO1001', mchOrderNo: 'A', amount: '500.00' };
const signedPayin = JSON.stringify({ ...payin, sign: sign(payin, 'demo-mch-key') });
const json = 'Content-Type: application/json';

function post(path: string, body: string, ...headers: readonly string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`POST ${path} HTTP/1.1`, 'Host: localhost', length, ...headers, '', body].join('\r\n');
}

const get = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Requests that the test sends to both gateways, each on its own connection. */
const requests: readonly (readonly [string, string])[] = [
  ['a new pay-in', post('/v3/payin', signedPayin, json)],
  ['a rejected pay-in', post('/v3/payin', '{}', json)],
  ['an absolute URL of another host', post('http://other.example/v3/payin', signedPayin, json)],
  ['two requests in one packet', post('/v3/payin', signedPayin, json) + post('/v3/payin', '{}', json)],
  ['an HTTP/1.0 request', post('/v3/payin', signedPayin, json).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a body over the limit', post('/v3/payin', 'x'.repeat(70_000), json)],
  ['a request that closes the connection', post('/v3/payin', signedPayin, json, 'Connection: close')],
  ['a GET of an endpoint', get('/v3/payin')],
  ['a HEAD of an endpoint', get('/v3/payin', 'HEAD')],
  ['a page', get('/')],
  ['a HEAD of a page', get('/', 'HEAD')],
  ['a control call', get('/_mock/settings')],
  ['a response without a body', get('/_mock/locks', 'DELETE')],
  ['an unknown path', get('/nothing?a=b')],
  ['a request without a path', get('*', 'OPTIONS').replace('localhost', 'x')],
  ['a malformed path', get('//%zz/..')],
];

it.each(requests)(
  'the gateway returns the same bytes from listen and from Express for %s',
  async (_, text) => {
    const answers = await Promise.all([byNode, byExpress].map((serve) => answered(serve, text)));
    expect(answers[0]).not.toBe('');
    expect(answers[0]).toBe(answers[1]);
  },
);

async function answered(serve: (gateway: MockGateway) => Promise<string>, text: string): Promise<string> {
  const gateway = await createMockGateway({ clock: { now: start, mode: 'frozen' } });
  onTestFinished(() => gateway.close());
  const socket = await RawSocket.to(await serve(gateway));
  socket.write(text).end();
  return (await socket.rest())
    .replace(/^Date: .*$/gm, 'Date: now')
    .replace(/"(orderNo|pay_url|payUrl)":"[^"]*"/g, '"$1":"made up"')
    .replace(/127\.0\.0\.1:\d+/g, 'here');
}

async function byNode(gateway: MockGateway): Promise<string> {
  return (await gateway.listen()).url;
}

async function byExpress(gateway: MockGateway): Promise<string> {
  const server = createServer((request, response) => app(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = gatewayExpress(gateway, { origin: url });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}
