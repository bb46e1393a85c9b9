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

/** Requests to both, each on a connection of its own. */
const requests: readonly (readonly [string, string])[] = [
  ['a create', post('/v3/payin', signedPayin, json)],
  ['one that is refused', post('/v3/payin', '{}', json)],
  ['one to a proxy’s address', post('http://other.example/v3/payin', signedPayin, json)],
  ['two in one packet', post('/v3/payin', signedPayin, json) + post('/v3/payin', '{}', json)],
  ['HTTP/1.0', post('/v3/payin', signedPayin, json).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a body that is longer than it may be', post('/v3/payin', 'x'.repeat(70_000), json)],
  ['a last request', post('/v3/payin', signedPayin, json, 'Connection: close')],
  ['a GET', get('/v3/payin')],
  ['a HEAD', get('/v3/payin', 'HEAD')],
  ['a page', get('/')],
  ['a page’s HEAD', get('/', 'HEAD')],
  ['the control API', get('/_mock/settings')],
  ['an answer without a body', get('/_mock/locks', 'DELETE')],
  ['nothing there', get('/nothing?a=b')],
  ['no path', get('*', 'OPTIONS').replace('localhost', 'x')],
  ['a strange path', get('//%zz/..')],
];

it.each(requests)('%s gets the same bytes from listen and from Express', async (_, text) => {
  const answers = await Promise.all([byNode, byExpress].map((serve) => answered(serve, text)));
  expect(answers[0]).not.toBe('');
  expect(answers[0]).toBe(answers[1]);
});

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
